import RKEngine
import RKFormats

/// Reads an archive and everything in it, and traps if a position of a document is outside its
/// string, or before the position of the previous byte.
func readArchive(_ bytes: [UInt8]) {
  guard
    let archive = try? HTTPArchive(InputSource(bytes: bytes), name: "fuzz.har", kernel: .best)
  else { return }
  for index in 0..<archive.entryCount {
    let entry = archive.entry(index)
    precondition(entry.offset < bytes.count, "an entry after the end")
    guard case .text(let body) = entry.content else { continue }
    precondition(body.literal.upperBound < bytes.count, "a content after the end")
    _ = try? archive.document(of: body)
    let text = archive.escapedText(body.literal)
    var last = body.literal.lowerBound
    for offset in 0...archive.text(body.literal).count {
      let place = archive.offset(offset, in: text)
      precondition(place >= last && place <= body.literal.upperBound, "a place out of order")
      last = place
    }
    precondition(last == body.literal.upperBound, "the text ends before its string does")
    _ = archive.place(body.literal, on: archive.position(body.literal.lowerBound))
  }
}
