/// Writes one record, and the records related to it.
extension RecordWriter {
  /// Appends a record by the rules of a node, with the key around it if the node has one.
  ///
  /// Recurses as deep as the records are nested, which the reader limits.
  func write(_ token: Int, _ node: Int, _ view: TokenView) -> Bool {
    if tables.onlyShapes[node] >= 0 { return writeInner(token, node, view) }
    guard plan.nodes[node].key != nil else { return writeInner(token, node, view) }
    text.append(.openObject)
    guard writeMember(token, node, view) else { return false }
    text.append(.closeObject)
    return true
  }

  /// Appends a record as a member of an object: its key, and the value under it.
  func writeMember(_ token: Int, _ node: Int, _ view: TokenView) -> Bool {
    writeInner(token, node, view, isMember: true)
  }

  private func writeInner(
    _ token: Int,
    _ node: Int,
    _ view: TokenView,
    isMember: Bool = false
  ) -> Bool {
    guard view.token(token) == .openObject else {
      return fail(.notRecord, at: token, Int(plan.nodes[node].site))
    }
    let base = slots.count
    for _ in 0..<plan.nodes[node].slotCount { slots.append(0) }
    capture(token, plan.nodes[node].names, base, view)
    let only = tables.onlyShapes[node]
    if only >= 0 && !isMember {
      if !write(shape: only, of: node, base, view) {
        if failure != nil || !appendEmptyRecord(token, node, base, view) { return false }
      }
      slots.truncate(to: base)
      return true
    }
    for (member, why) in plan.nodes[node].barred {
      let value = self.token(of: member, of: node, base)
      if value != 0 { return fail(why, at: value, Int(plan.nodes[node].members[member].site)) }
    }
    if isMember || plan.nodes[node].key != nil {
      guard writeKey(token, node, base, view) else { return false }
    }
    if !isMember, let scalar = onlyScalar(node, base, view) {
      guard write(member: scalar, of: node, base, view) else { return false }
    } else {
      guard writePieces(token, node, base, view) else { return false }
    }
    slots.truncate(to: base)
    return true
  }

  /// Appends an object without members; false if the record fails.
  private func appendEmptyRecord(_ token: Int, _ node: Int, _ base: Int, _ view: TokenView) -> Bool
  {
    text.append(.openObject)
    text.append(.closeObject)
    let isKnown = plan.nodes[node].members.indices.contains {
      self.token(of: $0, of: node, base) != 0
    }
    return noteEmpty(token, node, view) { isKnown || plan.nodes[node].unwritten.contains($0) }
  }

  // MARK: - Members of the record

  /// Captures the tokens of the members that are written.
  func capture(_ object: Int, _ level: Int, _ base: Int, _ view: TokenView) {
    var key = object + 1
    var guess = 0
    while view.token(key) == .quote {
      let value = key + 2
      if let name = tables.find(key, in: level, from: guess, view) {
        let (slot, inner) = tables.slots(of: name, in: level)
        if slot >= 0 { slots[base + slot] = UInt32(truncatingIfNeeded: value) }
        if inner >= 0, view.token(value) == .openObject { capture(value, inner, base, view) }
        guess = tables.follower(of: name, in: level)
      }
      key = view.afterComma(view.next(after: value))
    }
  }

  @inline(__always)
  package func token(of member: Int, of node: Int, _ base: Int) -> Int {
    Int(slots[base + tables.member(member, of: node).slot])
  }

  /// The member that a record without other members is written as.
  private func onlyScalar(_ node: Int, _ base: Int, _ view: TokenView) -> Int? {
    guard let scalar = plan.nodes[node].scalar else { return nil }
    for number in plan.nodes[node].members.indices
    where number != scalar && token(of: number, of: node, base) != 0 { return nil }
    let token = token(of: scalar, of: node, base)
    let isScalar = token != 0 && !view.isNull(token) && !TokenView.opens(view.token(token))
    return isScalar ? scalar : nil
  }

  /// Appends `"key":`.
  private func writeKey(_ token: Int, _ node: Int, _ base: Int, _ view: TokenView) -> Bool {
    guard let member = plan.nodes[node].key else { return false }
    let value = self.token(of: member, of: node, base)
    let site = Int(plan.nodes[node].members[member].site)
    if value == 0 || view.isNull(value) || TokenView.opens(view.token(value)) {
      return fail(.noKey, at: value == 0 ? token : value, site)
    }
    let start = text.count
    guard write(member: member, of: node, base, view) else { return false }
    if text[start] != .quote {
      let bytes = (start..<text.count).map { text[$0] }
      text.truncate(to: start)
      text.append(contentsOf: JSONText.quoted(bytes))
    }
    text.append(.colon)
    return true
  }

