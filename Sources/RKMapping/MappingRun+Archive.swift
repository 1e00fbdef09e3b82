internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Archives: each entry is a document with a request of its own.
extension MappingRun {
  /// Maps what an archive holds.
  func run(
    archive source: consuming InputSource,
    named name: String,
    byteOffset: Int,
    _ pipeline: inout Pipeline,
    _ routing: ArchiveRouting,
    _ file: Metadata
  ) throws(SystemError) -> Pipeline.Ending {
    pipeline.beginArchive(named: name)
    let archive: HTTPArchive
    do throws(HTTPArchive.Failure) {
      archive = try HTTPArchive(
        source,
        name: name,
        kernel: options.kernel,
        byteOffset: byteOffset,
        countsCharacters: options.reading.countsCharacters
      )
    } catch {
      if case .system(let error) = error { throw error }
      counter.receive(ArchiveExplainer.diagnostic(error))
      return .noJSON
    }
    var census = ArchiveCensus()
    for index in 0..<archive.entryCount {
      if Interruption.isPending { throw .interruption }
      guard let ending = try map(archive, index, &pipeline, routing, file, &census) else {
        continue
      }
      report(census, archive)
      return ending
    }
    report(census, archive)
    guard census.isMissed else { return .complete }
    counter.receive(ArchiveExplainer.nothing(census, archive, explainer, wanted: routing.wanted))
    pipeline.countEmptyArchive()
    return options.failedRecordRule == .fail ? .failedRecord : .complete
  }

  /// Maps an entry, if it is to be; nil to go on with the next.
  private func map(
    _ archive: HTTPArchive,
    _ index: Int,
    _ pipeline: inout Pipeline,
    _ routing: ArchiveRouting,
    _ file: Metadata,
    _ census: inout ArchiveCensus
  ) throws(SystemError) -> Pipeline.Ending? {
    let entry = archive.entry(index)
    census.entryCount += 1
    let body: HTTPArchiveEntry.Body
    switch entry.content {
    case .skipped(let reason):
      census.skip(reason)
      return nil
    case .text(let text): body = text
    }
    let choice: DescriptorChoice
    switch routing.route(entry.exchange) {
    case .unwanted:
      census.unwantedCount += 1
      return nil
    case .unmatched(let candidates):
      census.miss(ArchiveCensus.Miss(index: index, entry: entry, choice: candidates))
      return nil
    case .applies(let applying): choice = applying
    }
    let part = ArchiveExplainer.part(entry, index, in: archive, of: choice)
    let document: HTTPArchive.Document
    do throws(HTTPArchive.BodyFailure) {
      guard let text = try archive.document(of: body) else {
        census.skip(body.isGuess ? .type("content without a type") : .noBody)
        return nil
      }
      document = text
    } catch {
      census.mappedCount += 1
      return try pipeline.refuse(
        JSONSyntaxError(error.fault, at: 0),
        at: ArchivedDocument(archive, body, part, isPlain: true).place(value: error.name),
        text: archive.text(body.literal)
      )
    }
    census.mappedCount += 1
    let ending = try pipeline.run(
      InputSource(bytes: document.bytes, repairsUTF8: repairsUTF8),
      name: archive.name,
      format: .archive,
      byteOffset: document.markCount,
      isStream: true,
      context: routing.context(
        of: choice,
        in: file,
        isRead: !compiled.plan.metadataPaths.isEmpty
      ),
      origin: ArchivedDocument(archive, body, part, isPlain: document.isPlain)
    )
    return ending == .complete ? nil : ending
  }

  /// Tells how many entries were passed over.
  private func report(_ census: ArchiveCensus, _ archive: HTTPArchive) {
    for finding in ArchiveExplainer.passedOver(census, archive) { counter.receive(finding) }
  }
}
