internal import RKEngine

extension ValueTransform {
  package enum Name: String, Sendable, CaseIterable {
    case trim, collapse, lowercase, uppercase, capitalize, snakeCase, camelCase
    case prefix, suffix, removePrefix, removeSuffix, replace
    case split, join, first, last, sort, unique, flatten, count
    case round, floor, ceil, abs
    case urlDecode, urlEncode, base64Decode, base64Encode, htmlUnescape, json, toJSON
  }

  /// What a transform accepts and returns; the engine's TextTransform implements it.
  struct Declaration {
    enum Argument {
      case none(ValueRule.Transform)
      /// The argument is text; `example` is one.
      case text((ByteRange) -> ValueRule.Transform, example: String, mayBeEmpty: Bool)
      case places
      case replacement
    }

    /// The values that it can be applied to, in messages.
    enum Domain: String {
      case scalars = "text, a number or a boolean, or a list of these"
      case numbers = "a number, text that is one, or a list of these"
      case list = "a list"
      case scalarList = "a list of text, numbers and booleans"
      case counted = "a list, an object or text"
      case escapes = "text whose percent escapes are all whole, and UTF-8"
      case base64 = "base64 of UTF-8 text"
      case document = "text that is one JSON document"
      case everything = "every value"
    }

    let argument: Argument
    let domain: Domain
    /// The kind of its result, for reference documentation.
    let result: String

    init(_ argument: Argument, _ domain: Domain, _ result: String) {
      (self.argument, self.domain, self.result) = (argument, domain, result)
    }

    fileprivate static func plain(_ rule: ValueRule.Transform, _ domain: Domain, _ result: String)
      -> Self
    {
      Self(.none(rule), domain, result)
    }

    fileprivate static func text(
      _ rule: @escaping (ByteRange) -> ValueRule.Transform,
      _ example: String,
      mayBeEmpty: Bool = false,
      _ domain: Domain,
      _ result: String
    ) -> Self {
      Self(.text(rule, example: example, mayBeEmpty: mayBeEmpty), domain, result)
    }
  }
}

extension ValueTransform.Name {
  fileprivate typealias Rule = ValueRule.Transform

  /// All facts about a transform outside the engine.
  var declaration: ValueTransform.Declaration {
    switch self {
    case .trim: .plain(.trim, .scalars, "text without white space at its ends")
    case .collapse: .plain(.collapse, .scalars, "text with one space for each run of white space")
    case .lowercase: .plain(.lowercase, .scalars, "text in small letters")
    case .uppercase: .plain(.uppercase, .scalars, "text in capitals")
    case .capitalize:
      .plain(.capitalize, .scalars, "text with a capital at the start of each word; the rest stays")
    case .snakeCase: .plain(.snakeCase, .scalars, "its words as a name: `publication_date`")
    case .camelCase: .plain(.camelCase, .scalars, "its words as a name: `publicationDate`")
    case .prefix: .text(Rule.prefix, "x", .scalars, "text with `x` before it")
    case .suffix: .text(Rule.suffix, "x", .scalars, "text with `x` after it")
    case .removePrefix:
      .text(Rule.removePrefix, "x", .scalars, "text without an `x` at its start; other text stays")
    case .removeSuffix:
      .text(Rule.removeSuffix, "x", .scalars, "text without an `x` at its end; other text stays")
    case .replace: .init(.replacement, .scalars, "text with all matches of the pattern replaced")
    case .split:
      .text(Rule.split, ",", .scalars, "the list of the parts between; none of empty text")
    case .join:
      .text(
        Rule.join,
        ",",
        mayBeEmpty: true,
        .scalarList,
        "its elements as one text; nothing for null"
      )
    case .first: .plain(.first, .list, "its first element; of an empty list null")
    case .last: .plain(.last, .list, "its last element; of an empty list null")
    case .sort: .plain(.sort, .list, "the list in the order of jq")
    case .unique: .plain(.unique, .list, "the list without elements that equal an earlier one")
    case .flatten: .plain(.flatten, .list, "one list of its elements and of all lists within it")
    case .count:
      .plain(.count, .counted, "the number of elements, members or characters (code points)")
    case .round: .init(.places, .numbers, "a number with that many digits after its point at most")
    case .floor: .plain(.floor, .numbers, "the next whole number below")
    case .ceil: .plain(.ceil, .numbers, "the next whole number above")
    case .abs: .plain(.abs, .numbers, "the number without its sign")
    case .urlDecode: .plain(.urlDecode, .escapes, "text with its percent escapes decoded")
    case .urlEncode:
      .plain(.urlEncode, .scalars, "text with all but letters, digits and `-._~` escaped")
    case .base64Decode: .plain(.base64Decode, .base64, "that text")
    case .base64Encode: .plain(.base64Encode, .scalars, "base64 of its text, padded")
    case .htmlUnescape:
      .plain(.htmlUnescape, .scalars, "text with `&eacute;`, `&#233;` and `&#xE9;` decoded")
    case .json: .plain(.json, .document, "the value of that document")
    case .toJSON: .plain(.toJSON, .everything, "its compact JSON text")
    }
  }

