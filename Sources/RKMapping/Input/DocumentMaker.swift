package import RKEngine

/// Gives documents out of text in another format than JSON: the text of an input, or of a part of one.
package protocol DocumentMaker: AnyObject {
  /// What comes next; nil at the end.
  func next() throws(SystemError) -> InputPart?

  /// Nothing more will be requested; see the door's.
  func end() -> Bool
}

extension DocumentMaker {
  package func end() -> Bool { false }
}

/// A text of which documents are made, and what is known of it.
package struct MadeText {
  /// The input as it was named.
  let name: String
  /// Where the text begins in its file.
  let byteOffset: Int
  /// It is one of several.
  let isStream: Bool
  /// The encoding that is said of it elsewhere, or by a mark before it, in lower case.
  var charset: String?
  let context: DocumentContext
  /// Where it comes from, where it does not stand in the input as it is.
  var base: (any DocumentOrigin)?
  let reading: InputReading

  /// What comes of a text that does not have its format: a part of something else fails alone.
  func fault(_ finding: Diagnostic, at place: InputPlace) -> InputPart {
    if let part = base as? ArchivedDocument { return .badPart(finding, place, text: part.content) }
    reading.counter.receive(finding)
    return .badInput
  }
}

extension MadeText {
  /// What is given of a text without any document, so that its input is known to be empty.
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

/// A format of which JSON text is made while it is read.
package protocol TranscodedFormat: InputDoor {
  /// What makes it of a text.
  static func maker(_ source: consuming InputSource, _ text: MadeText) throws(SystemError)
    -> any DocumentMaker
}

extension TranscodedFormat {
  package static var hasCells: Bool { true }
}

/// Such a format where it is that of an input.
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
  /// What is known of all documents of the input.
  var context: DocumentContext {
    let (metadata, isRead) = (reading.metadata, reading.readsMetadata)
    guard let choice = reading.routing.choice(of: input) else {
      return metadata.context(of: input, index: index, isRead: isRead)
    }
    let file = metadata.file(input, index: index)
    return reading.routing.context(of: choice, in: file, isRead: isRead)
  }
}
