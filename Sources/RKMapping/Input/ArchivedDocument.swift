internal import RKEngine
internal import RKFormats

/// The document of an archive's entry: maps its positions to the archive.
final class ArchivedDocument: DocumentOrigin {
  let byteOffset: Int
  private let start: HTTPArchive.Position
  private let archive: HTTPArchive
  private let body: HTTPArchiveEntry.Body
  private let isPlain: Bool
  private let part: InputPlace.Part
  /// The text of the entry, created when a position is first requested.
  private var text: EscapedText?

  /// `isPlain` says that the document is the entry's text, only unescaped.
  init(
    _ archive: HTTPArchive,
    _ body: HTTPArchiveEntry.Body,
    _ part: InputPlace.Part,
    isPlain: Bool
  ) {
    self.archive = archive
    self.body = body
    self.part = part
    self.isPlain = isPlain
    byteOffset = part.byteOffset
    start = archive.position(body.literal.lowerBound)
  }

  var line: Int { start.line }

  func locate(_ place: InputPlace) -> InputPlace {
    var part = part
    var range = body.literal.lowerBound..<(body.literal.lowerBound + 1)
    if isPlain {
      let text = text ?? archive.escapedText(body.literal)
      self.text = text
      let start = archive.offset(place.byteOffset, in: text)
      let end = archive.offset(place.byteOffset + place.markedCount, in: text)
      range = start..<max(end, start + 1)
    } else {
      part.description += ", line \(place.line), column \(place.column) of what is encoded"
    }
    var moved = archive.place(range, on: start, isShown: !place.excerpt.isEmpty)
    moved.pointer = place.pointer
    moved.value = place.value
    moved.recordNumber = place.recordNumber
    moved.part = part
    return moved
  }

  /// The text of the content as it is written in the archive.
  var content: [UInt8] { archive.text(body.literal) }

  /// The position of the whole content, described by `value`.
  func place(value: String) -> InputPlace {
    var place = archive.place(body.literal, on: start)
    place.value = Array(value.utf8)
    place.part = part
    return place
  }
}
