internal import RKDiagnostics
internal import RKEngine

/// Words the faults of text that is not JSON.
enum SyntaxExplainer {
  static func diagnostic(
    _ error: JSONSyntaxError,
    in format: InputFormat,
    at place: InputPlace,
    statesDepth: Bool = false,
    hasFlags: Bool = true,
    hasFormatFlag: Bool = true
  ) -> Diagnostic {
    if code(of: error.fault) == .inputSyntax, let foreign = ForeignText(place.firstBytes) {
      return foreign.diagnostic(at: Location(place), hasFormatFlag: hasFormatFlag && hasFlags)
    }
    var (message, help) = words(error, found: place.value, format)
    if statesDepth && error.fault == .tooDeep { help = nil }
    if error.fault == .secondDocument && hasFlags && hasFormatFlag {
      help = "--from json reads them all; " + (help ?? "")
    }
    if !hasFlags && help?.hasPrefix("--") == true { help = nil }
    return Diagnostic(
      code(of: error.fault),
      message,
      at: Location(place),
      help: help.map { [$0] } ?? []
    )
  }

  private static func code(of fault: JSONSyntaxError.Fault) -> DiagnosticCode {
    switch fault {
    case .utf8: .invalidUTF8
    case .tooDeep: .tooDeep
    case .duplicateKey, .streamedKeyAgain: .duplicateKey
    case .tooLarge: .tooLarge
    case .base64, .utf16, .unknownEncoding: .unreadableContent
    case .longRow: .csvSyntax
    case .repeatedElement: .conversionFailed
    default: .inputSyntax
    }
  }

  private static func words(
    _ error: JSONSyntaxError,
    found: [UInt8],
    _ format: InputFormat
  ) -> (message: String, help: String?) {
    switch error.fault {
    case .unexpected:
      (
        "expected \(name(of: error.expected)), found \(name(of: found))",
        help(expected: error.expected, found: found.first)
      )
    case .unexpectedEnd where format == .embedded:
      ("the content of the entry ends before its document does", nil)
    case .unexpectedEnd: ("the input ends before its last value does", nil)
    case .lineEnd where format == .sequence:
      ("the next record separator comes before the document ends", nil)
    case .secondOnLine where format == .sequence:
      ("a second document after one record separator", "each document has one before it")
    case .lineEnd: ("the line ends before its document does", nil)
    case .secondOnLine where format == .embedded:
      ("a second document in the content of one entry", nil)
    case .secondOnLine: ("a second document on one line", nil)
    case .secondDocument:
      ("a second document begins here", "a file with a document on each line is named .ndjson")
    case .number:
      (
        "this is not a JSON number",
        "a number has no plus sign, no leading zeros, and digits on both sides of its point"
      )
    case .literal: ("expected a value, found a word that is none", "literals are true, false, null")
    case .controlCharacter:
      ("a control character in a string", "it is written as an escape: \\n, \\t, \\u0000")
    case .escape: ("an escape that JSON does not have", "a backslash itself is written \\\\")
    case .utf8:
      (
        "this byte is no UTF-8",
        "--invalid-utf8 replace puts the replacement character in its place"
      )
    case .unterminatedString: ("this string is not closed", nil)
    case .tooDeep: ("the value is nested too deeply", "--max-depth sets the limit")
    case .duplicateKey:
      (
        "this key occurs a second time in its object",
        "--duplicate-keys last takes the last one, unless it is on the way to the records"
      )
    case .streamedKeyAgain:
      (
        "this key on the way to the records occurs a second time",
        "what lies below the first one is written already; --duplicate-keys cannot choose"
      )
    case .base64: ("the content of the entry is not base64, as it says", nil)
    case .utf16: ("the content of the entry is not UTF-16, as it says", nil)
    case .unknownEncoding:
      (
        "the content of the entry is in '\(String(decoding: found, as: UTF8.self))', which is not read",
        "what is read is base64 of UTF-8, us-ascii, iso-8859-1, windows-1252 or utf-16"
      )
    case .longRow:
      (
        "the row has more cells than the header; this is the first too many",
        "a cell that holds the delimiter or a line end stands in quotes"
      )
    case .repeatedElement:
      (
        "this element on the way to the records comes a second time",
        "a key path leads through one element of each name; a relationship with \"many\": true takes several"
      )
    case .tooLarge:
      (
        "an element, a line or a document that cannot be streamed is larger than 4 GiB",
        "a descriptor's key path to its array lets the elements be read one by one"
      )
    }
  }

  private static func name(of expectation: JSONSyntaxError.Expectation) -> String {
    switch expectation {
    case .value: "a value"
    case .key: "a key in quotes"
    case .keyOrClose: "a key in quotes or '}'"
    case .valueOrClose: "a value or ']'"
    case .colon: "':'"
    case .commaOrCloseObject: "',' or '}'"
    case .commaOrCloseArray: "',' or ']'"
    case .document: "a document"
    case .nothing: "the end of the input"
    }
  }

  /// What to do about something that is often written in place of JSON.
  private static func help(expected: JSONSyntaxError.Expectation, found: UInt8?) -> String? {
    switch (expected, found) {
    case (.value, .closeArray?): "leave out the comma before ']'"
    case (.key, .closeObject?): "leave out the comma before '}'"
    case (_, .ascii("'")?): "keys and strings stand in double quotes"
    default: nil
    }
  }

  private static func name(of found: [UInt8]) -> String {
    guard let byte = found.first else { return "the end of the input" }
    switch byte {
    case UInt8(ascii: "\n"): return "the end of the line"
    case UInt8(ascii: "\""): return "a string"
    case .ascii("'"): return "a single quote"
    case 0x1E: return "a record separator"
    case 0x21...0x7E: return "'\(String(UnicodeScalar(byte)))'"
    default: return "byte 0x" + String(byte, radix: 16)
    }
  }
}