  func write(member number: Int, of node: Int, _ base: Int, _ view: TokenView) -> Bool {
    let token = token(of: number, of: node, base)
    if plan.nodes[node].members[number].isPlain {
      ValueInverter.append(token, view, to: &text)
      return true
    }
    let site = Int(plan.nodes[node].members[number].site)
    switch plan.nodes[node].members[number].content {
    case .value(let rule):
      if let problem = values.append(token, by: rule, view, to: &text) {
        return fail(problem, at: token, site)
      }
      return true
    case .records(let nodes, let cardinality, let keepsNull):
      switch view.token(token) {
      case .ascii("n"):
        if !keepsNull { return fail(.unlike, at: token, site) }
        text.append(Literal.nullText)
        return true
      case .openArray:
        if cardinality == .one && !plan.nodes[nodes[0]].isCollection {
          return fail(.unlike, at: token, site)
        }
        // A record that is read from the parent's own representation is a single one.
        if plan.nodes[node].members[number].place?.isEmpty == true
          && !plan.nodes[nodes[0]].isCollection
        {
          let only = token + 1
          guard view.token(only) == .openObject,
            view.token(view.next(after: only)) == .closeArray
          else { return fail(.unlike, at: token, site) }
          guard let node = self.node(of: only, nodes, view) else { return false }
          return write(only, node, view)
        }
        return writeList(token, nodes, view)
      case .openObject:
        // A value that is read into a list is not a single record.
        if cardinality == .many || plan.nodes[nodes[0]].isCollection {
          return fail(.unlike, at: token, site)
        }
        guard let node = self.node(of: token, nodes, view) else { return false }
        let start = text.count
        return write(token, node, view) && !isListAlone(token, node, from: start, view)
      default: return fail(.notRecord, at: token, site)
      }
    }
  }

  private func writeList(_ list: Int, _ nodes: [Int], _ view: TokenView) -> Bool {
    // Either all nodes of a choice are collections, or none is.
    let isCollection = plan.nodes[nodes[0]].isCollection
    var keys: Set<[UInt8]> = []
    text.append(isCollection ? .openObject : .openArray)
    var isFirst = true
    var element = list + 1
    while view.token(element) != .closeArray {
      if !isFirst { text.append(.comma) }
      isFirst = false
      let start = text.count
      if view.isNull(element) && !isCollection {
        text.append(Literal.nullText)
      } else {
        guard view.token(element) == .openObject else {
          return fail(.notRecord, at: element, Int(plan.nodes[nodes[0]].site))
        }
        guard let node = node(of: element, nodes, view),
          isCollection ? writeMember(element, node, view) : write(element, node, view)
        else { return false }
        if isCollection && !keys.insert(keyText(from: start)).inserted {
          return fail(.repeatedKey, at: element, Int(plan.nodes[node].site))
        }
      }
      element = view.afterComma(view.next(after: element))
    }
    text.append(isCollection ? .closeObject : .closeArray)
    return true
  }

  // MARK: - Places of the representation

  private func writePieces(_ token: Int, _ node: Int, _ base: Int, _ view: TokenView) -> Bool {
    let start = text.count
    for piece in plan.nodes[node].pieces {
      let end = text.count
      switch piece {
      case .shape(let shape): _ = write(shape: shape, of: node, base, view)
      case .whole(let member):
        if self.token(of: member, of: node, base) != 0 {
          _ = write(member: member, of: node, base, view)
        }
      }
      if failure != nil { return false }
      guard end > start, text.count > end else { continue }
      merged.removeAll()
      if let way = ObjectMerge.append(text, start..<end, end..<text.count, to: &merged) {
        let texts = [start..<end, end..<text.count]
        guard leaveOutNulls(below: way, in: texts, node, base, view) else {
          return contradict(way, piece, node, base, at: token)
        }
        text.truncate(to: start)
        return writePieces(token, node, base, view)
      }
      text.truncate(to: start)
      text.append(contentsOf: merged, 0..<merged.count)
    }
    if text.count == start, !appendEmptyRecord(token, node, base, view) { return false }
    // Null is not a representation, except under a key of its own.
    let needsValue = plan.nodes[node].key == nil || plan.nodes[node].isCollection
    if text[start] == .ascii("n"), needsValue, failWhole(node, base) { return false }
    return plan.nodes[node].proven.isEmpty || areRead(token, node, base, from: start, view)
  }

