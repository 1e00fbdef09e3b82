/// Parses path patterns (docs/restkit.md).
///
/// A parameter is `:` and a name, or a name in braces. `\.`, `\:`, `\@`, `\\`, `\{` and `\}` stand
/// for the second character. A colon without a name after it is literal.
package struct PathPatternParser {
  /// The kind of paths that a pattern is for.
  package enum Language: Sendable {
    /// Paths of requests. A dot may be part of a name, as in RestKit, and the query after a
    /// question mark is ignored.
    case requests
    /// Paths made for records. As in requests, but nothing in them is ignored.
    case routes
    /// Paths of files. A dot ends a name.
    case files
  }

  private let text: [Unicode.Scalar]
  private let pattern: String
  private let language: Language
  private var at = 0
  private var parts: [PathPattern.Part] = []
  private var literal: [UInt8] = []
  /// The text of the last part if it is a parameter.
  private var lastParameter: String?
  private var names: Set<String> = []

  private init(_ text: String, _ language: Language) {
    self.text = Array(text.unicodeScalars)
    pattern = text
    self.language = language
  }

  static func parts(of text: String, _ language: Language) throws(TextError)
    -> [PathPattern.Part]
  {
    var parser = PathPatternParser(text, language)
    return try parser.parse()
  }

  private mutating func parse() throws(TextError) -> [PathPattern.Part] {
    while at < text.count {
      switch text[at] {
      case "\\": try takeEscape()
      case "{": try takeParameter(from: at + 1, isInBraces: true)
      case ":" where at + 1 < text.count && isNamePart(text[at + 1]):
        try takeParameter(from: at + 1, isInBraces: false)
      case "?" where language == .requests: at = text.count
      default: appendLiteral(text[at])
      }
    }
    finishLiteral()
    return language == .routes ? parts : Self.trimmed(parts)
  }

  private mutating func appendLiteral(_ scalar: Unicode.Scalar) {
    literal += Array(String(Character(scalar)).utf8)
    at += 1
  }

  private static let escapable: Set<Unicode.Scalar> = [".", ":", "@", "\\", "{", "}"]

  private mutating func takeEscape() throws(TextError) {
    guard at + 1 < text.count, Self.escapable.contains(text[at + 1]) else {
      throw error(
        "a backslash of the path '\(pattern)' stands before nothing that it could stand for",
        at: at,
        help: "it stands before . : @ \\ { or }; a backslash itself is written twice"
      )
    }
    at += 1
    appendLiteral(text[at])
  }

  private mutating func takeParameter(
    from first: Int,
    isInBraces: Bool
  ) throws(TextError) {
    let start = at
    var end = first
    while end < text.count && (isNamePart(text[end]) || isInBraces && text[end] == "-") { end += 1 }
    let isClosed = !isInBraces || end < text.count && text[end] == "}"
    guard end > first, isClosed else {
      throw error(
        "'{' of the path '\(pattern)' begins no name of a parameter",
        at: start,
        help: "a parameter is written {name}; a brace itself is written \\{"
      )
    }
    let name = String(String.UnicodeScalarView(text[first..<end]))
    at = isInBraces ? end + 1 : end
    let spelling = String(String.UnicodeScalarView(text[start..<at]))
    finishLiteral()
    if let lastParameter {
      throw error(
        "'\(lastParameter)' and '\(spelling)' of the path '\(pattern)' have no text between them",
        at: start,
        help: "a parameter ends where the text after it begins"
      )
    }
    guard names.insert(name).inserted || language == .routes else {
      throw error(
        "the path '\(pattern)' has two parameters '\(name)'",
        at: start,
        help: "give one of them another name"
      )
    }
    parts.append(.parameter(name))
    lastParameter = spelling
  }

  private mutating func finishLiteral() {
    if literal.isEmpty { return }
    parts.append(.literal(PathLiteral(literal)))
    literal = []
    lastParameter = nil
  }

  /// Whether a character may be part of a name: letters, digits, and the characters that RestKit
  /// allows in the key paths that names are.
  private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "@", "_": true
    case ".": language != .files
    default:
      scalar.properties.isAlphabetic || scalar.properties.generalCategory == .decimalNumber
    }
  }

  /// Removes slashes from both ends.
  private static func trimmed(_ parts: [PathPattern.Part]) -> [PathPattern.Part] {
    var parts = parts
    if case .literal(let literal) = parts.first {
      replace(0, with: literal.bytes.drop { $0 == PathPattern.slash })
    }
    if case .literal(let literal) = parts.last {
      let end = literal.bytes.lastIndex { $0 != PathPattern.slash }.map { $0 + 1 } ?? 0
      replace(parts.count - 1, with: literal.bytes[..<end])
    }
    return parts

    func replace(_ number: Int, with bytes: ArraySlice<UInt8>) {
      if bytes.isEmpty {
        parts.remove(at: number)
      } else {
        parts[number] = .literal(PathLiteral(Array(bytes)))
      }
    }
  }

  private func error(_ message: String, at index: Int, help: String) -> TextError {
    let before = String(String.UnicodeScalarView(text[..<index]))
    return TextError(message, at: before.utf8.count, help: help)
  }
}
