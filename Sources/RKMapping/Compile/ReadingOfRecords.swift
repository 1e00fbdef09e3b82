internal import RKEngine

// Parts shared by the mappings that read written records.

extension RowSchema {
  /// Visits the columns of some members, in order.
  ///
  /// `visit` returns whether to enter the object that attributes make in place of a related record.
  func visit(
    _ members: PlanRange<OutputMember>,
    below prefix: [String] = [],
    _ visit: (_ keys: [String], _ column: UInt32) -> Bool
  ) {
    for member in self.members[members] {
      let keys = prefix + [text(member.name)]
      switch member.content {
      case .column(let column): _ = visit(keys, column)
      case .group(let inner): self.visit(inner, below: keys, visit)
      case .related(let column, let inner):
        if visit(keys, column) { self.visit(inner, below: keys, visit) }
      }
    }
  }
}

extension Matcher {
  /// Creates a matcher for records with a member that states their target.
  init(_ key: String, says target: String, leadingTo mapping: MappingID, _ place: SpecPlace) {
    let text = String(decoding: JSONText.quoted(target), as: UTF8.self)
    self.init(
      source: SourceKeyPath(key: key),
      test: .equals,
      values: [(ConstantValue(kind: .string, text: text, plainText: target), nil)],
      mapping: mapping,
      place: place
    )
  }
}