  /// The values that it can be applied to, in messages.
  package var domain: String { declaration.domain.rawValue }

  package var result: String { declaration.result }

  package var takesArgument: Bool { if case .none = declaration.argument { false } else { true } }

  /// An example as in a spec, with an argument if it takes one.
  package var example: String {
    switch declaration.argument {
    case .none: rawValue
    case .text(_, let example, _): "\(rawValue):\(example)"
    case .places: "\(rawValue):2"
    case .replacement: "\(rawValue):/pattern/replacement/"
    }
  }

  /// How its result is turned back into the original value: what is lost, and the step that does it.
  ///
  /// There is no step if the result stays unchanged.
  fileprivate var undoing: (inverse: RuleInverse, step: Undoing?) {
    switch self {
    case .prefix: (.exact, .text(Rule.removePrefix))
    case .suffix: (.exact, .text(Rule.removeSuffix))
    case .removePrefix: (.lossy("whether it was there"), .text(Rule.prefix))
    case .removeSuffix: (.lossy("whether it was there"), .text(Rule.suffix))
    case .split: (.exact, .text(Rule.join))
    case .join: (.lossy("kinds of elements"), .text(Rule.split))
    case .urlEncode: (.exact, .plain(.urlDecode))
    case .urlDecode: (.lossy("spelling of the text"), .plain(.urlEncode))
    case .base64Encode: (.exact, .plain(.base64Decode))
    case .base64Decode: (.lossy("spelling of the text"), .plain(.base64Encode))
    case .htmlUnescape: (.lossy("spelling of the text"), .plain(.htmlEscape))
    case .toJSON: (.exact, .plain(.json))
    case .json: (.lossy("spelling of the text"), .plain(.toJSON))
    case .trim, .collapse: (.lossy("white space"), nil)
    case .sort: (.lossy("order"), nil)
    case .unique: (.lossy("repeated elements"), nil)
    case .lowercase, .uppercase, .capitalize, .snakeCase, .camelCase, .replace, .flatten, .first,
      .last, .count, .round, .floor, .ceil, .abs:
      (.oneWay(rawValue), nil)
    }
  }

  fileprivate enum Undoing {
    case plain(Rule)
    case text((ByteRange) -> Rule)
  }

  var inverse: RuleInverse { undoing.inverse }
}

extension ValueTransform {
  /// The step that undoes it, if there is one; `add` adds its argument to the text of the plan.
  func undoingStep(_ add: (String.UTF8View) -> ByteRange) -> ValueRule.Transform? {
    switch name.undoing.step {
    case nil: nil
    case .plain(let rule): rule
    // Text joined without a separator cannot be split again.
    case .text(let rule): argument.isEmpty ? nil : rule(add(argument.utf8))
    }
  }
}
