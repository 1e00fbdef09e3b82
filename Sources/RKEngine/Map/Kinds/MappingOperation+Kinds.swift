/// For snapshots, records the JSON kinds that values came from, if a conversion hides them.
extension MappingOperation {
  /// Records in a column of the current record which of its values came as a kind other than their
  /// natural one.
  ///
  /// The sources are looked up a second time: the first result is gone, and only tests use this.
  @inline(never)
  mutating func noteKinds(_ view: TokenView, _ batch: inout RecordBatch) {
    if frames.top.isScalarAttribute || !judgesKinds { return }
    let node = frames.top.node
    let start = batch.side.count
    for number in plan.nodes[node].kinds.indices {
      let rule = plan.kindRules[number]
      let cell = batch.cells[Int(frames.top.firstCell &+ rule.column)]
      if cell.kind == .missing || cell.kind == .null || cell.space == .plan { continue }
      guard let words = words(for: rule, view) else { continue }
      batch.side.append(batch.side.count == start ? .openObject : .comma)
      batch.side.append(contentsOf: plan.text.span, rule.label.range)
      batch.side.append(.colon)
      batch.side.append(contentsOf: JSONText.quoted(words))
    }
    if batch.side.count == start { return }
    batch.side.append(.closeObject)
    let column = frames.top.firstCell &+ plan.nodes[node].kindsColumn
    batch.cells[Int(column)] = Cell(.structure, start..<batch.side.count, space: .batch)
  }

  /// The kinds that a member's value came as; nil if they are natural, or not examined.
  private mutating func words(for rule: KindRule, _ view: TokenView) -> String? {
    switch rule.origin {
    case .attribute(let id):
      for number in plan.attributes[id].sources.indices {
        let found = locate(PlanID<Source>(number), view)
        if found.kind == .missing { continue }
        if !plan.sources[number].origin.isOfDocument { return nil }
        return words(at: found, natural: rule.natural, element: rule.element, view)
      }
      return nil
    case .relationship(let id):
      let found = locate(plan.relationships[id].source, view)
      // A scalar is natural here: only a mapper that declares scalars accepts it.
      guard found.kind == .token, TokenView.opens(view.token(Int(found.first))) else { return nil }
      return words(at: found, natural: rule.natural, element: .none, view)
    }
  }

  private func words(
    at location: ValueLocation,
    natural: NaturalKinds,
    element: PlanID<Conversion>,
    _ view: TokenView
  ) -> String? {
    switch location.kind {
    case .token:
      let token = Int(location.first)
      // A key that is used as a value is always text.
      if view.token(token) == .quote && view.token(token &+ 1) == .colon { return nil }
      let kind = JSONKind(firstByte: view.token(token))
      if kind == .null { return nil }
      guard natural.takes(kind, isNumericText: view.isNumericText(token)) else {
        return kind.rawValue
      }
      if kind != .array || element.isNone { return nil }
      var items: [ValueLocation] = []
      var item = token &+ 1
      while view.token(item) != .closeArray {
        items.append(ValueLocation(token: item))
        item = view.afterComma(view.next(after: item))
      }
      return words(ofElements: items, element, view)
    case .list:
      if element.isNone { return nil }
      let items = (location.first..<location.first + location.second).map { walk.lists[Int($0)] }
      return words(ofElements: items, element, view)
    case .number, .madeNumber:
      return natural.contains(.number) ? nil : JSONKind.number.rawValue
    case .unknown, .missing, .broken, .null, .constant, .cell, .metadata: return nil
    }
  }

  /// The kinds as `[boolean|string]`, if some elements are not natural.
  private func words(
    ofElements items: [ValueLocation],
    _ id: PlanID<Conversion>,
    _ view: TokenView
  ) -> String? {
    let conversion = plan.conversions[id]
    let natural = conversion.naturalKinds(dates: plan.dates)
    let others = Set(
      items.compactMap {
        words(at: $0, natural: natural, element: conversion.element ?? .none, view)
      }
    )
    return others.isEmpty ? nil : "[\(others.sorted().joined(separator: "|"))]"
  }
}

extension Source.Origin {
  /// Whether the value is in the document, and not a key.
  fileprivate var isOfDocument: Bool {
    switch self {
    case .member, .representation, .parent, .owner, .root, .document: true
    case .nestingKey, .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata, .line: false
    }
  }
}

extension TokenView {
  /// Whether a string, which begins with this token, is the text of a number.
  func isNumericText(_ token: Int) -> Bool {
    DecimalText.parts(padded, content(ofString: token)) != nil
  }
}
