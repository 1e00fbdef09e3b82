/// Reads CSV (RFC 4180) byte by byte: the reference for testing the writer.
package struct CSVReader {
  /// The text is invalid: a quote where none is allowed, or no quote at the end.
  package struct Malformed: Error {}

  /// The rows of a text whose last line ends like the others.
  package static func rows(_ text: String, delimiter: Character = ",", end: String = "\n") throws
    -> [[String]]
  {
    let bytes = Array(text.utf8)
    let delimiter = delimiter.asciiValue ?? 0
    let end = Array(end.utf8)
    var rows: [[String]] = []
    var row: [String] = []
    var at = 0
    while at < bytes.count {
      var cell: [UInt8] = []
      if bytes[at] == UInt8(ascii: "\"") {
        at += 1
        while true {
          guard at < bytes.count else { throw Malformed() }
          if bytes[at] == UInt8(ascii: "\"") {
            at += 1
            guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else { break }
          }
          cell.append(bytes[at])
          at += 1
        }
      } else {
        while at < bytes.count, bytes[at] != delimiter, !bytes[at...].starts(with: end) {
          if "\"\r\n".utf8.contains(bytes[at]) { throw Malformed() }
          cell.append(bytes[at])
          at += 1
        }
      }
      row.append(String(decoding: cell, as: UTF8.self))
      if at < bytes.count, bytes[at] == delimiter {
        at += 1
        if at < bytes.count { continue }
        throw Malformed()
      }
      guard bytes[at...].starts(with: end) else { throw Malformed() }
      at += end.count
      rows.append(row)
      row = []
    }
    return rows
  }
}
