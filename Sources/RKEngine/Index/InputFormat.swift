/// How documents are separated in an input.
package enum InputFormat: Sendable {
  /// One or several documents, one after the other.
  case json
  /// One document per line.
  case ndjson
  /// JSON text sequences (RFC 7464): a record separator before each document.
  case sequence
  /// One document that was extracted from an input of another format.
  case embedded

  /// The byte that separates documents outside strings, if any.
  ///
  /// An extracted document has none: it is mapped or fails as a whole.
  package var separator: UInt8? {
    switch self {
    case .json: nil
    case .ndjson: .lineFeed
    case .sequence, .embedded: .recordSeparator
    }
  }

  /// Whether its documents may be failed records kept by an earlier run.
  var readsErrors: Bool { self == .ndjson || self == .sequence }

  /// An unsupported format, recognized by the beginning of an input.
  package enum Foreign: Sendable {
    case utf16
    case binary
    case gzip
    case zstandard
  }

  /// The unsupported format that an input appears to have, by its beginning; nil if it may be text.
  ///
  /// If `readsEncodings`, UTF-16 and other encodings are supported.
  ///
  /// If a byte separates documents, a zero byte damages only one of them and says nothing about the
  /// others.
  package static func foreign(
    _ head: [UInt8],
    in format: InputFormat,
    readsEncodings: Bool = false
  ) -> Foreign? {
    if head.starts(with: [0x1F, 0x8B]) { return .gzip }
    if head.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) { return .zstandard }
    if readsEncodings { return nil }
    if head.starts(with: [0xFE, 0xFF]) || head.starts(with: [0xFF, 0xFE]) { return .utf16 }
    let start = head.prefix(4)
    // JSON begins with two ASCII characters, for each of which UTF-16 writes a zero byte (RFC 4627,
    // section 3).
    let isPaired = start.count >= 2 && (start[0] == 0) != (start[1] == 0)
    guard format.separator == nil || format == .embedded else {
      let isRepeated =
        start.count == 4 && (start[0] == 0) == (start[2] == 0)
        && (start[1] == 0) == (start[3] == 0)
      return isPaired && isRepeated ? .utf16 : nil
    }
    if isPaired { return .utf16 }
    return head.prefix(512).contains(0) ? .binary : nil
  }

  /// The format of an input, by its beginning; nil if more of it is needed.
  ///
  /// It is NDJSON if its first line is a complete object or array and a later line is not blank, or
  /// if it begins like the lines of failed records or a trailer. `isAll` says that there is no
  /// more.
  package static func detect(_ head: [UInt8], isAll: Bool, kernel: ScanKernel) -> InputFormat? {
    guard let start = head.firstIndex(where: { !$0.isWhitespace }) else {
      return isAll ? .json : nil
    }
    if head[start] == .recordSeparator { return .sequence }
    // Failed records are kept as lines, even a single one; a trailer may be the only line.
    if lineStarts.contains(where: { head[start...].starts(with: $0.utf8) }) { return .ndjson }
    guard head[start] == .openObject || head[start] == .openArray else { return .json }
    // A later line is looked for first, which is cheap if there is none.
    guard let end = head.span.first(.lineFeed, in: start..<head.count),
      head[end...].contains(where: { !$0.isWhitespace })
    else { return isAll ? .json : nil }
    return isWhole(Array(head[start..<end]), kernel: kernel) ? .ndjson : .json
  }

  /// Whether the input so far is one line whose document gives the same records whether or not
  /// other lines follow: a non-empty object or array, not a list that begins with null, and not the
  /// line of a failed record or a trailer.
  package static func isFirstLine(_ head: [UInt8], kernel: ScanKernel) -> Bool {
    guard let start = head.firstIndex(where: { !$0.isWhitespace }),
      head[start] == .openObject || head[start] == .openArray,
      let end = head.span.first(.lineFeed, in: start..<head.count),
      head[end...].allSatisfy(\.isWhitespace),
      let second = head[(start + 1)...].firstIndex(where: { !$0.isWhitespace })
    else { return false }
    switch head[second] {
    case .closeObject, .closeArray, .ascii("n"): return false
    case .quote where head[second + 1] == .ascii("$"): return false
    default: return isWhole(Array(head[start..<end]), kernel: kernel)
    }
  }

  /// How the lines of failed records and trailers begin.
  private static var lineStarts: [String] { ["{\"$error\":", "{\"$trailer\":"] }

  /// Whether the bytes are one object or array, and nothing else.
  private static func isWhole(_ line: [UInt8], kernel: ScanKernel) -> Bool {
    guard let window = InputWindow(whole: line, kernel: kernel) else { return false }
    let view = window.view
    return view.close(of: 0) == view.count - 1
  }
}
