internal import RKEngine
internal import RKFormats

/// Reads archives: each entry is a document with a request of its own.
final class ArchiveDoor: InputDoor {
  static var name: String { "HAR" }
  static var fileEndings: [String] { [".har"] }
  static var layout: InputFormat { .embedded }
  static var hasRequests: Bool { true }

  private var opened: OpenInput?
  private let turn: InputTurn
  private let file: Metadata
  private var archive: HTTPArchive?
  /// The index of the next entry.
  private var index = 0
  private var census = ArchiveCensus()
  /// Makes the documents of the current entry, if its content is in another format than JSON.
  private var maker: (any DocumentMaker)?

  init(_ opened: consuming OpenInput, _ turn: InputTurn) {
    self.opened = consume opened
    self.turn = turn
    file = turn.reading.metadata.file(turn.input, index: turn.index)
  }

  func next() throws(SystemError) -> InputPart? {
    guard let archive = try readArchive() else { return .badInput }
    if let part = try maker?.next() { return part }
    maker = nil
    while index < archive.entryCount {
      if Interruption.isPending { throw .interruption }
      index += 1
      if let part = try part(archive, index - 1) { return part }
    }
    return nil
  }

  /// Reads the whole archive into memory; reports a diagnostic and returns nil if the input is not one.
  private func readArchive() throws(SystemError) -> HTTPArchive? {
    guard let opened = opened.take() else { return archive }
    do throws(HTTPArchive.Failure) {
      archive = try HTTPArchive(
        opened,
        countsCharacters: turn.reading.options.reading.countsCharacters,
        kernel: turn.reading.options.kernel
      )
      turn.reading.counter.passArchive(byteCount: archive?.byteCount ?? 0)
    } catch {
      if case .system(let error) = error { throw error }
      turn.reading.counter.receive(ArchiveExplainer.diagnostic(error))
    }
    return archive
  }

  /// What an entry yields; nil if it is skipped.
  private func part(_ archive: HTTPArchive, _ index: Int) throws(SystemError) -> InputPart? {
    let entry = archive.entry(index)
    census.entryCount += 1
    let body: HTTPArchiveEntry.Body?
    switch entry.content {
    case .skipped(.noBody) where entry.exchange.hasNoContent,
      .empty where entry.exchange.hasNoContent:
      census.emptyCount += 1
      return nil
    case .skipped(let reason):
      census.skip(reason)
      return nil
    case .empty: body = nil
    case .text(let text): body = text
    }
    let routing = turn.reading.routing
    if routing.takesOnlyJSON, let body, body.format != .json {
      census.skip(.type("\(body.format)"))
      return nil
    }
    let choice: DescriptorChoice
    switch routing.route(entry.exchange) {
    case .unwanted:
      census.unwantedCount += 1
      return nil
    case .unmatched where body == nil:
      census.skip(.noBody)
      return nil
    case .unmatched(let candidates):
      census.miss(ArchiveCensus.Miss(index: index, entry: entry, choice: candidates))
      return nil
    case .applies(let applying): choice = applying
    }
    let part = ArchiveExplainer.part(
      entry,
      index,
      in: archive,
      of: choice,
      among: turn.reading.explainer.compiled.descriptors
    )
    guard let body else {
      reportEmpty(entry, part, archive)
      return nil
    }
    let document: HTTPArchive.Document
    do throws(HTTPArchive.BodyFailure) {
      guard let text = try archive.document(of: body) else {
        if !body.isGuess || archive.text(body.literal).allSatisfy(\.isWhitespace) {
          reportEmpty(entry, part, archive)
        } else {
          census.skip(.type("content without a type"))
        }
        return nil
      }
      document = text
    } catch {
      census.mappedCount += 1
      return .badDocument(
        JSONSyntaxError(error.fault, at: 0),
        ArchivedDocument(archive, body, part, isPlain: true).place(value: error.name),
        text: archive.text(body.literal)
      )
    }
    census.mappedCount += 1
    let source = InputSource(bytes: document.bytes, repairsUTF8: turn.reading.repairsUTF8)
    let context = routing.context(of: choice, in: file, isRead: turn.reading.readsMetadata)
    let origin = ArchivedDocument(archive, body, part, isPlain: document.isPlain)
    guard let format = body.format.transcoded else {
      return .documents(
        DocumentSource(
          source,
          format: .embedded,
          byteOffset: document.markCount,
          isStream: true,
          context: context,
          origin: origin
        )
      )
    }
    let text = MadeText(
      name: archive.name,
      byteOffset: document.markCount,
      isStream: true,
      // Decoded content, and text in the archive, is already UTF-8.
      charset: document.isUTF8 ? "utf-8" : nil,
      context: context,
      base: origin,
      reading: turn.reading
    )
    maker = try format.maker(source, text)
    return try maker?.next()
  }

  /// Reports an entry without a document whose request is mapped.
  ///
  /// A response without content is reported like an empty file.
  private func reportEmpty(
    _ entry: HTTPArchiveEntry,
    _ part: InputPlace.Part,
    _ archive: HTTPArchive
  ) {
    if entry.exchange.hasNoContent { return census.emptyCount += 1 }
    census.mappedCount += 1
    turn.reading.counter.receive(
      ArchiveExplainer.empty(
        entry,
        part,
        archive,
        isError: turn.reading.options.mapping.expectsRecords
      )
    )
  }

  func end() -> Bool {
    guard let archive else { return false }
    let reading = turn.reading
    for finding in ArchiveExplainer.passedOver(census, archive) {
      reading.counter.receive(finding)
    }
    guard census.isMissed else { return false }
    reading.counter.receive(
      ArchiveExplainer.nothing(census, archive, reading.explainer, wanted: reading.routing.wanted)
    )
    return true
  }
}

extension HTTPArchive {
  fileprivate convenience init(
    _ opened: consuming OpenInput,
    countsCharacters: Bool,
    kernel: ScanKernel
  ) throws(Failure) {
    let (name, offset) = (opened.name, opened.byteOffset)
    try self.init(
      opened.takeSource(),
      name: name,
      kernel: kernel,
      byteOffset: offset,
      countsCharacters: countsCharacters
    )
  }
}
