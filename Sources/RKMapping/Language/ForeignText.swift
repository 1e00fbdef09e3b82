internal import RKEngine

/// Another format that a text which is not JSON looks like.
///
/// Used only after reading has failed, so it may guess: it examines only the first lines.
enum ForeignText: String {
  case html = "HTML"
  case xml = "XML"
  case yaml = "YAML"
  case csv = "CSV"
  case log = "a log"

  /// Examines `bytes`, the beginning of a text; nil if they look like no known format.
  init?(_ bytes: some Collection<UInt8>) {
    // A byte order mark is ignored.
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = String(decoding: bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { $0.drop(while: \.isWhitespace) }
      .filter { !$0.isEmpty }
    guard let first = lines.first(where: { !$0.hasPrefix("#") }) else { return nil }
    let start = first.prefix(15).lowercased()
    if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") {
      self = .html
    } else if start.hasPrefix("<"),
      start.dropFirst().first.map({ $0 == "?" || $0.isLetter }) ?? false
    {
      self = .xml
    } else if Self.beginsYAML(first) {
      self = .yaml
    } else if Self.areRows(Array(lines.prefix(2))) {
      self = .csv
    } else if Self.beginsEntry(first), lines.dropFirst().contains(where: { $0.contains("{") }) {
      self = .log
    } else {
      return nil
    }
  }

  /// What to do about it where it should be an input.
  var advice: String {
    switch self {
    case .xml: "--from xml reads it"
    case .csv: "--from csv reads it"
    case .html, .yaml, .log: adviceForSpec
    }
  }

  /// What to do about it where it should be a spec, which is JSON.
  var adviceForSpec: String {
    switch self {
    case .html: "is it an error page in place of the response?"
    case .xml, .yaml, .csv: "convert it to JSON first"
    case .log: "keep only the lines that are JSON"
    }
  }

  /// `---`, `name: ` or `- `.
  private static func beginsYAML(_ line: Substring) -> Bool {
    if line.hasPrefix("---") || line.hasPrefix("- ") { return true }
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
    let rest = line[line.index(after: colon)...]
    return line[..<colon].allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
      && line.first?.isLetter == true && (rest.isEmpty || rest.first == " ")
  }

  /// Two lines with the same number of separators.
  private static func areRows(_ lines: [Substring]) -> Bool {
    guard lines.count == 2, lines[0].first != "{", lines[0].first != "[" else { return false }
    return [",", ";", "\t"].contains { (separator: Character) in
      let count = lines[0].count { $0 == separator }
      return count > 0 && lines[1].count { $0 == separator } == count
    }
  }

  /// A date, a time, or words in brackets followed by something.
  private static func beginsEntry(_ line: Substring) -> Bool {
    if line.first == "[" {
      guard let close = line.firstIndex(of: "]") else { return false }
      return line[close...].dropFirst().first == " " && !line[..<close].contains(",")
    }
    let digits = line.prefix { $0.isNumber }
    return switch line.dropFirst(digits.count).first {
    case "-", "/": digits.count == 4
    case ":": digits.count <= 2 && !digits.isEmpty
    default: false
    }
  }
}
