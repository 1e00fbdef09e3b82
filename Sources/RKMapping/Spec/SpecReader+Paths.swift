extension SpecReader {
  /// A path pattern; nil where there is none, or none that can be read.
  func readPath(_ members: SpecMembers) -> PathPattern? {
    guard let text = members.optionalText(.path) else { return nil }
    do {
      return try PathPattern(text.value)
    } catch {
      findings.report(
        .badPathPattern,
        error.message,
        at: place(in: text, offset: error.offset),
        help: error.help
      )
      return nil
    }
  }

  func readRoute(_ node: SpecNode) -> NamedRoute? {
    guard let members = SpecMembers(node, .namedRoute, findings) else { return nil }
    let name = members.text(.name)
    let target = members.optionalText(.target)
    let methods = readMethods(members)
    guard let path = readPath(members), let name else { return nil }
    return NamedRoute(
      name: name.value,
      target: target?.value,
      path: path,
      methods: methods,
      place: members.place
    )
  }
}
