internal import RKDiagnostics

/// What is wrong with the name of a type.
package struct TypeNameError: Error, Sendable, Hashable {
  package var message: String
  /// The offset in the text, in bytes of UTF-8.
  package var offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// A word that is neither a type nor one of some targets.
  init(unknown name: String, at offset: Int, targets: some Collection<String>) {
    let names = PlainType.allCases.map(\.rawValue) + targets
    let suggestion = NearestName.suggestion(for: name, among: names)
    self.init("there is no type '\(name)'\(suggestion)", at: offset)
  }
}
