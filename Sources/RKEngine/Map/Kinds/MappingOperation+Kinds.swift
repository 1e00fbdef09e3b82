/// For snapshots, records the JSON kinds that values came from, if a conversion hides them.
extension MappingOperation {
  /// Records in a column of the current record which of its values came as a kind other than their
  /// natural one.
  ///
  /// The sources are looked up a second time: the first result is gone, and only tests use this.
  @inline(never)
  mutating func noteKinds(_ view: TokenView, _ batch: inout RecordBatch) {
    if frames.top.isScalarAttribute { return }
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
    if !judgesKinds {
      // In documents of text alone, only the forms of dates can differ.
      guard rule.notesForms, case .date? = rule.conversion else { return nil }
    }
    switch rule.origin {
    case .attribute(let id):
      for number in plan.attributes[id].sources.indices {
        let found = locate(PlanID<Source>(number), view)
        if found.kind == .missing { continue }
        if !plan.sources[number].origin.isOfDocument { return nil }
        let words = words(at: found, natural: rule.natural, rule.conversion, rule, view)
        // A date that came in place of a list is noted in any form.
        let isNatural = words == DateConverter.naturalForm && rule.conversion?.element == nil
        return isNatural ? nil : words
      }
      return nil
    case .relationship(let id):
      let found = locate(plan.relationships[id].source, view)
      // A scalar is natural here: only a mapper that declares scalars accepts it.
      guard found.kind == .token, TokenView.opens(view.token(Int(found.first))) else { return nil }
      return words(at: found, natural: rule.natural, nil, rule, view)
    }
  }

  /// The kinds of a value; for dates their form, also if it is natural.
  private func words(
    at location: ValueLocation,
    natural: NaturalKinds,
    _ conversion: Conversion?,
    _ rule: KindRule,
    _ view: TokenView
  ) -> String? {
    let element: PlanID<Conversion> = conversion?.element ?? .none
    switch location.kind {
    case .token:
      let token = Int(location.first)
      // A key that is used as a value is always text.
      if view.token(token) == .quote && view.token(token &+ 1) == .colon { return nil }
      let kind = JSONKind(firstByte: view.token(token))
      if kind == .null { return nil }
      if rule.notesForms, kind == .string || kind == .number, let id = date(of: conversion) {
        return DateConverter.form(
          of: kind == .string
            ? view.text(ofString: token) : view.range(ofValue: token).map { view.padded[$0] },
          isString: kind == .string,
          tellsQuotes: judgesKinds,
          by: plan.dates.conversions[id],
          plan.dates
        )
      }
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
      return words(ofElements: items, element, rule, view)
    case .list:
      if element.isNone { return nil }
      let items = (location.first..<location.first + location.second).map { walk.lists[Int($0)] }
      return words(ofElements: items, element, rule, view)
    case .number, .madeNumber:
      return natural.contains(.number) ? nil : JSONKind.number.rawValue
    case .unknown, .missing, .broken, .uncomputed, .null, .constant, .cell, .metadata: return nil
    }
  }

  /// The kinds as `[boolean|string]`, if some elements are not natural.
  private func words(
    ofElements items: [ValueLocation],
    _ id: PlanID<Conversion>,
    _ rule: KindRule,
    _ view: TokenView
  ) -> String? {
    let conversion = plan.conversions[id]
    let natural = conversion.naturalKinds(notingForms: rule.notesForms, dates: plan.dates)
    let kinds = Set(
      items.compactMap { words(at: $0, natural: natural, conversion, rule, view) }
    )
    if kinds.allSatisfy({ $0 == DateConverter.naturalForm }) { return nil }
    return "[\(kinds.sorted().joined(separator: "|"))]"
  }

  /// The conversion to dates, of a value or of the elements of its list.
  private func date(of conversion: Conversion?) -> PlanID<DateConversion>? {
    var conversion = conversion
    while let element = conversion?.element, !element.isNone {
      conversion = plan.conversions[element]
    }
    return if case .date(let id)? = conversion { id } else { nil }
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
