package import RKDiagnostics
internal import RKMapping

/// Rewrites a spec or a test file as canonical strict JSON with the same meaning.
///
/// It does not check what the text says about mapping, so that an unfinished spec can be formatted. Formatting
/// twice changes nothing.
package enum SpecFormatter {
  /// The whole text of a file in canonical form.
  ///
  /// - Throws: Diagnostics about syntax errors.
  package static func formatted(_ file: SourceFile) throws(DiagnosticsError) -> [UInt8] {
    let source = try SpecSource(file)
    return Array(SpecLayout.text(of: CanonicalSpec.value(of: source)).utf8)
  }

  /// The SHA-256 hash of the canonical forms of some files, so that layout makes no difference.
  ///
  /// For a file that is not JSON its own bytes are used.
  package static func hash(of files: [SourceFile]) -> String {
    var text: [UInt8] = []
    for file in files {
      do { text += try formatted(file) } catch { text += file.bytes }
    }
    return "sha256:" + SHA256.hexadecimal(text)
  }

  /// A diagnostic at the first line of a file that differs from its canonical form; nil if there is none.
  package static func difference(of file: SourceFile, from formatted: [UInt8]) -> Diagnostic? {
    if file.bytes == formatted { return nil }
    let same = zip(file.bytes, formatted).prefix { $0 == $1 }.count
    // The line ends alike in both if it differs after its end.
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

  /// A line with invisible characters escaped.
  private static func visible(_ line: String) -> String {
    String(line.unicodeScalars.filter { $0 != "\r" && $0 != "\u{FEFF}" })
  }
}
