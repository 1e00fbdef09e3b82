/// Applies the transforms of an attribute to a value.
///
/// Null passes through untouched. Transforms of text and of numbers take scalars, and do a list
/// element by element; those of lists take the list. What is not of their kind cannot be converted:
/// nothing is guessed.
package enum TextTransform {
  /// Applies the rules in their order; the place of the first that cannot be applied, or nil.
  package static func firstFailure(
    of rules: PlanRange<TransformRule>,
    on value: inout ValueBuffer,
    _ plan: MappingPlan
  ) -> Int? {
    let largest = max(TransformRule.largestGrowth, value.bytes.count * 8)
    for number in rules.indices {
      if value.kind == .null { return nil }
      guard apply(plan.transforms[number], to: &value, plan), value.bytes.count <= largest else {
        return number
      }
    }
    return nil
  }

  /// Applies a rule; false when the value is not one that it takes.
  static func apply(
    _ rule: TransformRule,
    to value: inout ValueBuffer,
    _ plan: MappingPlan
  ) -> Bool {
    if value.kind == .null { return true }
    switch rule {
    case .first: return pick(&value, isLast: false)
    case .last: return pick(&value, isLast: true)
    case .sort: return sort(&value)
    case .unique: return removeRepeated(&value)
    case .flatten: return flatten(&value)
    case .count: return count(&value)
    case .join(let separator): return join(&value, plan.text.span, separator.range)
    case .toJSON:
      let kind = value.kind
      return value.become(.string) { bytes, output in
        ValueBuffer.append(kind, bytes, to: &output)
        return true
      }
    default:
      guard value.kind == .structure else { return applyToScalar(rule, &value, plan) }
      return applyToElements(rule, &value, plan)
    }
  }

  /// Does each element of a list by itself; a structure among them is none that it takes.
  private static func applyToElements(
    _ rule: TransformRule,
    _ value: inout ValueBuffer,
    _ plan: MappingPlan
  ) -> Bool {
    guard value.isList else { return false }
    return value.become(.structure) { list, output in
      var element = ValueBuffer()
      output.append(.openArray)
      var at = 1
      while let range = nextElement(list, &at) {
        guard element.load(elementOf: list, range), element.kind != .structure,
          element.kind == .null || applyToScalar(rule, &element, plan)
        else { return false }
        if output.count > 1 { output.append(.comma) }
        element.append(to: &output)
        guard output.count <= list.count + TransformRule.largestGrowth else { return false }
      }
      output.append(.closeArray)
      return true
    }
  }

  private static func applyToScalar(
    _ rule: TransformRule,
    _ value: inout ValueBuffer,
    _ plan: MappingPlan
  ) -> Bool {
    let text = plan.text.span
    switch rule {
    case .replace(let pattern, let pieces): return value.replace(pattern, with: pieces, plan)
    case .round, .floor, .ceil, .abs:
      guard value.kind == .number || value.kind == .string else { return false }
      return value.become(.number) { appendNumber(rule, $0, &$1) }
    case .json: return parse(&value)
    case .split(let separator):
      return value.become(.structure) { bytes, output in
        split(bytes, text, separator.range, &output)
        return true
      }
    default: return value.become(.string) { appendText(rule, $0, text, &$1) }
    }
  }

  /// The value that a text is the JSON text of.
  private static func parse(_ value: inout ValueBuffer) -> Bool {
    var kind = Cell.Kind.null
    let isDocument = value.become(.structure) { bytes, output in
      guard let found = EmbeddedText.append(bytes, to: &output) else { return false }
      kind = found
      return true
    }
    guard isDocument else { return false }
    value.kind = kind
    guard kind == .string else { return true }
    return value.become(.string) { StringText.append($0, 1..<($0.count - 1), to: &$1) }
  }

  /// Appends the text that a transform makes of text.
  private static func appendText(
    _ rule: TransformRule,
    _ bytes: Span<UInt8>,
    _ text: Span<UInt8>,
    _ output: inout UniqueArray<UInt8>
  ) -> Bool {
    switch rule {
    case .trim: trim(bytes, &output)
    case .collapse: collapse(bytes, &output)
    case .lowercase: lowercase(bytes, &output)
    case .uppercase: uppercase(bytes, &output)
    case .capitalize: capitalize(bytes, &output)
    case .snakeCase: joinWords(bytes, .snake, &output)
    case .camelCase: joinWords(bytes, .camel, &output)
    case .prefix(let prefix):
      output.append(contentsOf: text, prefix.range)
      output.append(contentsOf: bytes, 0..<bytes.count)
    case .suffix(let suffix):
      output.append(contentsOf: bytes, 0..<bytes.count)
      output.append(contentsOf: text, suffix.range)
    case .removePrefix(let prefix):
      let start = bytes.has(text, prefix.range, at: 0) ? Int(prefix.count) : 0
      output.append(contentsOf: bytes, start..<bytes.count)
    case .removeSuffix(let suffix):
      let end = bytes.count - Int(suffix.count)
      let isThere = bytes.has(text, suffix.range, at: end)
      output.append(contentsOf: bytes, 0..<(isThere ? end : bytes.count))
    case .urlDecode: return urlDecode(bytes, &output)
    case .urlEncode: urlEncode(bytes, &output)
    case .base64Decode: return base64Decode(bytes, &output)
    case .base64Encode: base64Encode(bytes, &output)
    case .htmlUnescape: htmlUnescape(bytes, &output)
    case .replace, .split, .join, .first, .last, .sort, .unique, .flatten, .count, .round, .floor,
      .ceil,
      .abs, .json, .toJSON:
      return false
    }
    return true
  }
}
