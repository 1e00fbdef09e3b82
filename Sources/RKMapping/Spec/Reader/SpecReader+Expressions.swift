internal import RKDiagnostics

extension SpecReader {
  /// Reads the predicate of a member; nil if there is none, or if it is invalid.
  func readPredicate(
    _ key: SpecKey,
    _ members: SpecMembers,
    _ summary: @autoclosure () -> String,
    example: @autoclosure () -> String
  ) -> SpecExpression? {
    let node = members.node(key, .nullable(.expression(example: example())), summary())
    guard let node, !node.isNull else { return nil }
    return readPredicate(node, key, members)
  }

  /// Reads a predicate from a value of a member.
  func readPredicate(_ node: SpecNode, _ key: SpecKey, _ members: SpecMembers) -> SpecExpression? {
    read(node, key, members, "predicate") { (text) throws(ExpressionError) in
      try ExpressionParser.predicate(text)
    }
  }

  /// Reads an expression from a value of a member.
  func readExpression(_ node: SpecNode, _ key: SpecKey, _ members: SpecMembers)
    -> SpecExpression?
  {
    read(node, key, members, "expression") { (text) throws(ExpressionError) in
      try ExpressionParser.expression(text)
    }
  }

  private func read(
    _ node: SpecNode,
    _ key: SpecKey,
    _ members: SpecMembers,
    _ noun: String,
    _ parse: (String) throws(ExpressionError) -> Expression
  ) -> SpecExpression? {
    guard let text = node.text, !node.isNull else {
      members.refuse(key, node, expected: "the text of \(noun == "predicate" ? "a" : "an") \(noun)")
      return nil
    }
    do throws(ExpressionError) {
      return SpecExpression(try parse(text), text: text, at: node.place)
    } catch {
      findings.report(
        .badExpression,
        "error in this \(noun): \(error.message)",
        at: findings.place(of: error.range, ofText: node.place),
        help: error.help
      )
      return nil
    }
  }
}
