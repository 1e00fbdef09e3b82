package import RKDiagnostics

extension MappingGraph {
  /// Returns a warning if a fixture's name matches no route and no descriptor, but resembles one.
  package func misspelling(in name: FixtureName, ofFile path: String) -> Diagnostic? {
    let known = routes.compactMap(\.name) + descriptors.compactMap(\.name)
    if known.contains(name.name) { return nil }
    guard let near = RenamedKey.near(name.name, among: known) else { return nil }
    return Diagnostic(
      .unknownFixtureName,
      "no route or descriptor is called '\(name.name)'; did you mean '\(near)'?",
      at: Location(file: path, byteRange: 0..<0, line: 1, column: 1),
      help: ["rename the fixture after a route or a descriptor of the spec, as '\(near)'"]
    )
  }
}
