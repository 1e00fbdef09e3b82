internal import RKDiagnostics
internal import RKEngine

extension ConstantValue {
  /// The JSON text of a value of a spec.
  ///
  /// Bare `YES` and `NO` are booleans.
  init(_ node: SpecNode) {
    let text = Self.text(node)
    self.init(kind: Self.kind(node), text: text, plainText: Self.plainText(node) ?? text)
  }

  private static func kind(_ node: SpecNode) -> Cell.Kind {
    switch node.content {
    case .null, .word("nil"): .null
    case .boolean(true), .word("YES"): .true
    case .boolean(false), .word("NO"): .false
    case .number: .number
    case .string, .word: .string
    case .list, .object: .structure
    }
  }

  private static func text(_ node: SpecNode) -> String {
    switch node.content {
    case .null, .word("nil"): "null"
    case .boolean(true), .word("YES"): "true"
    case .boolean(false), .word("NO"): "false"
    case .number(let text): text
    case .string(let text), .word(let text): JSONObjectText.quoted(text)
    case .list(let items): "[" + items.map(text).joined(separator: ",") + "]"
    case .object(let members, _):
      "{"
        + members.map { JSONObjectText.quoted($0.name) + ":" + text($0.value) }
        .joined(separator: ",") + "}"
    }
  }

  private static func plainText(_ node: SpecNode) -> String? {
    switch node.content {
    case .word where kind(node) != .string: nil
    case .string(let text), .word(let text): text
    default: nil
    }
  }
}
