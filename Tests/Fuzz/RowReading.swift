@testable import RKEngine
@testable import RKFormats

/// Reads the bytes as rows of cells, a few at a time and all at once, and as a reader does that knows no
/// shortcuts: there are the same cells, up to the same fault.
///
/// The first byte says what stands between cells, and whether there is a header.
func readRows(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let text = Array(bytes.dropFirst())
  let delimiters: [UInt8?] = [.comma, .ascii(";"), .tab, nil]
  let form = CSVReader.Form(
    delimiter: delimiters[Int(first & 3)],
    hasHeader: first & 4 == 0,
    wrapsLists: first & 8 != 0
  )
  let whole = RowReading(text, form, chunkSize: .max)
  for chunkSize in [1, 7] {
    let reading = RowReading(text, form, chunkSize: chunkSize)
    precondition(reading == whole, "\(reading), not \(whole)")
  }
  guard let delimiter = form.delimiter, !form.hasHeader, !form.wrapsLists else { return }
  let (rows, isBroken) = plainRows(text, delimiter: delimiter)
  let wanted = rows.map { row in "[" + row.map(quoted).joined(separator: ",") + "]\n" }.joined()
  precondition(whole.text == Array(wanted.utf8) || !text.span.isUTF8, "\(whole), not \(wanted)")
  precondition((whole.fault != nil) == isBroken, "\(whole) is broken, or not")
}

/// What a reader makes of rows.
private struct RowReading: Equatable {
  var text: [UInt8] = []
  var longRows: [[UInt8]] = []
  var places: [Int] = []
  var fault: CSVReader.Fault?

  init(_ bytes: [UInt8], _ form: CSVReader.Form, chunkSize: Int) {
    let source = InputSource(bytes: bytes, chunkSize: chunkSize)
    guard let reader = try? CSVReader(source, name: "x", byteOffset: 0, form: form) else { return }
    var buffer = InputBuffer(capacity: 100)
    while true {
      let start = buffer.count
      guard let count = try? reader.read(into: &buffer, upTo: 100) else { return }
      if let row = reader.takeLongRow() {
        longRows.append(row.text)
        places.append(row.place.byteOffset)
      } else if count == 0 {
        break
      }
      for offset in start..<buffer.count { _ = reader.line(of: offset) }
    }
    text = buffer.bytesWithoutPadding
    fault = reader.failure?.fault
    if let place = reader.failure?.place.byteOffset { places.append(place) }
    precondition(places.allSatisfy { $0 <= bytes.count }, "a place after the end")
  }
}

/// The cells of rows, and whether they end in a fault.
private func plainRows(_ bytes: [UInt8], delimiter: UInt8) -> (rows: [[[UInt8]]], isBroken: Bool) {
  var rows: [[[UInt8]]] = []
  var at = 0
  func lineEnd(_ place: Int) -> Int? {
    if place == bytes.count { return 0 }
    if bytes[place] == .lineFeed { return 1 }
    return bytes[place] == .carriageReturn && place + 1 < bytes.count
      && bytes[place + 1] == .lineFeed ? 2 : nil
  }
  while at < bytes.count {
    if let count = lineEnd(at) {
      at += count
      continue
    }
    var row: [[UInt8]] = []
    while true {
      var cell: [UInt8] = []
      if at < bytes.count && bytes[at] == .quote {
        at += 1
        while true {
          if at == bytes.count { return (rows, true) }
          if bytes[at] == .quote {
            at += 1
            if at == bytes.count || bytes[at] != .quote { break }
          }
          cell.append(bytes[at])
          at += 1
        }
        if lineEnd(at) == nil && bytes[at] != delimiter { return (rows, true) }
      } else {
        while lineEnd(at) == nil && bytes[at] != delimiter {
          cell.append(bytes[at])
          at += 1
        }
      }
      row.append(cell)
      if let count = lineEnd(at) {
        at += count
        break
      }
      at += 1
    }
    rows.append(row)
  }
  return (rows, false)
}

/// A text as a JSON string.
private func quoted(_ text: [UInt8]) -> String {
  String(decoding: JSONText.quoted(text), as: UTF8.self)
}
