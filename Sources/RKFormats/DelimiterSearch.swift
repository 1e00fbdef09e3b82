internal import RKEngine

/// Detects the separator of cells from the first rows of a text.
enum DelimiterSearch {
  enum Result {
    case found(UInt8)
    /// Unclear: several of these candidates fit, or none of them does.
    case unclear([UInt8], fit: Bool)
    /// There are too few rows to decide, and more may follow.
    case incomplete
  }

  private static let candidates: [UInt8] = [.comma, .ascii(";"), .tab]
  private static let rowCount = 100

  /// Examines the text between two offsets; `isAll` says that the input ends there.
  static func search(_ bytes: Span<UInt8>, from start: Int, to end: Int, isAll: Bool) -> Result {
    let header = headerBytes(bytes, from: start, to: end, isAll: isAll)
    // No other candidate can separate these cells, whatever the other rows are.
    if let header, header.holdsNoOther { return .found(.comma) }
    var fitting: [UInt8] = []
    for candidate in candidates {
      switch fits(candidate, bytes, from: start, to: end, isAll: isAll) {
      case nil: return .incomplete
      case true?: fitting.append(candidate)
      case false?: break
      }
    }
    if fitting.count == 1 { return .found(fitting[0]) }
    if fitting.count > 1 { return .unclear(fitting, fit: true) }
    guard let header else { return .incomplete }
    if !header.outside.contains(.ascii(";")) && !header.outside.contains(.tab) {
      return .found(.comma)
    }
    return .unclear(candidates.filter(header.outside.contains), fit: false)
  }

  /// Whether all rows have the same number of cells, at least two; nil if that cannot be decided yet.
  private static func fits(
    _ candidate: UInt8,
    _ bytes: Span<UInt8>,
    from start: Int,
    to end: Int,
    isAll: Bool
  ) -> Bool? {
    var rows = CSVRows(delimiter: candidate)
    var at = start
    var cellCount = 0
    for _ in 0..<rowCount {
      rows.removeAll()
      let (next, stop) = rows.write(bytes, from: at, to: end, isAll: isAll, upTo: 1)
      if rows.output.count == 0 {
        guard case .incomplete = stop else { return false }
        // At the end there are no more rows to wait for.
        return isAll ? cellCount > 1 : nil
      }
      if cellCount == 0 { cellCount = rows.cellCount }
      if rows.cellCount != cellCount || cellCount < 2 { return false }
      at = next
    }
    return true
  }

  /// The bytes of the first row that matter for detection.
  private struct Header {
    /// The bytes outside of quotes.
    var outside: Set<UInt8> = []
    /// Whether it contains no candidate other than the comma, not even in quotes.
    var holdsNoOther = true
  }

  /// Examines the first row; nil if it is incomplete.
  private static func headerBytes(
    _ bytes: Span<UInt8>,
    from start: Int,
    to end: Int,
    isAll: Bool
  ) -> Header? {
    var found = Header()
    var isQuoted = false
    var at = start
    while at < end && bytes[at].isLineEnd { at += 1 }
    while at < end && (isQuoted || bytes[at] != .lineFeed) {
      let byte = bytes[at]
      if byte == .ascii(";") || byte == .tab { found.holdsNoOther = false }
      if byte == .quote { isQuoted.toggle() } else if !isQuoted { found.outside.insert(byte) }
      at += 1
    }
    return at < end || isAll ? found : nil
  }
}
