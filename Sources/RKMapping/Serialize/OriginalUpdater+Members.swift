internal import RKEngine

/// What changes in the representation of one record.
extension OriginalUpdater {
  /// Changes the representation of a record to what another says.
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
      let token = writer.token(of: number, of: node, base)
      let old = original.value(at: member.names)
      let isDone =
        switch member.content {
        case .value(let rule):
          put(number, rule, old, at: start, token, record, node, base, view)
        case .records(let nodes, _, _):
          relate(number, nodes, old, at: start, token, record, node, base, view)
        }
      if !isDone { return false }
    }
    return true
  }

  /// Where the value begins whose members are the record's; with a key around it, where that is inside.
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

  /// Writes a scalar's record anew if it says something else.
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

  private func put(
    _ number: Int,
    _ rule: WriteRule,
    _ old: Value?,
    at start: Int,
    _ token: Int,
    _ record: Int,
    _ node: Int,
    _ base: Int,
    _ view: TokenView
  ) -> Bool {
    let member = plan.nodes[node].members[number]
    let site = Int(member.site)
    let places = plan.nodes[node].key == number ? [] : member.places
    if token == 0 {
      guard deletes, old != nil else { return true }
      // All that the value might be read of goes.
      let removed = places.filter { own.remove($0, from: start) }
      return !removed.isEmpty && !member.isOneWay && !member.isReadElsewhere
        || writer.fail(.oneWay, at: record, site)
    }
    let isKept = old.map { isSame($0, token, rule, view) } ?? false
    let present = places.first { originals.text.place(at: $0, from: start) != nil }
    guard let place = present ?? places.first else {
      return isKept || writer.fail(.oneWay, at: token, site)
    }
    claims.append(Claim(steps: place, start: start, rule: rule, token: token, site: site))
    if isKept { return true }
    if member.isOneWay { return writer.fail(.oneWay, at: token, site) }
    guard let text = writer.text(ofMember: number, of: node, base, view) else { return false }
    return set(place, from: start, to: text, at: token, site)
  }

  // MARK: - Related records

  private func relate(
    _ number: Int,
    _ nodes: [Int],
    _ old: Value?,
    at start: Int,
    _ token: Int,
    _ record: Int,
    _ node: Int,
    _ base: Int,
    _ view: TokenView
  ) -> Bool {
    let member = plan.nodes[node].members[number]
    let site = Int(member.site)
    let kind = token == 0 ? 0 : view.token(token)
    switch (old, kind) {
    case (_, 0):
      guard deletes, old != nil, member.place?.isEmpty != true else { return true }
      guard let place = member.place, own.remove(place, from: start) else {
        return writer.fail(.oneWay, at: record, site)
      }
      return true
    case (.null?, .ascii("n")): return true
    case (.array(let values)?, .openArray):
      return match(number, nodes, values, at: start, token, node, view)
    case (.record(let related)?, .openObject):
      guard let inner = writer.node(of: token, nodes, view) else { return false }
      let base = writer.open(token, as: inner, view)
      defer { writer.close(base) }
      let isIt =
        related.target.utf8.elementsEqual(plan.nodes[inner].target)
        && (member.place?.isEmpty == true
          || Self.identity(of: related, inner, plan) == identity(inner, base, view)
          || !saysIdentity(inner, base))
      if isIt { return update(related, token, inner, base, view) }
    default: break
    }
    guard let place = member.place, !place.isEmpty else {
      return writer.fail(.oneWay, at: token, site)
    }
    guard let text = writer.text(ofMember: number, of: node, base, view) else { return false }
    return set(place, from: start, to: text, at: token, site)
  }

  /// Matches the records of a list with those of the original.
  private func match(
    _ number: Int,
    _ nodes: [Int],
    _ values: [Value],
    at start: Int,
    _ list: Int,
    _ node: Int,
    _ view: TokenView
  ) -> Bool {
    let member = plan.nodes[node].members[number]
    var olds: [String: [Record]] = [:]
    for value in values {
      guard case .record(let record) = value, let inner = plan.node(of: record, nodes) else {
        continue
      }
      let isIdentified = plan.nodes[inner].isIdentified
      let identity = isIdentified ? "\(inner) \(Self.identity(of: record, inner, plan))" : ""
      olds[identity, default: []].append(record)
    }
    var elements: [(token: Int, node: Int, identity: String)] = []
    var counts: [String: Int] = [:]
    var element = list + 1
    while view.token(element) != .closeArray {
      if view.token(element) == .openObject {
        guard let inner = writer.node(of: element, nodes, view) else { return false }
        let base = writer.open(element, as: inner, view)
        let isIdentified = plan.nodes[inner].isIdentified
        let identity = isIdentified ? "\(inner) \(identity(inner, base, view))" : ""
        writer.close(base)
        elements.append((element, inner, identity))
        counts[identity, default: 0] += 1
      } else if !view.isNull(element) {
        return writer.fail(.notRecord, at: element, Int(member.site))
      }
      element = view.afterComma(view.next(after: element))
    }
    var taken: [String: Int] = [:]
    for (token, inner, identity) in elements {
      let equals = olds[identity] ?? []
      if plan.nodes[inner].isIdentified, isAmbiguous(counts[identity] ?? 0, equals.count) {
        return ambiguous(identity, counts[identity] ?? 0, equals, at: token)
      }
      let place = taken[identity, default: 0]
      taken[identity] = place + 1
      guard place < equals.count else {
        guard add(token, inner, to: member, at: start, view) else { return false }
        continue
      }
      if plan.node(of: equals[place], nodes) != inner {
        guard replace(equals[place], by: token, inner, view) else { return false }
        continue
      }
      let base = writer.open(token, as: inner, view)
      defer { writer.close(base) }
      guard update(equals[place], token, inner, base, view) else { return false }
    }
    guard deletes else { return true }
    for (identity, records) in olds {
      for record in records.dropFirst(taken[identity] ?? 0) {
        let inner = plan.node(of: record, nodes)
        guard let steps = member.place, remove(record, inner, at: steps, from: start, in: &own)
        else { return writer.fail(.oneWay, at: list, Int(member.site)) }
      }
    }
    return true
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
