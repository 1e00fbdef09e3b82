/// Contradictions: several rules write different values into one place.
extension RecordWriter {
  /// Fails for the rule that writes another value into a place.
  func contradict(
    _ way: [[UInt8]],
    _ piece: WritePlan.Piece,
    _ node: Int,
    _ base: Int,
    at record: Int
  ) -> Bool {
    var member: Int?
    switch piece {
    case .whole(let number): member = number
    case .shape(var shape):
      for key in way {
        let label = key + [.colon]
        guard let part = plan.shapes[shape].parts.first(where: { $0.label == label }) else { break }
        shape = part.shape
      }
      member = firstMember(of: shape, node, base)
    }
    guard let member else {
      return fail(.contradiction, at: record, Int(plan.nodes[node].site))
    }
    let token = token(of: member, of: node, base)
    let site = Int(plan.nodes[node].members[member].site)
    return fail(.contradiction, at: token == 0 ? record : token, site)
  }

  /// The first of the members written into a place that a record has.
  private func firstMember(of shape: Int, _ node: Int, _ base: Int) -> Int? {
    if case .member(let number) = plan.shapes[shape].kind {
      return token(of: number, of: node, base) == 0 ? nil : number
    }
    for part in plan.shapes[shape].parts {
      if let found = firstMember(of: part.shape, node, base) { return found }
    }
    return nil
  }

  /// Leaves out null members that are read as null anyway, because there is a null on their path.
  ///
  /// False if there is no such member, or no such null.
  func leaveOutNulls(
    below way: [[UInt8]],
    in texts: [Range<Int>],
    _ node: Int,
    _ base: Int,
    _ view: TokenView
  ) -> Bool {
    let steps = way.map { WritePlan.Step.key($0) }
    let isNull = texts.contains { range in
      text.value(at: steps, in: range).map { text[$0.lowerBound] == .ascii("n") } ?? false
    }
    guard isNull else { return false }
    var isChanged = false
    for (number, member) in plan.nodes[node].members.enumerated() where member.findsNull {
      guard let place = member.place, place.count > steps.count, place.starts(with: steps) else {
        continue
      }
      let token = token(of: number, of: node, base)
      if token == 0 || !view.isNull(token) { continue }
      slots[base + member.slot] = 0
      isChanged = true
    }
    return isChanged
  }
}
