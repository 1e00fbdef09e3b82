internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// A value of a JSON document that one of the commands wrote.
struct JSONNode {
  private let node: SpecNode

  /// Returns nil if the bytes are not strict JSON.
  init?(_ bytes: [UInt8]) {
    let findings = SpecFindings()
    let file = findings.add(SourceFile(name: "", bytes: bytes))
    guard let node = SpecScanner.scan(file: file, findings, isData: true), !findings.hasErrors
    else { return nil }
    self.node = node
  }

  private init(_ node: SpecNode) { self.node = node }

  subscript(name: String) -> JSONNode? {
    guard case .object(let members, _) = node.content else { return nil }
    return members.last { $0.name == name }.map { JSONNode($0.value) }
  }

  var members: [(name: String, value: JSONNode)]? {
    guard case .object(let members, _) = node.content else { return nil }
    return members.map { ($0.name, JSONNode($0.value)) }
  }

  var list: [JSONNode]? {
    if case .list(let nodes) = node.content { nodes.map(JSONNode.init) } else { nil }
  }

  var text: String? {
    if case .string(let text) = node.content { text } else { nil }
  }

  var int: Int? {
    if case .number(let text) = node.content { Int(text) } else { nil }
  }

  /// The value as a count: limited to numbers that JSON readers keep exactly, so that sums of many counts do
  /// not overflow.
  var count: Int? {
    guard let int, (0...(1 << 53)).contains(int) else { return nil }
    return int
  }

  /// A scalar, or an empty list or object, as JSON.
  var scalarText: String {
    switch node.content {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let text): text
    case .string(let text), .word(let text): JSONObjectText.quoted(text)
    case .list: "[]"
    case .object: "{}"
    }
  }
}
