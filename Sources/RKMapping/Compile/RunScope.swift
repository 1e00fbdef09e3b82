internal import RKEngine

/// What is known of a run before its first input is read, as a descriptor sees it.
struct RunScope: Sendable {
  let metadata: Metadata
  /// Each document has more, of its own.
  var isOfDocuments = false

  /// What a key path leads to; nil where that is nothing, or no single value.
  func constant(_ path: SourceKeyPath) -> ConstantValue? {
    guard case .metadata(let names) = path.root, path.components.isEmpty else { return nil }
    switch metadata[names] {
    case .text(let text):
      let quoted = String(decoding: JSONText.quoted(text), as: UTF8.self)
      return ConstantValue(kind: .string, text: quoted, plainText: text)
    case .number(let number):
      return ConstantValue(kind: .number, text: "\(number)", plainText: "\(number)")
    case .group, nil: return nil
    }
  }
}
