internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Merges records back into the documents that they were made from (docs/guide.md, "Write back").
extension RecordSerializer {
  /// Writes a document, changed only where the records differ from it.
  ///
  /// Holds the records and the document in memory.
  ///
  /// - Parameters:
  ///   - input: The records.
  ///   - original: The document, or a stream of them.
  ///   - deletes: Whether members, elements and documents that the records lack are removed.
  ///   - output: Where the changed document goes.
  ///   - receiver: Receives the findings.
  /// - Returns: A report of the run, and whether it failed because the flag for the record type was
  ///   missing.
  package func run(
    on input: Input,
    onto original: Input,
    deletes: Bool,
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> (report: MappingReport, needsTypeKey: Bool) {
    guard let mapper = originalMapper else { preconditionFailure("it is made for an original") }
    guard let given = try? original.readAll() else {
      // The mapper reports why it cannot be read.
      return (mapper.apply(to: [original], into: .nowhere, reportingTo: receiver), false)
    }
    let held = try? input.readAll()
    let bytes = given.allSatisfy(\.isWhitespace) ? beginning(of: original, for: held) : given
    let originals = OriginalRecords(bytes, of: original, graph.keyNaming)
    let findings = FindingCollector()
    let mapped = mapper.apply(
      to: [originals.input],
      into: .sink(originals.place(mapper.compiled.keyPaths)),
      reportingTo: findings
    )
    let errors = findings.diagnostics.filter {
      $0.severity == .error && $0.code != .notFound && $0.code != .missingPart
    }
    originals.unread = errors.first?.location
    switch mapped.ending {
    // Representations that fail stay unchanged.
    case .complete, .failedRecord, .closedPipe: break
    case .badInput, .badOutput, .interrupted:
      for finding in findings.diagnostics { receiver.receive(finding) }
      return (mapped, false)
    }
    // The records are read several times.
    var records = input
    if let held {
      records = .bytes(held, name: input.name, format: input.format)
      if held.allSatisfy(\.isWhitespace) {
        // Deleting everything must be requested explicitly, by `[]`: an input may be empty because
        // the command that writes it has failed.
        let isError = deletes && !originals.roots.isEmpty
        if isError || input.isFile { receiver.receive(.empty(input, isError: isError)) }
        var report = MappingReport()
        report.ending = .badInput
        report.errorCount = 1
        if isError { return (report, false) }
      }
    }
    let writer = makeWriter()
    let updater = OriginalUpdater(writer, originals, deletes: deletes)
    var explainer = makeExplainer(writer)
    explainer.updater = updater
    let words = { [explainer] (detail: UInt32, place: InputPlace) in
      explainer.diagnostic(detail, at: place)
    }
    let passing = Mapper.Taking(
      prepare: { compiled in
        PreparedOutput(compiled: compiled) { (_, _) in
          var passed = RecordWriting { (_) throws(SystemError) in .make(DiscardingSink()) }
          passed.admission = updater
          return passed
        }
      },
      words: words
    )
    let pass = { (pass: OriginalUpdater.Pass, findings: FindingCollector) in
      updater.begin(pass)
      return reader.apply(to: [records], into: output, reportingTo: findings, taking: passing)
    }
    let counted = FindingCollector()
    let report = pass(.counting, counted)
    let isStopped = report.ending == .failedRecord && options.reading.failedRecords == .fail
    if report.ending == .badInput || isStopped {
      // The input was cut off: records that were not read are not missing ones.
      for finding in counted.diagnostics { receiver.receive(finding) }
      return (report, false)
    }
    if updater.hasFewer { _ = pass(.collecting, FindingCollector()) }
    // Check that the changed document, read again, has these records.
    for round in 1... {
      _ = pass(.trial, FindingCollector())
      let text = updater.finish()
      if text == bytes { break }
      let changed = Input.bytes(text, name: original.name, format: original.format)
      updater.beginCheck()
      let place = OriginalRecords.place(of: changed, mapper.compiled.keyPaths, for: updater) {
        updater.check($0, under: $1)
      }
      let checked = mapper.apply(
        to: [changed],
        into: .sink(place),
        reportingTo: FindingCollector()
      )
      let isReadable = checked.ending != .badInput
      if updater.endCheck(isReadable: isReadable, refusingAll: round > 3) { break }
      if updater.placed.isEmpty {
        receiver.receive(.unlikeRest(original))
        var report = MappingReport()
        report.ending = .failedRecord
        report.errorCount = 1
        return (report, false)
      }
    }
    updater.begin(.final)
    let taking = Mapper.Taking(
      prepare: { compiled in
        PreparedOutput(compiled: compiled) { (_, _) in
          var writing = RecordWriting { (_) throws(SystemError) in
            let file = try output.makeFile(for: original)
            return .make(ChangedTextSink(updater, (given, bytes), output: file))
          }
          writing.admission = updater
          writing.fails = { fails(writer, $0) }
          return writing
        }
      },
      words: words
    )
    let written = reader.apply(to: [records], into: output, reportingTo: receiver, taking: taking)
    return (written, writer.needsTypeKey)
  }
}

extension RecordSerializer {
  /// The text to start from if the original has no document: a document that can hold the records,
  /// unless they are a stream.
  private func beginning(of original: Input, for records: [UInt8]?) -> [UInt8] {
    if original.isSequence { return [] }
    if !hasBareRecords { return Array("{}\n".utf8) }
    let isList = records?.first { !$0.isWhitespace } == .openArray
    return isList ? Array("[]\n".utf8) : []
  }
}

extension Diagnostic {
  /// The diagnostic if, after the deletions, the rest of the original would be read as other records.
  fileprivate static func unlikeRest(_ original: Input) -> Diagnostic {
    Diagnostic(
      .notWritable,
      "what --delete would leave of '\(original.name)' is not read as the records",
      help: ["without --delete what the records do not have stays"]
    )
  }
}

extension Input {
  /// Reads all bytes, decompressed if necessary.
  fileprivate func readAll() throws(SystemError) -> [UInt8] {
    switch source {
    case .file(let path): try Unpacker.bytes(ofFile: .reading(path))
    case .standardInput: try Unpacker.bytes(ofFile: .standardInput)
    case .bytes(let bytes): try Unpacker.bytes(bytes)
    }
  }
}

extension Output {
  /// The file for the changed original.
  ///
  /// An original that is replaced in place stays compressed, whatever its name.
  fileprivate func makeFile(for original: Input) throws(SystemError) -> OutputFile {
    guard case .file(let path) = destination, case .file(path) = original.source,
      Compression(ofFile: path) == nil, let form = Input.compression(of: try .reading(path))
    else { return try makeFile() }
    return try OutputFile(path: path, through: Packer(form), in: group)
  }
}

/// Writes the changed text once all records have been merged into it.
private struct ChangedTextSink: RecordSink, ~Copyable {
  private let updater: OriginalUpdater
  private let original: (given: [UInt8], begun: [UInt8])
  private var output: OutputFile

  /// `original` has the text that was read, and the text that the changes start from.
  init(
    _ updater: OriginalUpdater,
    _ original: (given: [UInt8], begun: [UInt8]),
    output: consuming OutputFile
  ) {
    self.updater = updater
    self.original = original
    self.output = output
  }

  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {}

  mutating func finish() throws(SystemError) {
    let text = updater.finish()
    try output.write((text == original.begun ? original.given : text).span)
    try output.commit()
  }

  mutating func abandon() {}
}
