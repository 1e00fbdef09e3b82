internal import RKEngine

/// Changes the representation of one record.
extension OriginalUpdater {
  /// Updates the representation of a record to the values of another.
  func update(
    _ original: Record,
    _ record: Int,
    _ node: Int,
    _ base: Int,
    _ view: TokenView
  ) -> Bool {
    let start = representation(of: original, node)
    if plan.nodes[node].scalar != nil, originals.text.bytes[start] != .openObject {
      return replaceScalar(original, record, node, base, at: start, view)
    }
    for number in plan.nodes[node].members.indices {
      let member = plan.nodes[node].members[number]
      let change = MemberChange(
        number: number,
        member: member,
        record: record,
        node: node,
        base: base,
        start: start,
        token: writer.token(of: number, of: node, base),
        old: original.value(at: member.names)
      )
      let isDone =
        switch member.content {
        case .value(let rule): put(change, rule, view)
        case .records(let nodes, _, _): relate(change, nodes, view)
        }
      if !isDone { return false }
    }
    return true
  }

  /// The offset of the object with the record's members; it includes the key if the record is inside one.
  func representation(of record: Record, _ node: Int) -> Int {
    guard let key = plan.nodes[node].key,
      !plan.nodes[node].isCollection || originals.text.isElement(valueAt: record.offset)
    else { return record.offset }
    let member = plan.nodes[node].members[key]
    guard case .value(let rule) = member.content, let value = record.value(at: member.names) else {
      return record.offset
    }
    guard let (name, start) = originals.text.firstMember(ofObjectAt: record.offset),
      Value.string(name) == value || writer.areSame(JSONText.quoted(name), value.json, by: rule)
    else { return record.offset }
    return start
  }

  /// Rewrites the representation of a record that was a scalar, if the record differs.
  private func replaceScalar(
    _ original: Record,
    _ record: Int,
    _ node: Int,
    _ base: Int,
    at start: Int,
    _ view: TokenView
  ) -> Bool {
    var isKept = true
    var unsaid: Int?
    for number in plan.nodes[node].members.indices {
      let member = plan.nodes[node].members[number]
      let token = writer.token(of: number, of: node, base)
      let old = original.value(at: member.names)
      if token == 0 {
        if old != nil { unsaid = Int(member.site) }
      } else if case .value(let rule) = member.content, let old, isSame(old, token, rule, view) {
        continue
      } else {
        isKept = false
      }
    }
    if isKept && (unsaid == nil || !deletes) { return true }
    // A scalar has no place in an object of other members.
    if let unsaid, !deletes { return writer.fail(.oneWay, at: record, unsaid) }
    guard let text = writer.text(of: record, as: node, view) else { return false }
    return set([], from: start, to: text, at: record, Int(plan.nodes[node].site))
  }

  private func isSame(_ old: Value, _ token: Int, _ rule: WriteRule, _ view: TokenView) -> Bool {
    let range = view.range(ofValue: token)
    if Value(json: view.padded, range) == old { return true }
    return writer.areSame(old.json, range.map { view.padded[$0] }, by: rule)
  }

  /// A change of one member of a record.
  private struct MemberChange {
    var number: Int
    var member: WritePlan.Member
    var record: Int
    /// The node that writes the record, and the base of the record's slots.
    var node: Int
    var base: Int
    /// The offset where the representation begins.
    var start: Int
    /// The tokens of the value in the record and in the original; 0 for none.
    var token: Int
    var old: Value?

    var site: Int { Int(member.site) }
  }