  /// Whether a single record has failed because a list would be written for it, which is read as
  /// several records.
  func isListAlone(_ record: Int, _ node: Int, from start: Int, _ view: TokenView) -> Bool {
    guard text[start] == .openArray, !plan.nodes[node].isCollection else { return false }
    let base = open(record, as: node, view)
    defer { close(base) }
    return failWhole(node, base)
  }

  /// Fails for the member that is the representation itself; false if there is none.
  private func failWhole(_ node: Int, _ base: Int) -> Bool {
    for case .whole(let member) in plan.nodes[node].pieces {
      let value = token(of: member, of: node, base)
      if value == 0 { continue }
      fail(.unlike, at: value, Int(plan.nodes[node].members[member].site))
      return true
    }
    return false
  }

  /// Whether members are read back unchanged: each place has its member's own value, to which
  /// nothing else was added, and nothing is written for members that are absent or left out.
  private func areRead(
    _ record: Int,
    _ node: Int,
    _ base: Int,
    from start: Int,
    _ view: TokenView
  ) -> Bool {
    let end = text.count
    for number in plan.nodes[node].proven.indices {
      let (member, place) = plan.nodes[node].proven[number]
      let token = token(of: member, of: node, base)
      // A member that is the whole representation is always written; a record without it only
      // leaves that unmentioned.
      if token == 0 && place.isEmpty { continue }
      guard let range = text.value(at: place, in: start..<end) else { continue }
      if token == 0 || isLeftOut(member, node, token, view) {
        let site = Int(plan.nodes[node].members[member].site)
        return fail(.contradiction, at: token == 0 ? record : token, site)
      }
      if case .records = plan.nodes[node].members[member].content { continue }
      guard write(member: member, of: node, base, view) else { return false }
      merged.removeAll()
      let isOwn =
        ObjectMerge.append(text, end..<text.count, range, to: &merged) == nil
        && merged.count == text.count - end
      text.truncate(to: end)
      if !isOwn {
        return fail(.contradiction, at: token, Int(plan.nodes[node].members[member].site))
      }
    }
    return true
  }

  /// Whether reading gives this value if nothing is written, so that no object must be made for it.
  private func isLeftOut(_ member: Int, _ node: Int, _ token: Int, _ view: TokenView) -> Bool {
    guard let missing = plan.nodes[node].members[member].missing else { return false }
    let range = view.range(ofValue: token)
    return range.count == missing.count
      && view.padded.has(missing.span, 0..<missing.count, at: range.lowerBound)
  }

  /// Appends the text of a place; false if there is none, or if it has failed.
  private func write(shape number: Int, of node: Int, _ base: Int, _ view: TokenView) -> Bool {
    let start = text.count
    let range = tables.shapes[number].range
    switch tables.shapes[number].kind {
    case .member:
      let number = Int(range.first)
      let member = tables.member(number, of: node)
      let token = Int(slots[base + member.slot])
      if token == 0 || member.mayBeLeftOut && isLeftOut(number, node, token, view) { return false }
      if member.isPlain {
        ValueInverter.append(token, view, to: &text)
        return true
      }
      return write(member: number, of: node, base, view)
    case .object:
      text.append(.openObject)
      var part = Int(range.first)
      while part < Int(range.end) {
        let end = text.count
        if end > start + 1 { text.append(.comma) }
        tables.appendLabel(of: part, to: &text)
        if !write(shape: tables.parts[part].shape, of: node, base, view) {
          if failure != nil { return false }
          text.truncate(to: end)
        }
        part &+= 1
      }
      text.append(.closeObject)
    case .list:
      text.append(.openArray)
      var count = 0
      for part in range.indices {
        let end = text.count
        let index = tables.parts[part].index
        for gap in count..<index {
          if gap > 0 { text.append(.comma) }
          text.append(Literal.nullText)
        }
        if index > 0 { text.append(.comma) }
        if write(shape: tables.parts[part].shape, of: node, base, view) {
          count = index + 1
          continue
        }
        if failure != nil { return false }
        text.truncate(to: end)
      }
      text.append(.closeArray)
    }
    if text.count > start + 2 { return true }
    text.truncate(to: start)
    return false
  }
}
