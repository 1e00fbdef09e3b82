/// The form of a member's value, as the reader accepts it and as schemas state it.
package indirect enum SpecForm: Sendable {
  /// Any value, used unchanged.
  case constant
  /// A text, a number, a boolean or null.
  case scalar
  /// A non-empty text.
  case text(SpecVocabulary)
  /// A text, possibly empty.
  case anyText
  /// The text of a predicate or an expression.
  case expression(example: String)
  /// One of these words. Null counts as the word "null".
  case word([String])
  /// A boolean in any of its spellings.
  case flag
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// An object with the members of a kind.
  case object(@Sendable () -> SpecObjectKind)
  case list(SpecForm, atLeast: Int = 0)
  /// An object with names chosen by the user, besides `$comment`.
  case names(SpecForm, atLeast: Int = 0)
  case either([SpecForm])
  /// The form, or null or "", which mean that there is no value.
  case optional(SpecForm)
  /// The form or null.
  case nullable(SpecForm)
  /// Attributes in any of their forms.
  case attributes
}

/// The texts that a member accepts.
package struct SpecVocabulary: Sendable {
  /// The name of the vocabulary in schemas, if several members share it.
  package var name: String?
  /// The words that completion offers.
  package var words: [String] = []
  /// Whether no other words are accepted.
  package var isClosed = false
  /// The form of other texts, as a regular expression of ECMA 262.
  package var pattern: String?
  package var examples: [String] = []
}

extension SpecForm {
  /// Whether it is a constant, or a list of constants, with contents chosen by the user.
  package var isConstant: Bool {
    switch self {
    case .constant, .scalar: true
    case .list(let item, _): item.isConstant
    case .text, .anyText, .expression, .word, .flag, .integer, .object, .names, .either, .optional,
      .nullable, .attributes:
      false
    }
  }

  var isExpression: Bool {
    switch self {
    case .expression: true
    case .nullable(let form): form.isExpression
    case .constant, .scalar, .text, .anyText, .word, .flag, .integer, .object, .list, .names,
      .either, .optional, .attributes:
      false
    }
  }

  /// The kinds of objects that it allows.
  fileprivate var kinds: [SpecObjectKind] {
    switch self {
    case .object(let kind): [kind()]
    case .attributes: [.attribute]
    case .list(let form, _), .names(let form, _), .optional(let form), .nullable(let form):
      form.kinds
    case .either(let forms): forms.flatMap(\.kinds)
    case .constant, .scalar, .text, .anyText, .expression, .word, .flag, .integer: []
    }
  }
}

extension SpecObjectKind {
  /// The names of the members of specs whose values have a wanted form.
  package static func names(where isWanted: (SpecForm) -> Bool) -> Set<String> {
    var names: Set<String> = []
    var seen: Set<String> = []
    var open = [spec]
    while let kind = open.popLast() {
      guard seen.insert(kind.definition).inserted else { continue }
      for member in kind.description.members {
        if isWanted(member.form) { names.formUnion(member.key.spellings) }
        open += member.form.kinds
      }
    }
    return names
  }
}

extension SpecForm {
  package static let text = SpecForm.text(SpecVocabulary())

  /// An optional name of something.
  package static let reference = SpecForm.optional(.text)

  /// A key path; null and "" mean the representation itself.
  package static let keyPath = SpecForm.optional(.text)

  package static func text(examples: [String]) -> SpecForm {
    .text(SpecVocabulary(examples: examples))
  }

  /// A text, a list of texts, or nothing.
  package static func texts(_ form: SpecForm = .text, atLeast least: Int = 0) -> SpecForm {
    .optional(.either([form, .list(form, atLeast: least)]))
  }

  /// One of the words of an enumeration.
  package static func choice<Choice: RawRepresentable & CaseIterable>(
    of _: Choice.Type
  ) -> SpecForm where Choice.RawValue == String {
    .word(Choice.allCases.map(\.rawValue))
  }

  // MARK: - Texts with a format

  package static let many = SpecForm.either([.flag, .text(SpecVocabulary("auto"))])

  package static let method = SpecForm.text(
    SpecVocabulary(
      name: "method",
      words: RequestMethod.allCases.map(\.rawValue) + [RequestMethod.any, RequestMethod.oldPut],
      isClosed: true
    )
  )

  package static let statusCodes = SpecForm.texts(
    .either([
      .integer(100...599),
      .text(
        SpecVocabulary(
          name: "statusCode",
          words: (1...5).map { "\($0)XX" },
          pattern: "^[1-5]([0-9][0-9](-[1-5][0-9][0-9])?|[xX][xX])$",
          examples: ["2XX", "201", "200-299"]
        )
      ),
    ])
  )

  package static let typeName = SpecVocabulary(
    name: "type",
    words: PlainType.allCases.map(\.rawValue),
    pattern: "^[ \\t]*((\\[|(set|orderedSet)[ \\t]*<)[ \\t]*)*"
      + "[^\\[\\]<> \\t]+[ \\t]*([\\]>][ \\t]*)*$",
    examples: ["integer", "[string]", "set<uuid>", "Article"]
  )

  package static let dateFormat = SpecForm.text(
    SpecVocabulary(
      name: "dateFormat",
      words: DatePattern.names,
      examples: ["iso8601", "d/M/yyyy", "yyyy-MM-dd'T'HH:mm:ssZ"]
    )
  )

  package static let timeZone = SpecForm.text(
    SpecVocabulary(words: ["UTC"], examples: ["UTC", "Europe/Berlin"])
  )

  package static let pathPattern = SpecForm.optional(.text(examples: ["/articles/:articleID"]))

  package static let transform: SpecForm = {
    let names = ValueTransform.Name.allCases
    let plain = names.filter { !$0.takesArgument }.map(\.rawValue)
    let others = names.filter(\.takesArgument).map(\.rawValue).joined(separator: "|")
    return .text(
      SpecVocabulary(
        name: "transform",
        words: plain,
        pattern: "^(\(others)):",
        examples: ["trim", "prefix:x", "replace:/re/to/", "split:,", "round:2"]
      )
    )
  }()

  /// A value map.
  package static let valueMap = SpecForm.names(.scalar)
}

extension SpecVocabulary {
  /// The locales that this version supports.
  static let locales = SpecVocabulary("en_US_POSIX", "en_US", "en")

  package init(_ words: String...) { self.init(words: words, isClosed: true) }
}