  private func put(_ change: MemberChange, _ rule: WriteRule, _ view: TokenView) -> Bool {
    let (member, start, token) = (change.member, change.start, change.token)
    let places = plan.nodes[change.node].key == change.number ? [] : member.places
    if token == 0 {
      guard deletes, change.old != nil else { return true }
      // Remove all places that the value may be read from.
      let removed = places.filter { own.remove($0, from: start) }
      let isWritten = !member.isOneWay && !member.isReadElsewhere && !places.isEmpty
      if isWritten && !removed.isEmpty { return true }
      // A value that is read from no place stays, whatever is removed.
      return writer.fail(isWritten ? .unsaid : .oneWay, at: change.record, change.site)
    }
    let isKept = change.old.map { isSame($0, token, rule, view) } ?? false
    // The whole representation is replaced if it is the only place.
    let inner = places.filter { !$0.isEmpty }
    let present = inner.first { originals.text.place(at: $0, from: start) != nil }
    guard let steps = present ?? inner.first ?? places.first else {
      return isKept || writer.fail(.oneWay, at: token, change.site)
    }
    if isKept { return true }
    if member.isOneWay { return writer.fail(.oneWay, at: token, change.site) }
    return set(steps, to: change, view)
  }

  /// Sets a place of the representation to the record's value.
  private func set(
    _ steps: [WritePlan.Step],
    to change: MemberChange,
    _ view: TokenView
  ) -> Bool {
    guard let text = writer.text(ofMember: change.number, of: change.node, change.base, view) else {
      return false
    }
    return set(steps, from: change.start, to: text, at: change.token, change.site)
  }

  // MARK: - Related records

  private func relate(_ change: MemberChange, _ nodes: [Int], _ view: TokenView) -> Bool {
    let (member, token) = (change.member, change.token)
    let kind = token == 0 ? 0 : view.token(token)
    switch (change.old, kind) {
    case (_, 0):
      guard deletes, change.old != nil else { return true }
      guard let steps = member.place, own.remove(steps, from: change.start) else {
        return writer.fail(.oneWay, at: change.record, change.site)
      }
      return true
    case (.null?, .ascii("n")): return true
    case (.array(let values)?, .openArray): return match(change, nodes, values.records, view)
    case (.record(let related)?, .openArray): return match(change, nodes, [related], view)
    case (.array(let values)?, .openObject) where !deletes && !values.records.isEmpty:
      // The other records must stay, but an object has room for one only.
      return writer.fail(.obstacle, at: token, change.site)
    case (.object?, .openObject) where !says(token, nodes, view):
      // Only attributes fill it.
      return true
    case (.record(let related)?, .openObject):
      guard let inner = writer.node(of: token, nodes, view) else { return false }
      let base = writer.open(token, as: inner, view)
      defer { writer.close(base) }
      let isIt =
        related.target.utf8.elementsEqual(plan.nodes[inner].target)
        && (member.place?.isEmpty == true
          || plan.nodes[inner].identity { related.value(at: $0) } == identity(inner, base, view)
          || !saysIdentity(inner, base))
      if isIt { return update(related, token, inner, base, view) }
    default: break
    }
    guard let steps = member.place, !steps.isEmpty else {
      return writer.fail(.oneWay, at: token, change.site)
    }
    return set(steps, to: change, view)
  }

  /// Whether a record has a member that one of the nodes writes.
  private func says(_ record: Int, _ nodes: [Int], _ view: TokenView) -> Bool {
    nodes.contains { node in
      let base = writer.open(record, as: node, view)
      defer { writer.close(base) }
      return says(node, base)
    }
  }

  /// A record of a list, and its counterpart in the original.
  private struct Element {
    var token: Int
    var node: Int
    var old: Record?
  }

