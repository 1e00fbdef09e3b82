/// Passes traced documents to their receiver.
extension Pipeline {
  /// Begins the trace of a document that was read as a whole.
  func traceDocument(_ first: Int, _ view: TokenView) {
    guard let coverage = mapper.operation.coverage else { return }
    mapper.traceDocument(first, number: coverage.documentNumber, view)
  }

  /// Passes on the trace of a document that was mapped, and whose leaves were counted.
  func endTrace(
    document first: Int,
    _ last: Int,
    number: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) {
    guard let trace = mapper.operation.trace else { return }
    let view = window.view
    var document = TracedDocument(number: number, roots: trace.roots)
    if trace.options.wantsLeaves {
      document.text = view.text(view.position(first)..<view.end(ofValueEndingWith: last))
    }
    document.collections = trace.collections
    document.counts = trace.counts
    var wanted = trace.wanted
    if case .pointer = trace.options.selection {
      guard let start = trace.wanted else {
        return trace.options.receive(document)
      }
      // The selected range may begin with the value's key, which is not part of the value.
      let isMember =
        view.token(start.lowerBound) == .quote && view.token(start.lowerBound + 1) == .colon
      let token = isMember ? start.lowerBound + 2 : start.lowerBound
      let byte = view.token(token)
      let isLeaf = !TokenView.opens(byte) || view.isEmptyOrNull(token)
      let end = view.end(ofValueEndingWith: view.next(after: token) - 1)
      document.asked = (token, isLeaf ? view.text(view.position(token)..<end) : nil)
      wanted = token..<start.upperBound
    }
    document.descriptors = mapper.tracedDescriptors(first, view)
    if trace.options.wantsLeaves || wanted != nil {
      let rules = CoverageRules(mapper.plan)
      let validations = mapper.plan.validations.map { rules.site($0.site) }
      var leaves = LeafTrace(trace, validations: validations)
      leaves.pass(from: first, wanted: wanted ?? first..<(last + 1), view)
      document.leaves = leaves.leaves
    }
    document.places = places(of: document.tokens, from: first, window, input)
    document.keys = Set(
      document.places.keys.filter { view.token($0) == .quote && view.token($0 + 1) == .colon }
    )
    trace.options.receive(document)
  }

  private func places(
    of tokens: Set<Int>,
    from first: Int,
    _ window: borrowing InputWindow,
    _ input: borrowing InputState
  ) -> [Int: InputPlace] {
    let view = window.view
    var search = TokenPlaces(tokens)
    search.pass(from: first, view)
    var places: [Int: InputPlace] = [:]
    var (line, column) = window.lineAndColumn(of: view.position(first))
    var at = view.position(first)
    for token in search.pointers.keys.sorted() {
      let position = view.position(token)
      while at < position {
        column += 1
        if view.byte(at) == .lineFeed { (line, column) = (line + 1, 1) }
        at += 1
      }
      let end = view.end(ofValueEndingWith: max(token, view.next(after: token) - 1))
      let place = window.place(
        position..<max(end, position),
        input: input.name,
        pointer: search.pointers[token],
        isShown: false,
        position: (line, column)
      )
      places[token] = input.located(place)
    }
    return places
  }
}

extension TokenView {
  /// Some bytes as text.
  fileprivate func text(_ range: Range<Int>) -> String {
    String(decoding: range.map { byte($0) }, as: UTF8.self)
  }
}

extension TracedDocument {
  /// All tokens that are mentioned.
  fileprivate var tokens: Set<Int> {
    var tokens = Set(leaves.map(\.token))
    tokens.formUnion(leaves.compactMap(\.owner))
    tokens.formUnion(descriptors.compactMap(\.token))
    if let asked { tokens.insert(asked.token) }
    for record in roots.flatMap(\.records) {
      tokens.formUnion([record.token, record.inner])
      for cell in record.cells {
        tokens.formUnion(cell.tokens)
        for step in cell.steps {
          switch step {
          case .key(let token?, _), .source(_, let token?, _): tokens.insert(token)
          default: break
          }
        }
      }
    }
    return tokens
  }
}
