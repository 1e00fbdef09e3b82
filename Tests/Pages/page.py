#!/usr/bin/env python3
"""Clicks through a report page in headless Chromium and checks what the page promises.

What to expect is read from the page's own data, so this works for any report.
Usage: page.py PAGE.html [--seconds N] [--shots FOLDER]
Needs chromium and chromedriver. Prints a line for each check; exits with 1 when one fails.
"""
import argparse, base64, gzip, json, os, pathlib, socket, subprocess, sys, tempfile, time, urllib.error, urllib.parse, urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
TAB, ENTER, ESCAPE, RIGHT, LEFT, DOWN = "\ue004", "\ue007", "\ue00c", "\ue014", "\ue012", "\ue015"
SHOWN = 50


class Browser:
    def __init__(self):
        with socket.socket() as one:
            one.bind(("127.0.0.1", 0))
            port = one.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        self.folder = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                if self.call("GET", "/status")["ready"]:
                    break
            except OSError:
                time.sleep(0.1)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1500,950", "--hide-scrollbars",
                            f"--user-data-dir={self.folder.name}"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/session/" + made["sessionId"]

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:600]) from None

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def open(self, url):
        self.call("POST", "/url", {"url": "about:blank"})
        self.call("POST", "/url", {"url": url})
        for _ in range(200):
            if self.run("return document.querySelector('main#report')?.dataset.ready === 'true'"):
                return True
            time.sleep(0.02)
        return False

    def find(self, name, value, within=""):
        """The first visible element whose attribute has that value, which may hold any character."""
        return self.run("""return [...document.querySelectorAll(`${arguments[2]} [${arguments[0]}]`)].find(one =>
            one.getAttribute(arguments[0]) === arguments[1] && one.checkVisibility()) ?? null""", name, value, within)

    def act(self, *sources):
        self.call("POST", "/actions", {"actions": list(sources)})

    def keys(self, *keys):
        steps = [step for key in keys for step in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.act({"type": "key", "id": "keyboard", "actions": steps})

    def point(self, element, is_click=False):
        """Points at the beginning of an element: its middle may be something inside it."""
        x, y = self.run("""const one = arguments[0]; one.scrollIntoView({block: 'center'});
            const box = one.getClientRects()[0]; return [Math.round(box.left + Math.min(8, box.width / 2)), Math.round(box.top + Math.min(8, box.height / 2))]""", element)
        steps = [{"type": "pointerMove", "duration": 0, "x": x, "y": y}]
        if is_click:
            steps += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps})

    def focus(self, element):
        self.run("arguments[0].focus()", element)

    def media(self, **features):
        list_ = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": list_}})

    def size(self, width, height):
        self.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride",
                  "params": {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def shot(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        try:
            self.call("DELETE", "")
        except (OSError, RuntimeError):
            pass
        self.process.terminate()
        self.process.wait()
        self.folder.cleanup()


class Model:
    """What the data of the page say."""

    def __init__(self, data):
        self.inputs = data["inputs"]
        self.rules = [one["rule"] for one in data["coverage"]["rules"]]
        self.ordered = [one for one in self.inputs if one["state"] == "failed"] + [one for one in self.inputs if one["state"] != "failed"]
        self.mappers = {}
        number = 1
        for one in self.inputs:
            if "packed" in one:
                one["documents"] = json.loads(gzip.decompress(base64.b64decode(one["packed"])))
            one["cells"], one["numbers"], one["states"] = [], [], {}
            documents = one["documents"]
            for index, document in enumerate(documents):
                prefix = one["file"] + "#" + (f"{index + 1}#" if len(documents) > 1 else "")
                for pointer, state in document["states"].items():
                    one["states"][prefix + pointer] = state
                for record in document.get("records", []):
                    for cell in record["cells"]:
                        one["cells"].append({"name": f"{number}.{cell['attribute']}", "rule": cell["rule"], "record": number,
                                             "from": [prefix + pointer for pointer in cell.get("from", [])], "target": record["target"]})
                    one["numbers"].append([number, record["target"]])
                    self.mappers.setdefault(record["rule"], set()).add(str(number))
                    number += 1
        self.findings = data.get("findings", []) + [
            {**finding, "input": one} for one in self.ordered for finding in one.get("findings", [])
        ]

    @staticmethod
    def source(finding):
        one = finding["input"]
        return one["file"] + "#" + (f"{finding.get('document', 1)}#" if len(one["documents"]) > 1 else "") + finding["pointer"]


STRUCTURE = """
const wrong = [];
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
if (all('main').length !== 1) wrong.push('one main');
if (document.documentElement.lang !== 'en') wrong.push('lang');
if (!document.title) wrong.push('title');
const ids = all('[id]').map(one => one.id);
for (const id of new Set(ids)) if (ids.filter(one => one === id).length > 1) wrong.push('id twice: ' + id);
let level = 0;
for (const one of all('h1,h2,h3,h4,h5,h6')) {
  const next = Number(one.tagName[1]);
  if (next > level + 1) wrong.push('heading order: ' + one.textContent);
  level = next;
  if (!one.textContent.trim()) wrong.push('empty heading');
}
if (all('h1').length !== 1) wrong.push('one h1');
const nameOf = one => (one.getAttribute('aria-label') ?? (one.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join('')) ||
  [...(one.labels ?? [])].map(label => label.textContent).join('') || (one.matches('button, summary, a') ? one.textContent : '');
for (const one of all('section, input, button, summary, meter, select, textarea, a'))
  if (!one.closest('[hidden]') && !nameOf(one).trim()) wrong.push('no name: ' + one.outerHTML.slice(0, 80));
for (const one of all('[aria-labelledby], [for], [aria-controls]'))
  for (const id of (one.getAttribute('aria-labelledby') ?? one.getAttribute('for') ?? one.getAttribute('aria-controls')).split(' '))
    if (!document.getElementById(id)) wrong.push('no such id: ' + id);
if (all('[tabindex]').some(one => one.tabIndex > 0)) wrong.push('positive tabindex');
for (const one of all('ul, ol')) for (const child of one.children) if (child.tagName !== 'LI') wrong.push('list with ' + child.tagName);
for (const one of all('button')) if (one.querySelector('button, a, input, [tabindex]')) wrong.push('button in button');
if (all('th').some(one => !one.scope)) wrong.push('th without scope');
if (all('body > :not(main, script)').length) wrong.push('content outside of main');
if (document.getAnimations().length) wrong.push('something moves');
return wrong.slice(0, 8);
"""

CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = color => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
const memo = new Map();
const parsed = color => { if (!memo.has(color)) memo.set(color, rgba(color)); return memo.get(color); };
const over = (top, under) => [0, 1, 2].map(i => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
const backgroundOf = one => {
  if (!one) return parsed(matchMedia('(prefers-color-scheme: dark)').matches ? '#121212' : '#fff');
  const own = parsed(getComputedStyle(one).backgroundColor);
  return own[3] === 1 ? own : over(own, backgroundOf(one.parentElement));
};
const light = ([r, g, b]) => { const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
  return .2126 * x + .7152 * y + .0722 * z; };
const seen = new Map();
for (const one of document.querySelectorAll('body *')) {
  if (one.matches('script, style') || ![...one.childNodes].some(child => child.nodeType === 3 && child.data.trim())) continue;
  if (!one.checkVisibility()) continue;
  const style = getComputedStyle(one), under = backgroundOf(one);
  const [a, b] = [light(over(parsed(style.color), under)), light(under)].sort((x, y) => y - x);
  const size = parseFloat(style.fontSize), need = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
  const ratio = (a + .05) / (b + .05);
  const key = style.color + ' on ' + under.slice(0, 3).map(Math.round);
  if (!seen.has(key)) seen.set(key, [ratio / need * 4.5, one.className || one.tagName]);
}
return [...seen].map(([key, [ratio, name]]) => [ratio, key, name]).sort((a, b) => a[0] - b[0]);
"""

LIT = """
const all = (selector, name) => [...document.querySelectorAll(selector)].map(one => one.getAttribute(name)).sort();
return [all('[data-source][data-lit]', 'data-source'), all('[data-cell][data-lit]', 'data-cell'), all('#spec [data-rule][data-lit]', 'data-rule')];
"""


class Check:
    def __init__(self, browser, path, seconds):
        self.browser, self.seconds, self.failed = browser, seconds, 0
        self.url = pathlib.Path(path).resolve().as_uri()
        self.path = path

    def that(self, is_true, name, detail=""):
        self.failed += not is_true
        print(f"{'ok  ' if is_true else 'FAIL'} {name}" + (f"  [{detail}]" if detail != "" and (not is_true or isinstance(detail, str)) else ""), flush=True)
        return is_true

    def same(self, found, expected, name):
        return self.that(found == expected, name, "" if found == expected else f"found {str(found)[:300]}, expected {str(expected)[:300]}")

    def skip(self, name):
        print(f"--   {name}: nothing of this kind in the page", flush=True)

    # Opening

    def opening(self):
        browser, times = self.browser, []
        # The time is taken in the page itself, from the start of loading to data-ready.
        watch = """new MutationObserver((_, one) => { if (document.getElementById('report')?.dataset.ready) { window.readyAt = performance.now(); one.disconnect(); } })
            .observe(document, {subtree: true, childList: true, attributes: true, attributeFilter: ['data-ready']});"""
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Page.addScriptToEvaluateOnNewDocument", "params": {"source": watch}})
        for _ in range(3):
            ready = browser.open(self.url)
            times.append(browser.run("return window.readyAt ?? 1e9"))
        self.that(ready, "data-ready is set")
        self.that(min(times) < 1000 * self.seconds, f"opens in under {self.seconds:g} s", f"{min(times):.0f} ms, {os.path.getsize(self.path)} bytes")
        self.model = Model(json.loads(browser.run("return document.getElementById('rkmap-data').textContent")))
        self.same(browser.run("return document.getElementById('report').dataset.version"), "1", "data-version")
        self.same(browser.run("return [...document.querySelectorAll('script, img, iframe, object, link, base, form')].map(one => one.localName)"),
                  ["script", "script"], "nothing in the data became an element")

    def inputs(self):
        browser, model = self.browser, self.model
        found = browser.run("return [...document.querySelectorAll('#inputs section[data-input]')].map(one => [one.dataset.input, one.dataset.state])")
        self.same(found, [[one["file"], one["state"]] for one in model.ordered], "a section for each input, failed first")
        self.same(browser.run("return document.querySelectorAll('#inputs meter').length"), len(model.inputs), "a meter for each input")
        self.same(browser.run("return document.querySelectorAll('#coverage meter').length"), 1, "a meter for all")
        if not model.inputs:
            return
        self.same(self.shown(), [model.ordered[0]["file"]], "the first input is shown")
        visible = browser.run("return [...document.querySelectorAll('#inputs section[data-input]')].filter(one => !one.hidden).length")
        self.same(visible, min(SHOWN, len(model.inputs)), "at most 50 inputs are shown")
        for one in model.ordered[1:6]:
            browser.point(browser.find("data-open", one["file"]), is_click=True)
            self.wait(lambda: self.shown() == [one["file"]])
            self.same(self.shown(), [one["file"]], f"data-open shows {ascii(one['file'])}")
        self.open(model.ordered[0])

    def shown(self):
        return self.browser.run("""return [...document.querySelectorAll('section[data-input]')].filter(one =>
            [...one.children].some(child => child.classList.contains('body') && child.getClientRects().length)).map(one => one.dataset.input)""")

    def wait(self, until):
        for _ in range(100):
            if until():
                return
            time.sleep(0.02)

    def open(self, one):
        self.browser.keys(ESCAPE)
        self.browser.run("[...document.querySelectorAll('[data-open]')].find(one => one.dataset.open === arguments[0]).click()", one["file"])
        self.wait(lambda: self.shown() == [one["file"]])

    # Contents

    def contents(self):
        browser = self.browser
        for one in self.model.ordered[:4]:
            self.open(one)
            name = ascii(one["file"])
            found = browser.run("""const section = [...document.querySelectorAll('section[data-input]')].find(one => one.dataset.input === arguments[0]);
                const all = (selector, make) => [...section.querySelectorAll(selector)].map(make);
                return {sources: all('[data-source]', one => [one.dataset.source, one.dataset.state, one.tabIndex]),
                  records: all('[data-record]', one => [Number(one.dataset.record), one.dataset.target]),
                  cells: all('[data-cell]', one => [one.dataset.cell, one.dataset.rule, one.dataset.from, one.closest('[data-record]').dataset.record]),
                  more: all('.more', one => one).length, opaque: all('[data-source]', one => one.dataset.source.split('/').length).some(depth => depth > 100),
                  diff: all('[data-diff] ins, [data-diff] del', one => [one.localName, one.textContent])}""", one["file"])
            wrong = [row for row in found["sources"] if row[0] in one["states"] and one["states"][row[0]] != row[1]]
            self.same(wrong, [], f"{name}: states of the values")
            self.that(all(row[2] == 0 for row in found["sources"]), f"{name}: values can be focused")
            missing = set(one["states"]) - {row[0] for row in found["sources"]}
            self.that(not missing or found["more"] > 0 or found["opaque"], f"{name}: every value is there", sorted(missing)[:3])
            self.same(found["records"], one["numbers"][:len(found["records"])], f"{name}: records in output order")
            self.that(len(found["records"]) == min(SHOWN, len(one["numbers"])), f"{name}: at most 50 records", len(found["records"]))
            records = {row[0] for row in found["records"]}
            counts = {}
            expected = []
            for cell in one["cells"]:
                counts[cell["record"]] = counts.get(cell["record"], 0) + 1
                if cell["record"] in records and counts[cell["record"]] <= SHOWN:
                    expected.append([cell["name"], cell["rule"], "\n".join(cell["from"]), str(cell["record"])])
            self.same(found["cells"], expected, f"{name}: cells with rule and sources")
            ops = ["ins" if line["op"] == "ins" else "del" for line in one.get("diff", []) if line["op"] != "same"]
            self.same([row[0] for row in found["diff"]], ops, f"{name}: difference as ins and del")

    def folding(self):
        folded = None
        found = self.browser.run("""const wrong = []; let folded = 0;
            for (const one of document.querySelectorAll('.source details')) {
              const isMapped = one.querySelector('[data-state=mapped], [data-state=failed]') !== null || one.parentElement.dataset.source !== undefined;
              if (!isMapped) folded += 1;
              if (one.open !== isMapped) wrong.push(one.firstChild.textContent);
            }
            return [wrong.slice(0, 3), folded]""")
        self.same(found[0], [], "subtrees without mapped values are folded, others open")
        for one in self.model.ordered[:6]:
            self.open(one)
            folded = self.browser.run("return [...document.querySelectorAll('.source details:not([open]) > summary')].find(one => one.checkVisibility()) ?? null")
            if folded:
                break
        if not folded:
            return self.skip("unfolding")
        self.browser.focus(folded)
        self.browser.keys(ENTER)
        self.that(self.browser.run("return arguments[0].parentElement.open", folded), "Enter unfolds")
        self.browser.keys(ENTER)

    def long_lists(self):
        wrong = self.browser.run("""return [...document.querySelectorAll('.body ul, #findings ul, tbody, #inputs > div')].map(one =>
            [...one.children].filter(child => !child.hidden).length).filter(count => count > 50)""")
        self.same(wrong, [], "no list shows more than 50")
        long = None
        for one in self.model.ordered[:6]:
            self.open(one)
            long = self.browser.run("return [...document.querySelectorAll('.more')].find(one => one.checkVisibility()) ?? null")
            if long:
                break
        if not long:
            return self.skip("the button for more than 50")
        counts = """const list = arguments[0].previousElementSibling; const holder = list.tBodies ? list.tBodies[0] : list;
            return [...holder.children].filter(one => !one.hidden).length"""
        self.same(self.browser.run(counts, long), SHOWN, "a long list shows 50")
        self.browser.focus(long)
        self.browser.keys(ENTER)
        self.that(self.browser.run(counts, long) > SHOWN, "the button shows more")
        self.that(self.browser.run("return document.activeElement !== document.body"), "the focus stays in the list")

    # Lineage

    def sample(self):
        """An input that has a cell with a source, and that cell; where possible, both are visible at first."""
        for one in self.model.ordered:
            rules = set(self.browser.run("return [...document.querySelectorAll('#spec [data-rule]')].map(one => one.dataset.rule)"))
            leaf = [cell for cell in one["cells"] if len(cell["from"]) == 1 and cell["from"][0] in one["states"] and cell["rule"] in rules]
            if not leaf:
                continue
            self.open(one)
            for cell in leaf[:40]:
                if self.browser.find("data-source", cell["from"][0]) and self.browser.find("data-cell", cell["name"]):
                    return one, cell
        return None, None

    def lit_is(self, one, kind, key, name):
        sources, cells, rules = self.browser.run(LIT)
        present = {name: set(self.browser.run(f"return [...document.querySelectorAll('{where}')].map(one => one.getAttribute('{name}'))"))
                   for name, where in (("data-source", "[data-source]"), ("data-cell", "[data-cell]"), ("data-rule", "#spec [data-rule]"))}
        shown = [cell for other in self.model.inputs for cell in other["cells"] if cell["name"] in present["data-cell"]]
        chosen = [cell for cell in shown if {"value": key in cell["from"], "cell": cell["name"] == key, "rule": cell["rule"] == key}[kind]]
        self.same(set(cells), {cell["name"] for cell in chosen}, f"{name}: cells")
        self.same(set(rules) & present["data-rule"], ({cell["rule"] for cell in chosen} | ({key} if kind == "rule" else set())) & present["data-rule"], f"{name}: rules")
        if kind == "rule":
            # Values are lit also when the list of records does not show their cells yet.
            chosen = [cell for other in self.model.inputs for cell in other["cells"] if cell["rule"] == key]
        expected = {key} if kind == "value" else {source for cell in chosen for source in cell["from"] if source in present["data-source"]}
        inner = {source for source in sources if any(source.startswith(outer + "/") for outer in expected)}
        self.same(set(sources) - inner, expected, f"{name}: values")

    def lineage(self):
        browser = self.browser
        one, cell = self.sample()
        if cell is None:
            return self.skip("lineage")
        places = [("value", "data-source", cell["from"][0], ""), ("cell", "data-cell", cell["name"], ""), ("rule", "data-rule", cell["rule"], "#spec")]
        for kind, attribute, key, within in places:
            browser.keys(ESCAPE)
            browser.point(browser.find(attribute, key, within))
            self.lit_is(one, kind, key, f"pointing at a {kind}")
        for kind, attribute, key, within in places:
            browser.keys(ESCAPE)
            browser.focus(browser.run("return document.getElementById('search')"))
            browser.focus(browser.find(attribute, key, within))
            self.lit_is(one, kind, key, f"focus on a {kind}")
        for kind, attribute, key, within in places:
            browser.keys(ESCAPE)
            browser.point(browser.find(attribute, key, within), is_click=True)
            pinned = browser.run("return [...document.querySelectorAll('[data-pinned]')].map(one => one.getAttribute(arguments[0]))", attribute)
            self.same(pinned, [key], f"a click pins a {kind}")
            browser.point(browser.run("return document.querySelector('h1')"))
            other = places[(places.index((kind, attribute, key, within)) + 1) % 3]
            browser.focus(browser.find(other[1], other[2], other[3]))
            self.lit_is(one, kind, key, f"a pinned {kind} stays lit")
            browser.keys(ESCAPE)
            self.same(browser.run("return document.querySelectorAll('[data-pinned], [data-lit]').length"), 0, f"Escape frees a {kind}")
        browser.focus(browser.find("data-source", cell["from"][0]))
        for key, attribute in ((RIGHT, "data-cell"), (RIGHT, "data-rule"), (LEFT, "data-cell"), (LEFT, "data-source")):
            browser.keys(key)
            self.that(browser.run("return document.activeElement.hasAttribute(arguments[0])", attribute), f"an arrow goes to {attribute}")
        before = browser.run("return document.activeElement")
        browser.keys(DOWN)
        self.that(browser.run("return document.activeElement") != before, "an arrow goes down")
        browser.keys(ENTER)
        self.that(browser.run("return document.activeElement.hasAttribute('data-pinned')"), "Enter pins")
        browser.keys(ESCAPE)
        self.mapper()
        self.later_input(one, cell)

    def mapper(self):
        rule = self.browser.run("return [...document.querySelectorAll('#spec [data-rule]')].find(one => arguments[0].includes(one.dataset.rule)) ?? null", list(self.model.mappers))
        if rule is None:
            return self.skip("records of a mapper")
        self.browser.focus(rule)
        name = self.browser.run("return arguments[0].dataset.rule", rule)
        found = self.browser.run("return ['[data-record]', '[data-record][data-lit]'].map(where => [...document.querySelectorAll(where)].map(one => one.dataset.record))")
        self.same(set(found[1]), set(found[0]) & self.model.mappers[name], "focus on a mapper: its records")

    def later_input(self, one, cell):
        """A rule that is pinned lights what belongs to it in an input that is shown afterwards."""
        self.browser.open(self.url)
        other = next((other for other in self.model.ordered[1:] if any(more["rule"] == cell["rule"] for more in other["cells"])), None)
        rule = self.browser.find("data-rule", cell["rule"], "#spec")
        if other is None or rule is None:
            return self.skip("a rule and an input that is shown later")
        self.browser.focus(rule)
        self.browser.keys(ENTER)
        self.browser.run("[...document.querySelectorAll('[data-open]')].find(one => one.dataset.open === arguments[0]).click()", other["file"])
        self.wait(lambda: self.shown() == [other["file"]])
        self.lit_is(other, "rule", cell["rule"], "a pinned rule and an input shown later")
        self.browser.keys(ESCAPE)

    # Search

    def searching(self):
        browser, model = self.browser, self.model
        if not any("packed" in one for one in model.inputs):
            print(f"--   the first search takes {self.search_time('no value has this text'):.0f} ms", flush=True)
        is_small = len(model.inputs) <= 8
        for one in model.ordered if is_small else model.ordered[:2]:
            self.open(one)
        words = {"a path": next((source.split("#")[-1].split("/")[-1] for one in model.inputs for source, state in one["states"].items() if state == "unmapped"), None),
                 "a target": next((cell["target"] for one in model.inputs for cell in one["cells"]), None),
                 "a rule of the spec": next(iter(model.rules), None), "a rule": next((cell["rule"] for one in reversed(model.inputs) for cell in reversed(one["cells"])), None),
                 "nothing": "no value has this text"}
        for kind, word in words.items():
            if not word or not word.isprintable():
                continue
            self.search(word)
            found = browser.run("""const word = arguments[0].toLowerCase();
                const all = [...document.querySelectorAll('[data-path], [data-source], [data-cell], [data-code]')];
                const own = one => [one.dataset.path, one.dataset.source, one.dataset.rule, one.closest('[data-record]')?.dataset.target, one.textContent].join('\\n').toLowerCase();
                const rules = [...document.querySelectorAll('#spec [data-rule]')].filter(one => one.dataset.rule.toLowerCase().includes(word));
                return {count: document.getElementById('search-count').textContent, visible: all.filter(one => !one.hidden).length + rules.length,
                  wrong: all.filter(one => one.hidden && !one.matches('li:has(li)') && own(one).replace((one.dataset.source ?? '#').split('#')[0].toLowerCase(), '').includes(word)).map(own).slice(0, 2),
                  any: rules.length > 0 || all.some(one => !one.hidden && own(one).includes(word))}""", word)
            if is_small:
                self.same(int(found["count"]), found["visible"], f"search for {kind}, {ascii(word)}: count")
            else:
                self.that(int(found["count"]) >= found["visible"], f"search for {kind}, {ascii(word)}: count", found["count"])
            self.same(found["wrong"], [], f"search for {kind}: what matches is visible")
            self.that(found["any"] == (kind != "nothing"), f"search for {kind}: something matches")
        self.search("")
        self.same(browser.run("return [document.querySelectorAll('[data-source][hidden], [data-cell][hidden]').length, document.getElementById('search-count').textContent]"),
                  [0, ""], "an empty search shows all")

    def search_time(self, word):
        """The time of a first search, for which all inputs are read."""
        return self.browser.run("""const box = document.getElementById('search'); const start = performance.now(); box.value = arguments[0];
            box.dispatchEvent(new Event('input')); return performance.now() - start""", word)

    def search(self, word):
        box = self.browser.run("return document.getElementById('search')")
        self.browser.run("arguments[0].value = ''; arguments[0].focus()", box)
        if word:
            self.browser.call("POST", f"/element/{box[ELEMENT]}/value", {"text": word})
        else:
            self.browser.run("arguments[0].dispatchEvent(new Event('input'))", box)
        last = None
        for _ in range(100):
            now = self.browser.run("return document.getElementById('search-count').textContent")
            if now == last and (now != "") == (word != ""):
                break
            last = now
            time.sleep(0.05)

    # Going to values

    def addresses(self):
        sources = [(one, source) for one in reversed(self.model.ordered[-6:]) for source in ([source for source in one["states"] if "%" in source] + list(one["states"]))[:1] + list(one["states"])[-1:] if source.count("/") < 60]
        if not sources:
            return self.skip("addresses")
        for one, source in sources[:4]:
            for address in (urllib.parse.quote(source, safe="/#"), urllib.parse.quote(source, safe="")):
                self.browser.open(self.url + "#" + address)
                self.wait(lambda: self.shown() == [one["file"]])
                lit = self.browser.run(LIT)
                at = self.browser.run("return document.activeElement.getAttribute('data-source')")
                self.that(self.shown() == [one["file"]] and source in lit[0] and at == source, f"address #{ascii(address)[1:-1][:60]}", f"shown {self.shown()}, lit {lit[0][:3]}, focus {at}")
                is_seen = self.browser.run("""const box = document.activeElement.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight + 1 || box.height > innerHeight""")
                self.that(is_seen, "it is in view")
        self.browser.open(self.url)

    def findings(self):
        browser = self.browser
        found = browser.run("return [...document.querySelectorAll('#findings [data-code]')].map(one => [one.dataset.code, one.dataset.severity, one.dataset.place])")
        expected = [[one["code"], one["severity"], one.get("place")] for one in self.model.findings]
        if not browser.run("return document.getElementById('findings') !== null"):
            return self.skip("findings")
        self.same([row for row in found if row in expected][:SHOWN], expected[:SHOWN], "a line for each finding")
        if not expected:
            self.skip("activating findings")
        placed = [pair for pair in enumerate(self.model.findings[:SHOWN]) if "pointer" in pair[1] and "input" in pair[1]]
        for number, finding in placed[:4]:
            button = browser.run("return document.querySelectorAll('#findings [data-code]')[arguments[0]]", number)
            source = Model.source(finding)
            for way in ("click", "Enter"):
                self.open(self.model.ordered[-1])
                if way == "click":
                    browser.point(button, is_click=True)
                else:
                    browser.focus(button)
                    browser.keys(ENTER)
                self.wait(lambda: source in browser.run(LIT)[0])
                is_leaf = source in finding["input"]["states"]
                self.that(self.shown() == [finding["input"]["file"]] and (source in browser.run(LIT)[0] or not is_leaf), f"{way} on finding {finding['code']} shows its value", ascii(source))

    # The whole

    def keyboard(self):
        browser = self.browser
        browser.open(self.url)
        browser.run("window.reached = []; document.addEventListener('focusin', event => window.reached.push(event.target)); document.activeElement.blur(); window.scrollTo(0, 0)")
        count = browser.run("return [...document.querySelectorAll('input, button, summary, [tabindex=\"0\"]')].filter(one => one.checkVisibility()).length")
        for _ in range(0, count + 5, 100):
            browser.keys(*[TAB] * min(100, count + 5))
        reached = browser.run("""const missed = [...document.querySelectorAll('input, button, summary, [data-source], [data-cell], #spec [data-rule]')]
            .filter(one => one.checkVisibility() && !window.reached.includes(one)); return missed.map(one => one.outerHTML.slice(0, 80))""")
        self.same(reached[:3], [], f"Tab reaches all of {count} stops")
        outline = browser.run("""const one = document.querySelector('[data-source], [data-open], #search'); one.focus();
            return getComputedStyle(one).outlineStyle !== 'none' && parseFloat(getComputedStyle(one).outlineWidth) >= 2""")
        browser.keys(TAB)
        self.that(outline or browser.run("return getComputedStyle(document.activeElement).outlineStyle !== 'none'"), "the focus is visible")

    def accessibility(self):
        self.same(self.browser.run(STRUCTURE), [], "landmarks, labels, headings, ids")
        one, cell = self.sample()
        if cell:
            self.browser.point(self.browser.find("data-cell", cell["name"]), is_click=True)
        for scheme in ("light", "dark"):
            self.browser.media(prefers_color_scheme=scheme)
            pairs = self.browser.run(CONTRAST)
            low = [pair for pair in pairs if pair[0] < 4.5]
            self.that(not low, f"contrast, {scheme}: {len(pairs)} pairs", f"least {pairs[0][0]:.2f}" if not low else str(low[:4]))
        self.browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
        moving = self.browser.run("return [...document.querySelectorAll('body, body *')].slice(0, 3000).filter(one => parseFloat(getComputedStyle(one).transitionDuration) > 0).length")
        self.same(moving, 0, "nothing moves under prefers-reduced-motion")
        unmarked = self.browser.run("return [...document.querySelectorAll('[data-source], #coverage [data-path]')].filter(one => !/[✓–✗]/.test(one.textContent)).length")
        self.same(unmarked, 0, "states are readable without colour")
        unseen = self.browser.run("""const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); const found = [];
            while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('script') && /[\\0-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]/.test(walk.currentNode.data)) found.push(walk.currentNode.data.slice(0, 60));
            return found.slice(0, 3)""")
        self.same(unseen, [], "control and bidirectional characters are written out")
        for width in (1500, 900, 360):
            self.browser.size(width, 900)
            wide = self.browser.run("return document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth")
            self.that(wide <= 0, f"no sideways scrolling at {width} pixels", wide)
        self.browser.size(1500, 950)

    def quiet(self):
        errors = [entry["message"] for entry in self.browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        self.same(errors[:3], [], "no errors on the console")
        requests = []
        for entry in self.browser.log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                # The browser's own first page asks for pictures and scripts of its own.
                if message["params"].get("documentURL", "").startswith("file:"):
                    requests.append(message["params"]["request"]["url"].split("#")[0])
        self.same(sorted(set(requests) - {self.url}), [], "no request but for the page")

    def shots(self, folder):
        os.makedirs(folder, exist_ok=True)
        stem = os.path.join(folder, os.path.splitext(os.path.basename(self.path))[0])
        self.browser.open(self.url)
        _, cell = self.sample()
        for width, height in ((1500, 950), (420, 900)):
            self.browser.size(width, height)
            for scheme in ("light", "dark"):
                self.browser.media(prefers_color_scheme=scheme)
                self.browser.run("scrollTo(0, 0)")
                self.browser.shot(f"{stem}-{scheme}-{width}-top.png")
                if cell:
                    self.browser.run("const one = [...document.querySelectorAll('[data-cell]')].find(one => one.dataset.cell === arguments[0]); one.closest('[data-input]').scrollIntoView(); one.click()", cell["name"])
                self.browser.shot(f"{stem}-{scheme}-{width}.png")
                self.browser.keys(ESCAPE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page")
    parser.add_argument("--seconds", type=float, default=1, help="the time in which the page has to open")
    parser.add_argument("--shots", help="a folder for pictures of the page")
    given = parser.parse_args()
    browser = Browser()
    check = Check(browser, given.page, given.seconds)
    try:
        check.opening()
        for step in (check.inputs, check.contents, check.folding, check.long_lists, check.lineage, check.findings, check.searching,
                     check.addresses, check.accessibility, check.keyboard, check.quiet):
            try:
                step()
            except (RuntimeError, TypeError, KeyError, ValueError) as error:
                check.that(False, step.__name__, f"{type(error).__name__}: {error}")
                browser.call("DELETE", "/actions")
        if given.shots:
            check.shots(given.shots)
    finally:
        browser.close()
    print(f"{check.failed} failed")
    sys.exit(1 if check.failed else 0)


main()
