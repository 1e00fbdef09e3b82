package import RKEngine

/// The types that are a single word in a spec.
///
/// Everything about a type outside the engine is declared here; the engine's ValueConverter
/// converts.
package enum PlainType: String, Sendable, CaseIterable {
  case string
  case integer
  case number
  case decimal
  case boolean
  case date
  case url
  case uuid
  case data
  case any
  case object

  struct Declaration {
    /// What is expected, in messages: one value, and several.
    let words: (one: String, several: String)
    /// What its values look like, if its name does not say so.
    var hint: String?
    /// None if values stay unchanged, and for dates, whose rules make one.
    let conversion: Conversion?
    let column: ColumnForm
    /// A constant may be one of its values.
    let takes: (ConstantValue) -> Bool
    /// No constant like it can be converted, whatever the rules for dates; false if in doubt.
    var refuses: (ConstantValue) -> Bool = { _ in false }
  }

  var declaration: Declaration {
    switch self {
    case .string:
      Declaration(
        words: ("a string", "strings"),
        conversion: .string,
        column: .string,
        takes: { $0.isText }
      )
    case .integer:
      Declaration(
        words: ("an integer", "integers"),
        conversion: .integer,
        column: ColumnForm(.integer, .number, "integer"),
        takes: { $0.isInteger },
        refuses: { $0.isWord }
      )
    case .number:
      Declaration(
        words: ("a number", "numbers"),
        conversion: .number,
        column: ColumnForm(.anything, .number, "number"),
        takes: { $0.isNumber },
        refuses: { $0.isWord }
      )
    case .decimal:
      Declaration(
        words: ("a decimal number", "decimal numbers"),
        conversion: .decimal(.text),
        column: ColumnForm(.digits, .number, "number"),
        takes: { $0.isText || $0.isNumber },
        refuses: { $0.isWord }
      )
    case .boolean:
      Declaration(
        words: ("a boolean", "booleans"),
        hint: "a boolean is true, yes, t, y or 1, or false, no, f, n or 0",
        conversion: .boolean,
        column: ColumnForm(.flag, .equality, "boolean"),
        takes: { $0.kind == .true || $0.kind == .false },
        refuses: { $0.isNoTruth }
      )
    case .date:
      Declaration(
        words: ("a date", "dates"),
        conversion: nil,
        // Those in ISO 8601.
        column: ColumnForm(.text, .instant, "datetime"),
        takes: { $0.isText || $0.isNumber },
        refuses: { $0.isWord || !$0.isText && !$0.hasDigit }
      )
    case .url:
      Declaration(
        words: ("a URL", "URLs"),
        hint: "a URL has no spaces, and all but ASCII is percent-escaped in it",
        conversion: .url,
        column: .string,
        takes: { $0.isText },
        refuses: { !$0.isText }
      )
    case .uuid:
      Declaration(
        words: ("a UUID", "UUIDs"),
        hint: "a UUID has 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, with hyphens",
        conversion: .uuid,
        column: .string,
        takes: { $0.isText },
        refuses: { !$0.isText || 1..<32 ~= $0.plainText.count }
      )
    case .data:
      Declaration(
        words: ("data in base64", "data in base64"),
        hint: "base64 has A-Z a-z 0-9 + /, filled up by = to a multiple of four",
        conversion: .data,
        column: .string,
        takes: { $0.isText },
        refuses: { !$0.isText }
      )
    case .any:
      Declaration(
        words: ("a value", "values"),
        conversion: nil,
        column: ColumnForm(.anything, .undeclared, "any"),
        takes: { _ in true }
      )
    case .object:
      Declaration(
        words: ("an object", "objects"),
        conversion: .object,
        column: ColumnForm(.json, .equality, "object"),
        takes: { $0.text.utf8.first == .openObject },
        refuses: { _ in true }
      )
    }
  }
}

/// How the values of a column are stored and compared.
package struct ColumnForm: Sendable {
  package enum Storage: Sendable, Hashable {
    case integer
    /// 0 or 1.
    case flag
    case text
    /// Numbers with all their digits, as text.
    case digits
    /// Decimals as floating-point numbers.
    case real
    /// Decimals as integers of so many digits after the point.
    case scaled(UInt8)
    case json
    /// Unchanged: a type of SQL would turn texts of digits into numbers, or numbers into texts.
    case anything
  }

  package let storage: Storage
  package let order: MergeOrder
  /// The type of a field of a data package.
  let fieldType: String

  init(_ storage: Storage, _ order: MergeOrder, _ fieldType: String) {
    (self.storage, self.order, self.fieldType) = (storage, order, fieldType)
  }

  fileprivate static var string: Self { Self(.text, .equality, "string") }
}

extension ConstantValue {
  fileprivate var isText: Bool { kind == .string }

  fileprivate var isNumber: Bool { kind == .number }

  fileprivate var isInteger: Bool {
    isNumber && text.utf8.allSatisfy { $0.isDigit || $0 == .minus }
  }

  fileprivate var hasDigit: Bool { plainText.utf8.contains { $0.isDigit } }

  /// Non-empty text without digits.
  fileprivate var isWord: Bool { isText && !plainText.isEmpty && !hasDigit }

  /// Text or a number that is not a boolean; empty text is null.
  fileprivate var isNoTruth: Bool {
    if isNumber { return text != "0" && text != "1" }
    let words = ["", "true", "yes", "t", "y", "1", "false", "no", "f", "n", "0"]
    return isText && !words.contains(plainText.lowercased().filter { $0 != " " })
  }
}
