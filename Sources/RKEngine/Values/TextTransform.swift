extension ValueRule {
  /// One step of an attribute's `transform`, which applies to a value before its type does.
  ///
  /// The opcodes of the steps are declared here, beside their implementation. Arguments are text of
  /// the plan, plain UTF-8.
  package enum Transform: Sendable, BitwiseCopyable {
    // Text.
    case trim
    case collapse
    case lowercase
    case uppercase
    case capitalize
    case snakeCase
    case camelCase
    case prefix(ByteRange)
    case suffix(ByteRange)
    case removePrefix(ByteRange)
    case removeSuffix(ByteRange)
    /// Replaces all matches.
    case replace(PlanID<PatternProgram>, with: PlanRange<ReplacementPiece>)
    /// Splits the text at each occurrence of a non-empty argument.
    case split(ByteRange)

    // Lists.
    case join(ByteRange)
    case first
    case last
    case sort
    case unique
    case flatten
    case count

    // Numbers.
    case round(places: Int32)
    case floor
    case ceil
    case abs

    // Codes.
    case urlDecode
    case urlEncode
    case base64Decode
    case base64Encode
    case htmlUnescape
    /// Undoes `htmlUnescape` when records are written back; specs cannot use it.
    case htmlEscape
    case json
    case toJSON

    /// The digits after the point, or zeros before it, that a number can be rounded to.
    package static var places: ClosedRange<Int> { -100...100 }

    /// Whether it applies to a list as a whole, not element by element.
    package var takesLists: Bool {
      switch self {
      case .join, .first, .last, .sort, .unique, .flatten, .count, .toJSON: true
      case .trim, .collapse, .lowercase, .uppercase, .capitalize, .snakeCase, .camelCase, .prefix,
        .suffix, .removePrefix, .removeSuffix, .replace, .split, .round, .floor, .ceil, .abs,
        .urlDecode, .urlEncode, .base64Decode, .base64Encode, .htmlUnescape, .htmlEscape, .json:
        false
      }
    }
  }
}

/// Applies the transforms of an attribute to a value.
///
/// Null passes through unchanged. Transforms of text and of numbers accept scalars, and apply to
/// each element of a list; those of lists apply to the list. A value of any other kind cannot be
/// converted: nothing is guessed.
package enum TextTransform {
  /// Applies the rules in their order; returns the index of the first that cannot be applied, or
  /// nil.
  package static func firstFailure(
    of rules: PlanRange<ValueRule.Transform>,
    on value: inout ValueBuffer,
    _ plan: MappingPlan
  ) -> Int? {
    let largest = max(ValueRule.largestGrowth, value.bytes.count * 8)
    for number in rules.indices {
      if value.kind == .null { return nil }
      guard apply(plan.transforms[number], to: &value, plan), value.bytes.count <= largest else {
        return number
      }
    }
    return nil
  }

  /// Applies a transform; false if it does not accept the value.
  static func apply(
    _ rule: ValueRule.Transform,
    to value: inout ValueBuffer,
    _ plan: MappingPlan
  ) -> Bool {
    let kind = value.kind
    if kind == .null { return true }
    if kind == .structure && !rule.takesLists { return applyToElements(rule, &value, plan) }
    let isDone = value.become { bytes, matcher, output in
      append(rule, kind, bytes, plan, &matcher, &output)
    }
    guard isDone, case .json = rule, value.kind == .string else { return isDone }
    return value.become { text, _, output in
      StringText.append(text, 1..<(text.count - 1), to: &output) ? .string : nil
    }
  }

  /// Applies a transform to each element of a list; false if one of them is a structure.
  private static func applyToElements(
    _ rule: ValueRule.Transform,
    _ value: inout ValueBuffer,
    _ plan: MappingPlan
  ) -> Bool {
    guard value.isList else { return false }
    return value.become { list, _, output in
      var element = ValueBuffer()
      output.append(.openArray)
      var at = 1
      while let range = nextElement(list, &at) {
        guard element.load(elementOf: list, range), element.kind != .structure,
          apply(rule, to: &element, plan)
        else { return nil }
        if output.count > 1 { output.append(.comma) }
        element.append(to: &output)
        guard output.count <= list.count + ValueRule.largestGrowth else { return nil }
      }
      output.append(.closeArray)
      return .structure
    }
  }

  /// Appends the result of a transform; returns its kind, or nil if the transform does not accept
  /// the value.
  private static func append(
    _ rule: ValueRule.Transform,
    _ kind: Cell.Kind,
    _ bytes: Span<UInt8>,
    _ plan: MappingPlan,
    _ matcher: inout PatternMatcher,
    _ output: inout UniqueArray<UInt8>
  ) -> Cell.Kind? {
    let text = plan.text.span
    let isList = kind == .structure && bytes[0] == .openArray
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
    case .replace(let pattern, let pieces):
      // The matcher counts in 32 bits.
      guard bytes.count <= PatternMatcher.longestText,
        matcher.replaceAll(of: pattern, with: pieces, plan, bytes, to: &output) != .gaveUp
      else { return nil }
    case .split(let separator):
      split(bytes, text, separator.range, &output)
      return .structure
    case .join(let separator):
      guard isList && join(bytes, text, separator.range, &output) else { return nil }
    case .first: return isList ? pick(bytes, isLast: false, &output) : nil
    case .last: return isList ? pick(bytes, isLast: true, &output) : nil
    case .sort: return isList && sort(bytes, &output) ? .structure : nil
    case .unique: return isList && removeRepeated(bytes, &output) ? .structure : nil
    case .flatten:
      if isList { flatten(bytes, &output) }
      return isList ? .structure : nil
    case .count: return count(kind, bytes, &output) ? .number : nil
    case .round(let places): return round(bytes, .nearest, -Int(places), &output) ? .number : nil
    case .floor: return round(bytes, .down, 0, &output) ? .number : nil
    case .ceil: return round(bytes, .up, 0, &output) ? .number : nil
    case .abs: return appendMagnitude(bytes, &output) ? .number : nil
    case .urlDecode: guard urlDecode(bytes, &output) else { return nil }
    case .urlEncode: urlEncode(bytes, &output)
    case .base64Decode: guard base64Decode(bytes, &output) else { return nil }
    case .base64Encode: base64Encode(bytes, &output)
    case .htmlUnescape: htmlUnescape(bytes, &output)
    case .htmlEscape: htmlEscape(bytes, &output)
    // The string still has its quotes.
    case .json: return EmbeddedText.append(bytes, to: &output)
    case .toJSON: ValueBuffer.append(kind, bytes, to: &output)
    }
    return .string
  }

  /// The element of a list that a transform did not accept; nil if it is the value as a whole.
  static func failedElement(
    of rule: ValueRule.Transform,
    in value: borrowing ValueBuffer,
    _ plan: MappingPlan
  ) -> Int? {
    let isJoin = if case .join = rule { true } else { false }
    guard value.isList, isJoin || !rule.takesLists else { return nil }
    var element = ValueBuffer()
    var at = 1
    var number = 0
    while let range = nextElement(value.bytes.span, &at) {
      guard element.load(elementOf: value.bytes.span, range), element.kind != .structure,
        isJoin || apply(rule, to: &element, plan)
      else { return number }
      number += 1
    }
    return nil
  }
}
