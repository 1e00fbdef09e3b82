package import RKEngine

/// The types that a spec names by a single word.
///
/// All facts about a type outside the engine are declared here. The engine's ValueConverter
/// converts values.
package enum PlainType: String, Sendable, CaseIterable {
  case string
  case integer
  case number
  case decimal
  case boolean
  case date
  case day
  case local
  case url
  case uuid
  case data
  case any
  case object

  struct Declaration {
    /// The expected values for messages: one value, and several.
    let words: (one: String, several: String)
    /// What the values look like, if the name does not show it.
    var hint: String?
    /// The conversion; nil if values stay unchanged, and for dates of all kinds, whose rules determine one.
    let conversion: Conversion?
    let column: ColumnForm
    var format: String?
    /// Whether a constant is one of its values.
    let takes: (ConstantValue) -> Bool
    /// Whether a constant certainly cannot be converted, whatever the rules for dates.
    var refuses: (ConstantValue) -> Bool = { _ in false }
  }

  var declaration: Declaration {
    switch self {
    case .string:
      Declaration(
        words: ("a string", "strings"),
        conversion: .string,
        column: .text,
        takes: { $0.isText }
      )
    case .integer:
      Declaration(
        words: ("an integer", "integers"),
        conversion: .integer,
        column: ColumnForm(.integer, .integer, .number),
        takes: { $0.isInteger },
        refuses: { $0.isWord }
      )
    case .number:
      Declaration(
        words: ("a number", "numbers"),
        conversion: .number,
        column: ColumnForm(.number, .anything, .number),
        takes: { $0.isNumber },
        refuses: { $0.isWord }
      )
    case .decimal:
      Declaration(
        words: ("a decimal number", "decimal numbers"),
        conversion: .decimal(.text),
        column: ColumnForm(.decimal, .digits, .number),
        takes: { $0.isText || $0.isNumber },
        refuses: { $0.isWord }
      )
    case .boolean:
      Declaration(
        words: ("a boolean", "booleans"),
        hint: "a boolean is true, yes, t, y or 1, or false, no, f, n or 0",
        conversion: .boolean,
        column: ColumnForm(.boolean, .flag, .equality),
        takes: { $0.kind == .true || $0.kind == .false },
        refuses: { $0.isNoTruth }
      )
    case .date:
      Declaration(
        words: ("a date", "dates"),
        conversion: nil,
        // Dates in ISO 8601.
        column: ColumnForm(.instant, .text, .instant),
        takes: { $0.isText || $0.isNumber },
        refuses: { $0.isWord || !$0.isText && !$0.hasDigit }
      )
    case .day:
      Declaration(
        words: ("a day", "days"),
        hint: "a day is a date without time and zone, like 1980-02-29; \"date\" takes the others",
        conversion: nil,
        column: ColumnForm(.day, .text, .instant),
        takes: { $0.isText },
        refuses: { !$0.isText || $0.isWord }
      )
    case .local:
      Declaration(
        words: ("a local time", "local times"),
        hint: "a local time is a date and a time without zone, like 2024-05-01T07:30:00; "
          + "\"date\" takes the others",
        conversion: nil,
        column: ColumnForm(.local, .text, .instant),
        takes: { $0.isText },
        refuses: { !$0.isText || $0.isWord }
      )
    case .url:
      Declaration(
        words: ("a URL", "URLs"),
        hint: "a URL has no spaces, and all but ASCII is percent-escaped in it",
        conversion: .url,
        column: .text,
        format: "uri-reference",
        takes: { $0.isText },
        refuses: { !$0.isText }
      )
    case .uuid:
      Declaration(
        words: ("a UUID", "UUIDs"),
        hint: "a UUID has 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, with hyphens",
        conversion: .uuid,
        column: ColumnForm(.uuid, .text, .equality),
        takes: { $0.isText },
        refuses: { !$0.isText || 1..<32 ~= $0.plainText.count }
      )
    case .data:
      Declaration(
        words: ("data in base64", "data in base64"),
        hint: "base64 has A-Z a-z 0-9 + /, filled up by = to a multiple of four",
        conversion: .data,
        column: ColumnForm(.bytes, .text, .equality),
        takes: { $0.isText },
        refuses: { !$0.isText }
      )
    case .any:
      Declaration(
        words: ("a value", "values"),
        conversion: nil,
        column: ColumnForm(.anything, .anything, .undeclared),
        takes: { _ in true }
      )
    case .object:
      Declaration(
        words: ("an object", "objects"),
        conversion: .object,
        column: ColumnForm(.object, .json, .equality),
        takes: { $0.text.utf8.first == .openObject },
        refuses: { _ in true }
      )
    }
  }
}

extension PlainType {
  /// Whether its values are dates of some kind, which need rules.
  var isDate: Bool { self == .date || self == .day || self == .local }

  package var column: ColumnForm { declaration.column }

  /// The format of its texts in a JSON Schema, unless the kind of the column determines it.
  package var format: String? { declaration.format }
}

/// How a column's values are stored and compared.
package struct ColumnForm: Sendable {
  package enum Storage: Sendable, Hashable {
    case integer
    /// A boolean as 0 or 1.
    case flag
    case text
    /// Numbers with all digits, as text.
    case digits
    /// Decimals as floating-point numbers.
    case real
    /// Decimals as integers, with this many digits after the point.
    case scaled(UInt8)
    case json
    /// Stored unchanged: with an SQL type the database would turn texts of digits into numbers, or
    /// numbers into texts.
    case anything
  }

  /// The kind of the values, for databases and schemas with their own types.
  package enum Kind: String, Sendable, Hashable {
    case text = "string"
    case uuid
    /// Bytes as text in base64.
    case bytes
    case integer
    case number
    case decimal
    case boolean
    /// Times in ISO 8601.
    case instant = "datetime"
    case day = "date"
    /// Times without a zone.
    case local
    case object
    case list = "array"
    case anything = "any"
  }

  package let kind: Kind
  package let storage: Storage
  package let order: MergeOrder

  init(_ kind: Kind, _ storage: Storage, _ order: MergeOrder) {
    (self.kind, self.storage, self.order) = (kind, storage, order)
  }

  fileprivate static var text: Self { Self(.text, .text, .equality) }

  /// The type of a field of a data package.
  var fieldType: String {
    switch kind {
    case .uuid, .bytes, .local: Kind.text.rawValue
    case .decimal: Kind.number.rawValue
    case .text, .integer, .number, .boolean, .instant, .day, .object, .list, .anything:
      kind.rawValue
    }
  }
}

extension ConstantValue {
  fileprivate var isText: Bool { kind == .string }

  fileprivate var isNumber: Bool { kind == .number }

  fileprivate var isInteger: Bool {
    isNumber && text.utf8.allSatisfy { $0.isDigit || $0 == .minus }
  }

  fileprivate var hasDigit: Bool { plainText.utf8.contains { $0.isDigit } }

  /// Whether it is non-empty text without digits.
  fileprivate var isWord: Bool { isText && !plainText.isEmpty && !hasDigit }

  /// Whether it is text or a number, but not a boolean; empty text is null.
  fileprivate var isNoTruth: Bool {
    if isNumber { return text != "0" && text != "1" }
    let words = ["", "true", "yes", "t", "y", "1", "false", "no", "f", "n", "0"]
    return isText && !words.contains(plainText.lowercased().filter { $0 != " " })
  }
}
