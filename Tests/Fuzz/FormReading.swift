@testable import RKEngine
import RKFormats

/// Reads the bytes as form data, a few at a time and all at once: there is the same text, up to the same fault,
/// and each of its bytes has a place.
func readForm(_ bytes: [UInt8]) {
  let whole = FormReading(bytes, chunkSize: .max)
  for chunkSize in [1, 7] {
    let reading = FormReading(bytes, chunkSize: chunkSize)
    precondition(reading == whole, "\(reading), not \(whole)")
  }
}

/// What a reader makes of form data.
private struct FormReading: Equatable {
  var text: [UInt8] = []
  var fault: FormReader.Fault?
  var place: Int?

  init(_ bytes: [UInt8], chunkSize: Int) {
    let source = InputSource(bytes: bytes, chunkSize: chunkSize)
    let reader = FormReader(source, name: "x", byteOffset: 0)
    var buffer = InputBuffer(capacity: 100)
    while true {
      let start = buffer.count
      guard let count = try? reader.read(into: &buffer, upTo: 10), count > 0 else { break }
      for offset in start..<buffer.count { _ = reader.line(of: offset) }
    }
    text = buffer.bytesWithoutPadding
    fault = reader.failure?.fault
    place = reader.failure?.place.byteOffset
    precondition(place ?? 0 <= bytes.count, "a place after the end")
  }
}
