internal import RKDiagnostics
internal import RKEngine

/// The error of a failed record as JSON text, with gaps for what differs.
///
/// It is made once for each rule and kind of failure: explaining every failure would take many
/// times as long as mapping its record.
///
/// A message depends only on the kind and the text of its value, so a placeholder is explained once.
final class FailureTemplate {
  /// What failures with the same explanation have in common.
  struct Kind: Equatable {
    private let rule: UInt64
    private let detail: UInt64

    /// Nil if the explanation depends on more than the value.
    init?(_ fault: MappingFault, of kind: JSONKind?, isRepetition: Bool) {
      switch fault.code {
      case .notFound, .missingPart, .unknownKey, .notWritable, .singleRoot, .unevaluated: return nil
      case .unmappable where fault.variant == MappingFault.otherShape: return nil
      default: break
      }
      var rule = UInt64(fault.site.index) << 8 | UInt64(fault.code.rawValue)
      rule = rule << 1 | (fault.isError ? 1 : 0)
      rule = rule << 1 | (fault.failsIdentity ? 1 : 0)
      rule = rule << 1 | (fault.isLack ? 1 : 0)
      rule = rule << 1 | (isRepetition ? 1 : 0)
      rule = rule << 4 | fault.derived.number
      self.rule = rule << 4 | kind.number
      detail = UInt64(fault.detail)
    }
  }

  /// The placeholder for a value after its first byte, which determines its kind.
  private static let mark: [UInt8] = Array("\u{F8F0}\u{F8F1}".utf8)

  let kind: Kind
  /// The code, and the name of the member for the message.
  private let code: [UInt8]
  /// The message before and after the value; `after` is nil if the message does not contain the value.
  private let words: (before: String, after: String?)
  /// The text before and after the value, as parts of a JSON string.
  private let parts: (before: [UInt8], after: [UInt8])
  /// The member for the rule, and the end of the error.
  private let rule: [UInt8]

  /// Nil if the place of the value in the message is ambiguous.
  init?(_ kind: Kind, _ fault: MappingFault, at place: InputPlace, _ explainer: FaultExplainer) {
    var place = place
    if !place.value.isEmpty { place.value = place.value.prefix(1) + Self.mark }
    let finding = explainer.diagnostic(fault, at: place, keys: [])
    let message = Array(finding.message.utf8)
    let values = message.indices.filter {
      !place.value.isEmpty && message[$0...].starts(with: place.value)
    }
    guard values.count < 2 else { return nil }
    let start = values.first ?? message.count
    let before = String(decoding: message[..<start], as: UTF8.self)
    let after = values.first.map {
      String(decoding: message[($0 + place.value.count)...], as: UTF8.self)
    }
    self.kind = kind
    words = (before, after)
    code = Array("{\"code\":\(JSONObjectText.visible(finding.code.id)),\"message\":".utf8)
    parts = (
      Array(JSONObjectText.visible(before).utf8.dropLast()),
      Array(JSONObjectText.visible(after ?? "").utf8.dropFirst())
    )
    let rule = FailedRecordWriter.rule(of: finding).map {
      ",\"spec\":" + JSONObjectText.visible($0)
    }
    self.rule = Array(((rule ?? "") + "}").utf8)
  }

  /// Appends the error of a failure of this kind; `file` is the part that states the input.
  func append(at place: InputPlace, in file: [UInt8], to output: inout OutputBuffer) {
    output.append(code)
    if let after = words.after {
      let (value, isTruncated) = place.shownValue
      if VisibleText.isPlain(value.span) {
        output.append(parts.before)
        Self.append(value.span, to: &output)
        if isTruncated { output.append(Array(InputPlace.ellipsis.utf8).span) }
        output.append(parts.after)
      } else {
        // Which characters are shown by their numbers depends on the message as a whole.
        let message = JSONObjectText.visible(words.before + place.name + after)
        output.append(Array(message.utf8).span)
      }
    } else {
      output.append(parts.before)
      output.append(parts.after)
    }
    if let pointer = place.pointer {
      output.append(",\"pointer\":")
      if VisibleText.isPlain(pointer.utf8.span) {
        output.append(.quote)
        Self.append(pointer.utf8.span, to: &output)
        output.append(.quote)
      } else {
        output.append(Array(JSONObjectText.visible(pointer).utf8).span)
      }
    }
    output.append(file)
    output.append(decimal: place.line)
    output.append(rule)
  }

  /// Appends plain text as a part of a JSON string.
  private static func append(_ text: Span<UInt8>, to output: inout OutputBuffer) {
    var start = 0
    for at in text.indices where text[at] == .quote || text[at] == .backslash {
      output.append(text.extracting(start..<at))
      output.append(.backslash)
      start = at
    }
    output.append(text.extracting(start..<text.count))
  }
}

extension JSONKind? {
  /// A number for each kind, and for nil.
  fileprivate var number: UInt64 {
    switch self {
    case nil: 0
    case .string: 1
    case .number: 2
    case .boolean: 3
    case .array: 4
    case .object: 5
    case .null: 6
    }
  }
}
