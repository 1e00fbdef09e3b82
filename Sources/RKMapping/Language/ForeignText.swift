internal import RKDiagnostics
internal import RKEngine

/// A format that a text which is not JSON resembles.
///
/// It is used only after reading has failed, so it may guess. It examines only the first lines.
enum ForeignText: String {
  case html = "HTML"
  case xml = "XML"
  case yaml = "YAML"
  case csv = "CSV"
  case keyed = "keyed lines"
  case log = "a log"

  /// Examines the beginning of a text; nil if it resembles no known format.
  init?(_ bytes: some Collection<UInt8>) {
    // A byte order mark is ignored.
    let text = String(decoding: bytes.dropFirst(Array(bytes.prefix(3)).markCount), as: UTF8.self)
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
    } else if Self.isKeyed(first) {
      self = .keyed
    } else if Self.areRows(Array(lines.prefix(2))) {
      self = .csv
    } else if Self.beginsEntry(first), lines.dropFirst().contains(where: { $0.contains("{") }) {
      self = .log
    } else {
      return nil
    }
  }

  /// The format that a text resembles, and where it stops being JSON.
  ///
  /// A class, because an optional tuple would cost 16,000 instructions at each start of the program.
  final class Finding {
    let text: ForeignText
    let location: Location

    init(_ text: ForeignText, at location: Location) {
      self.text = text
      self.location = location
    }
  }

  /// Returns what a text resembles if its first line begins with a scalar and continues in a way
  /// that JSON cannot; nil if it may be JSON.
  ///
  /// The scalar would count as a document, and the syntax error would not say what the text is.
  static func finding(in bytes: [UInt8], of name: String, _ byteOffset: Int) -> Finding? {
    guard var at = bytes.firstIndex(where: { !$0.isWhitespace }) else { return nil }
    if bytes[at] == .openObject || bytes[at] == .openArray { return nil }
    if bytes[at] == .quote {
      repeat { at += bytes[at] == .backslash ? 2 : 1 } while at < bytes.count && bytes[at] != .quote
      at += 1
    } else {
      while at < bytes.count, scalarBytes.contains(bytes[at]) { at += 1 }
    }
    while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 { at += 1 }
    guard at < bytes.count, separators.contains(bytes[at]),
      let text = ForeignText(bytes.prefix(1024))
    else { return nil }
    let file = SourceFile(name: name, bytes: Array(bytes.prefix(at + 1024)))
    var location = file.location(of: at..<(at + 1))
    location.byteRange = (at + byteOffset)..<(at + byteOffset + 1)
    return Finding(text, at: location)
  }

  private static let scalarBytes = Array("+-.0123456789Eaeflnrstu".utf8)
  private static let separators = Array(",;:/".utf8)

  /// Advice if the text was given as an input.
  var advice: String {
    switch self {
    case .xml: "--from xml reads it"
    case .csv: "--from csv reads it"
    case .html: "is it an error page in place of the response?"
    case .yaml, .keyed, .log: adviceForSpec
    }
  }

  /// Advice if the text was given as a spec, which must be JSON.
  var adviceForSpec: String {
    switch self {
    case .html: "a spec is JSON: was a web page saved in its place?"
    case .xml, .yaml, .csv: "convert it to JSON first"
    case .keyed: "'rkmap merge' and 'rkmap load' read them"
    case .log: "keep only the lines that are JSON"
    }
  }

  /// Whether a line begins with `---`, `name: ` or `- `.
  private static func beginsYAML(_ line: Substring) -> Bool {
    if line.hasPrefix("---") || line.hasPrefix("- ") { return true }
    guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return false }
    let rest = line[line.index(after: colon)...]
    return line[..<colon].allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
      && line.first?.isLetter == true && (rest.isEmpty || rest.first == " ")
  }

  /// Whether a line has a key, a position and a record, separated by tabs.
  private static func isKeyed(_ line: Substring) -> Bool {
    let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].contains("\u{1F}") && parts[2].first == "{"
  }

  /// Whether two lines have the same number of separators.
  private static func areRows(_ lines: [Substring]) -> Bool {
    guard lines.count == 2, lines[0].first != "{", lines[0].first != "[" else { return false }
    return [",", ";", "\t"].contains { (separator: Character) in
      let count = lines[0].count { $0 == separator }
      return count > 0 && lines[1].count { $0 == separator } == count
    }
  }

  /// Whether a line begins with a date, a time, or words in brackets followed by something.
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
