internal import RKDiagnostics
internal import RKEngine

extension SpecReader {
  /// Reads a value that is used unchanged.
  func constant(_ node: SpecNode) -> ConstantValue {
    for word in node.words {
      switch word.content {
      case .word("YES"): findings.report(word, readAs: true)
      case .word("NO"): findings.report(word, readAs: false)
      default: break
      }
    }
    return ConstantValue(node)
  }
}

extension SpecFindings {
  /// Reports that a word without quotes is read as a boolean.
  func report(_ node: SpecNode, readAs flag: Bool) {
    guard case .word(let word) = node.content else { return }
    reportBareWord(word, readAs: "\(flag)", better: "\(flag)", at: node.place)
  }
}

extension SpecNode {
  /// The words without quotes in the value.
  fileprivate var words: [SpecNode] {
    switch content {
    case .word: [self]
    case .list(let items): items.flatMap(\.words)
    case .object(let members, _): members.flatMap(\.value.words)
    default: []
    }
  }
}

extension ConstantValue {
  /// Creates a constant from a value of a spec.
  ///
  /// `YES` and `NO` without quotes are booleans.
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