  /// Matches the records of a list with those of the original.
  private func match(
    _ change: MemberChange,
    _ nodes: [Int],
    _ records: [Record],
    _ view: TokenView
  ) -> Bool {
    let (member, start, list, site) = (change.member, change.start, change.token, change.site)
    guard var elements = elements(of: list, nodes, site, view),
      let others = pair(&elements, records, nodes, view)
    else { return false }
    if let steps = member.place, !steps.isEmpty, !plan.nodes[nodes[0]].isCollection,
      let single = originals.text.place(at: steps, from: start),
      originals.text.bytes[single] != .openArray, records.count == 1
    {
      // The original has a single record without a list around it.
      if elements.isEmpty && !deletes { return true }
      guard let own = elements.firstIndex(where: { $0.old != nil }) else {
        guard deletes else { return writer.fail(.noPlace, at: list, site) }
        return set(steps, to: change, view)
      }
      let isList = if case .records(_, .many, _) = member.content { true } else { false }
      return put(elements[own], view)
        && (isList && elements.count == 1
          || wrap(single, elements[..<own], elements[(own + 1)...], view))
    }
    for element in elements {
      let isPut =
        element.old == nil
        ? add(element.token, element.node, to: member, at: start, view) : put(element, view)
      if !isPut { return false }
    }
    guard deletes else { return true }
    for record in others {
      let inner = plan.node(of: record, nodes)
      guard let steps = member.place, remove(record, inner, at: steps, from: start, in: &own)
      else { return writer.fail(.oneWay, at: list, site) }
    }
    return true
  }

  /// Turns a value into a list, with new records before and after it.
  private func wrap(
    _ place: Int,
    _ before: ArraySlice<Element>,
    _ after: ArraySlice<Element>,
    _ view: TokenView
  ) -> Bool {
    var texts: [[UInt8]] = []
    for element in before + after {
      guard let text = writer.text(of: element.token, as: element.node, view) else { return false }
      texts.append(text)
    }
    own.wrap(place, Array(texts[..<before.count]), Array(texts[before.count...]))
    return true
  }

  /// Updates the representation of a record that exists in the original.
  private func put(_ element: Element, _ view: TokenView) -> Bool {
    guard let old = element.old else { return true }
    if !old.target.utf8.elementsEqual(plan.nodes[element.node].target) {
      return replace(old, by: element.token, element.node, view)
    }
    let base = writer.open(element.token, as: element.node, view)
    defer { writer.close(base) }
    return update(old, element.token, element.node, base, view)
  }

  private func elements(of list: Int, _ nodes: [Int], _ site: Int, _ view: TokenView)
    -> [Element]?
  {
    var elements: [Element] = []
    var element = list + 1
    while view.token(element) != .closeArray {
      if view.token(element) == .openObject {
        guard let inner = writer.node(of: element, nodes, view) else { return nil }
        elements.append(Element(token: element, node: inner))
      } else if !view.isNull(element) {
        _ = writer.fail(.notRecord, at: element, site)
        return nil
      }
      element = view.afterComma(view.next(after: element))
    }
    return elements
  }

  /// Pairs records with those of the original.
  ///
  /// Returns the unpaired records of the original, or nil if the pairing is ambiguous.
  private func pair(
    _ elements: inout [Element],
    _ records: [Record],
    _ nodes: [Int],
    _ view: TokenView
  ) -> [Record]? {
    let wanted = elements.map { Value(json: view.padded, view.range(ofValue: $0.token)) }
    var isPaired: Set<Int> = []
    for (number, pairing) in comparison.pairings(of: wanted, records, nodes).enumerated() {
      switch pairing {
      case .new: break
      case .old(let place):
        elements[number].old = records[place]
        isPaired.insert(place)
      case .ambiguous(let identity, let count, let places):
        _ = ambiguous(identity, count, places.map { records[$0] }, at: elements[number].token)
        return nil
      }
    }
    return records.indices.filter { !isPaired.contains($0) }.map { records[$0] }
  }

  /// Adds a new record to the list of a relationship.
  private func add(
    _ record: Int,
    _ node: Int,
    to member: WritePlan.Member,
    at start: Int,
    _ view: TokenView
  ) -> Bool {
    guard let steps = member.place, !steps.isEmpty else {
      return writer.fail(.oneWay, at: record, Int(member.site))
    }
    return add(record, node, at: steps, from: start, view)
  }
}
