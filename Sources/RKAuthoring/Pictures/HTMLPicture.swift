internal import RKDiagnostics

/// The picture in an HTML page of its own, which loads nothing.
extension MappingPicture {
  var htmlText: String {
    HTMLPage(
      title: title,
      style: SVGPicture.style + "\n" + Self.pageStyle,
      content: """
        <h1>\(HTMLPage.escaped(title))</h1>
        <p><label for="search">Search</label> <input id="search" type="search"> \
        <output id="search-count" for="search"></output></p>
        <div id="picture" role="region" aria-label="The picture" tabindex="0">
        \(SVGPicture(self).text(isInteractive: true))
        </div>
        <section aria-label="What was chosen" id="details" aria-live="polite"></section>
        <h2>Outline</h2>
        <ul id="outline">
        \(outline)
        </ul>
        """,
      script: Self.script
    ).text
  }

  /// The picture as lists, for readers who cannot see it.
  private var outline: String {
    nodes.indices.map { number in
      let node = nodes[number]
      var items = node.rules.map(\.text)
      for edge in edges where edge.from == number {
        let label = edge.label.isEmpty ? "" : " (\(edge.label))"
        items.append("\(edge.kind.rawValue) to \(nodes[edge.to].title[0])\(label)")
      }
      let kind = node.isDescriptor ? "descriptor" : node.isDynamic ? "dynamic mapper" : "mapper"
      let reached = node.isReached ? "" : ", unreached"
      let list = items.map { "<li>\(HTMLPage.escaped($0))</li>" }.joined()
      return "<li\(XMLText.exactAttribute("data-node", node.name))>"
        + "\(HTMLPage.escaped(node.title.joined(separator: ", "))) (\(kind)\(reached))"
        + (list.isEmpty ? "" : "<ul>\(list)</ul>") + "</li>"
    }.joined(separator: "\n")
  }

  private static let pageStyle = """
    body{font:15px sans-serif;margin:1rem;color:#1b1f24;background:#fff}
    #picture{overflow:auto;border:1px solid #999}
    [hidden]{display:none}
    g[aria-pressed=true] rect{stroke-width:3}
    g:focus-visible rect{stroke-width:3}
    g.near rect{stroke-width:2}
    g.out{opacity:.25}
    @media (prefers-color-scheme: dark){
    body{color:#e6e8eb;background:#15181c}
    }
    """

  private static let script = """
    'use strict';
    const all = selector => Array.from(document.querySelectorAll(selector));
    const mappers = all('g.mapper');
    const details = document.getElementById('details');
    const choose = mapper => {
      const wasPressed = mapper.getAttribute('aria-pressed') === 'true';
      for (const one of mappers) {
        one.setAttribute('aria-pressed', 'false');
        one.classList.remove('near');
      }
      details.replaceChildren();
      if (wasPressed) return;
      mapper.setAttribute('aria-pressed', 'true');
      const name = mapper.dataset.mapper;
      for (const edge of all('path.edge')) {
        const other = edge.dataset.from === name ? edge.dataset.to : edge.dataset.to === name ? edge.dataset.from : null;
        for (const one of mappers) if (other !== null && one.dataset.mapper === other) one.classList.add('near');
      }
      const entry = all('#outline > li').find(item => item.dataset.node === name);
      if (entry) details.append(...Array.from(entry.cloneNode(true).childNodes));
    };
    for (const mapper of mappers) {
      mapper.addEventListener('click', () => choose(mapper));
      mapper.addEventListener('keydown', event => {
        if (event.key === 'Enter' || event.key === ' ') {
          event.preventDefault();
          choose(mapper);
        }
      });
    }
    document.getElementById('search').addEventListener('input', event => {
      const wanted = event.target.value.toLowerCase();
      let count = 0;
      for (const item of all('#outline > li')) {
        item.hidden = !item.textContent.toLowerCase().includes(wanted);
        if (!item.hidden) count += 1;
        for (const mapper of mappers)
          if (mapper.dataset.mapper === item.dataset.node) mapper.classList.toggle('out', item.hidden);
      }
      document.getElementById('search-count').textContent = String(count);
    });
    """
}
