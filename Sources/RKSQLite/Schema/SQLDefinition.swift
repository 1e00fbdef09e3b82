/// The text of a `CREATE TABLE`, parsed as far as is needed to change the types of columns.
struct SQLDefinition {
  private enum Kind {
    case word
    /// A quoted name or a text.
    case quoted
    case other
  }

  private struct Token {
    var kind: Kind
    var text: String
    /// Whether white space or a comment precedes the token.
    var isApart: Bool

    /// A word, folded as SQL compares words; empty for any other token.
    var word: String { kind == .word ? SQLText.folded(text) : "" }

    /// The name that the token denotes.
    var name: String {
      guard kind == .quoted, let quote = text.first else { return SQLText.folded(text) }
      let inner = String(text.dropFirst().dropLast())
      if quote == "[" { return SQLText.folded(inner) }
      var name = ""
      var isSecond = false
      for character in inner {
        if character == quote && !isSecond {
          isSecond = true
          continue
        }
        isSecond = false
        name.append(character)
      }
      return SQLText.folded(name)
    }
  }

  private var tokens: [Token] = []

  init(_ sql: String) {
    let scalars = Array(sql.unicodeScalars)
    var at = 0
    var isApart = false
    func text(_ range: Range<Int>) -> String {
      String(String.UnicodeScalarView(scalars[range]))
    }
    while at < scalars.count {
      let start = at
      let next = at + 1 < scalars.count ? scalars[at + 1] : " "
      switch scalars[at] {
      case " ", "\t", "\n", "\r", "\u{C}":
        at += 1
        isApart = true
        continue
      case "-" where next == "-":
        while at < scalars.count && scalars[at] != "\n" { at += 1 }
        isApart = true
        continue
      case "/" where next == "*":
        at += 2
        while at < scalars.count
          && !(scalars[at - 1] == "*" && scalars[at] == "/" && at > start + 2)
        {
          at += 1
        }
        at += 1
        isApart = true
        continue
      case "'", "\"", "`", "[":
        let end: Unicode.Scalar = scalars[at] == "[" ? "]" : scalars[at]
        at += 1
        while at < scalars.count {
          if scalars[at] == end {
            guard end != "]", at + 1 < scalars.count, scalars[at + 1] == end else { break }
            at += 1
          }
          at += 1
        }
        at = min(at + 1, scalars.count)
        tokens.append(Token(kind: .quoted, text: text(start..<at), isApart: isApart))
      case let scalar where Self.isWord(scalar):
        while at < scalars.count && Self.isWord(scalars[at]) { at += 1 }
        tokens.append(Token(kind: .word, text: text(start..<at), isApart: isApart))
      default:
        at += 1
        tokens.append(Token(kind: .other, text: text(start..<at), isApart: isApart))
      }
      isApart = false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "$" || scalar.value >= 0x80
  }

  /// The statement on one line, without comments.
  var line: String { Self.line(tokens[...]) }

  private static func line(_ tokens: ArraySlice<Token>) -> String {
    var line = ""
    for token in tokens {
      if token.isApart && !line.isEmpty { line += " " }
      line += token.text
    }
    return line
  }

  /// The definition with another table name (as written in SQL) and other types for some columns,
  /// which are given by their folded names; nil if one of the columns is not found.
  func retyped(_ name: String, _ types: [String: String]) -> String? {
    guard let open = tokens.firstIndex(where: { $0.text == "(" && $0.kind == .other }) else {
      return nil
    }
    var made: [Token] = []
    var left = types
    var at = open + 1
    while at < tokens.count && tokens[at].text != ")" {
      let end = endOfItem(at)
      if let type = left.removeValue(forKey: tokens[at].name) {
        made += column(at..<end, type)
      } else {
        made += tokens[at..<end]
      }
      if end < tokens.count && tokens[end].text == "," {
        made.append(tokens[end])
        at = end + 1
      } else {
        at = end
      }
    }
    guard left.isEmpty, at < tokens.count else { return nil }
    return "CREATE TABLE \(name) (\(Self.line(made[...]))\(Self.line(tokens[at...]))"
  }

  /// The end of the column or constraint that begins at a token.
  private func endOfItem(_ first: Int) -> Int {
    var depth = 0
    var at = first
    while at < tokens.count {
      if tokens[at].kind == .other {
        if tokens[at].text == "(" { depth += 1 }
        if depth == 0 && (tokens[at].text == "," || tokens[at].text == ")") { return at }
        if tokens[at].text == ")" { depth -= 1 }
      }
      at += 1
    }
    return at
  }

  /// The words that begin a column constraint.
  private static let constraints: Set<String> = [
    "constraint", "primary", "not", "null", "unique", "check", "default", "collate", "references",
    "generated", "as",
  ]

  private func column(_ range: Range<Int>, _ type: String) -> [Token] {
    var rest = range.lowerBound + 1
    while rest < range.upperBound && !Self.constraints.contains(tokens[rest].word) { rest += 1 }
    return [tokens[range.lowerBound], Token(kind: .word, text: type, isApart: true)]
      // Only a row number can be AUTOINCREMENT.
      + tokens[rest..<range.upperBound].filter { type == "INTEGER" || $0.word != "autoincrement" }
  }
}
