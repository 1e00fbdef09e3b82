package import RKEngine

/// Makes documents from text in a format other than JSON: the text of an input, or of a part of one.
package protocol DocumentMaker: AnyObject {
  /// The next part; nil at the end.
  func next() throws(SystemError) -> InputPart?

  /// Called when nothing more will be requested, like `InputDoor.end()`.
  func end() -> Bool
}

extension DocumentMaker {
  package func end() -> Bool { false }
}

/// A text from which documents are made, and what is known of it.
package struct MadeText {
  /// The name of the input, as the user gave it.
  let name: String
  /// The byte offset of the text in its file.
  let byteOffset: Int
  /// Whether it is one of several inputs.
  let isStream: Bool
  /// The encoding stated elsewhere, or by a byte order mark, in lower case.
  var charset: String?
  let context: DocumentContext
  /// The origin of the text; nil if it is part of the input unchanged.
  var base: (any DocumentOrigin)?
  let reading: InputReading

  /// The result for a text that does not have its format.
  ///
  /// An entry of an archive fails alone; anything else makes the input unreadable.
  func fault(_ finding: Diagnostic, at place: InputPlace) -> InputPart {
    if let part = base as? ArchivedDocument { return .badPart(finding, place, text: part.content) }
    reading.counter.receive(finding)
    return .badInput
  }
}

extension MadeText {
  /// A part without any document, by which the input is known to be empty.
  func nothing(format: InputFormat, isStream: Bool) -> InputPart {
    .documents(
      DocumentSource(
        InputSource(bytes: []),
        format: format,
        isStream: isStream,
        context: context,
        origin: base
      )
    )
  }
}

/// A format that is converted to JSON text while it is read.
package protocol TranscodedFormat: InputDoor {
  /// Creates the maker of documents for a text.
  static func maker(_ source: consuming InputSource, _ text: MadeText) throws(SystemError)
    -> any DocumentMaker
}

extension TranscodedFormat {
  package static var hasCells: Bool { true }
}

/// Base of the doors for inputs in a transcoded format.
package class TranscodingDoor {
  private var opened: OpenInput?
  private let turn: InputTurn
  private let format: any TranscodedFormat.Type
  private var maker: (any DocumentMaker)?

  init(
    _ opened: consuming OpenInput,
    _ turn: InputTurn,
    _ format: any TranscodedFormat.Type
  ) {
    self.opened = consume opened
    self.turn = turn
    self.format = format
  }

  package func end() -> Bool { maker?.end() ?? false }

  package func next() throws(SystemError) -> InputPart? {
    if let opened = opened.take() {
      let text = MadeText(
        name: opened.name,
        byteOffset: opened.byteOffset,
        isStream: turn.isStream,
        charset: turn.input.charset ?? (opened.byteOffset > 0 ? "utf-8" : nil),
        context: turn.context,
        reading: turn.reading
      )
      maker = try format.maker(opened.takeSource(), text)
    }
    return try maker?.next()
  }
}

extension InputTurn {
  /// The context of all documents of the input.
  var context: DocumentContext {
    let (metadata, isRead) = (reading.metadata, reading.readsMetadata)
    guard let choice = reading.routing.choice(of: input) else {
      return metadata.context(of: input, index: index, isRead: isRead)
    }
    let file = metadata.file(input, index: index)
    return reading.routing.context(of: choice, in: file, isRead: isRead)
  }
}
