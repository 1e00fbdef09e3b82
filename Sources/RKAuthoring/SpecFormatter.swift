package import RKDiagnostics
internal import RKMapping

/// Writes a spec or a test file anew, as canonical strict JSON that means the same.
///
/// What the text says of mapping is not looked at, so that a spec need not be finished to be formatted.
/// To format what was formatted changes nothing.
package enum SpecFormatter {
  /// The whole text of a file in its canonical form.
  ///
  /// - Throws: What is wrong with the text.
  package static func formatted(_ file: SourceFile) throws(DiagnosticsError) -> [UInt8] {
    let source = try SpecSource(file)
    return Array(SpecLayout.text(of: CanonicalSpec.value(of: source)).utf8)
  }

  /// A finding at the first line of a file that is not as it is in its canonical form; nil where all
  /// are.
  package static func difference(of file: SourceFile, from formatted: [UInt8]) -> Diagnostic? {
    if file.bytes == formatted { return nil }
    let same = zip(file.bytes, formatted).prefix { $0 == $1 }.count
    // The line ends alike in both where it differs after its end.
    let start = file.bytes[..<same].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let line = Self.line(at: start, in: file.bytes)
    let wanted = Self.line(at: start, in: formatted)
    let number = file.lineIndex(of: start) + 1
    var help = "rkmap fmt writes \(JSONObjectText.quoted(wanted)) there"
    if start >= formatted.count {
      help = "rkmap fmt writes nothing from line \(number) on"
    } else if visible(line) == visible(wanted) {
      help = "rkmap fmt ends every line with only a line feed, and writes no byte order mark"
    }
    return Diagnostic(
      .notFormatted,
      "'\(file.name)' is not formatted: line \(number) is the first that differs",
      at: file.location(of: start..<(start + line.utf8.count)),
      help: [help]
    )
  }

  private static func line(at start: Int, in bytes: [UInt8]) -> String {
    guard start < bytes.count else { return "" }
    return String(
      decoding: bytes[start...].prefix { $0 != UInt8(ascii: "\n") },
      as: UTF8.self
    )
  }

  /// A line without what cannot be seen.
  private static func visible(_ line: String) -> String {
    String(line.unicodeScalars.filter { $0 != "\r" && $0 != "\u{FEFF}" })
  }
}
