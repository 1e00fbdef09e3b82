internal import RKEngine

/// What a descriptor knows of a run before its first input is read.
struct RunScope: Sendable {
  let metadata: Metadata
  /// Whether each document adds its own values.
  var isOfDocuments = false

  /// The value at a key path; nil if there is none, or if there are several.
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
