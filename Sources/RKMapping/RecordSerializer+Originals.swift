internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Records are put into the documents that they were made of (docs/guide.md, "Write back").
extension RecordSerializer {
  /// Writes a document, changed where some records say something else, and nowhere else.
  ///
  /// Both are held in memory.
  ///
  /// - Parameters:
  ///   - input: The records.
  ///   - original: The document, or a stream of them.
  ///   - deletes: Members, elements and documents that the records do not have are removed.
  ///   - output: Where the changed document goes.
  ///   - receiver: Receives the findings.
  /// - Returns: How the run went, and whether it lacked the flag that says what records are.
  package func run(
    on input: Input,
    onto original: Input,
    deletes: Bool,
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> (report: MappingReport, needsTypeKey: Bool) {
    guard let mapper = originalMapper else { preconditionFailure("it is made for an original") }
    guard let given = try? original.readAll() else {
      // Who reads it says why it cannot be read.
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
    switch mapped.ending {
    // Representations that fail stay as they are.
    case .complete, .failedRecord, .closedPipe: break
    case .badInput, .badOutput, .interrupted:
      for finding in findings.diagnostics { receiver.receive(finding) }
      return (mapped, false)
    }
    // They are read twice.
    var records = input
    if let held {
      records = .bytes(held, name: input.name, format: input.format)
      if held.allSatisfy(\.isWhitespace) {
        // Whoever wants all to be removed says so: a command before this one may have failed.
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
      // Records that are cut off are not those that are missing.
      for finding in counted.diagnostics { receiver.receive(finding) }
      return (report, false)
    }
    if updater.hasFewer { _ = pass(.collecting, FindingCollector()) }
    // What is put has to be read again as what the records say.
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
  /// What stands for an original without any document: a document that takes several records, where they are
  /// no stream.
  private func beginning(of original: Input, for records: [UInt8]?) -> [UInt8] {
    if original.isSequence { return [] }
    if !hasBareRecords { return Array("{}\n".utf8) }
    let isList = records?.first { !$0.isWhitespace } == .openArray
    return isList ? Array("[]\n".utf8) : []
  }
}

extension Diagnostic {
  /// Without what is to be removed, the rest of an original is read as other records.
  fileprivate static func unlikeRest(_ original: Input) -> Diagnostic {
    Diagnostic(
      .notWritable,
      "what --delete would leave of '\(original.name)' is not read as the records",
      help: ["without --delete what the records do not have stays"]
    )
  }
}

extension Input {
  /// All of its bytes, unpacked where they are compressed.
  fileprivate func readAll() throws(SystemError) -> [UInt8] {
    switch source {
    case .file(let path): try Unpacker.bytes(ofFile: .reading(path))
    case .standardInput: try Unpacker.bytes(ofFile: .standardInput)
    case .bytes(let bytes): try Unpacker.bytes(bytes)
    }
  }
}

extension Output {
  /// Where a changed original goes: one that takes its own place stays compressed, whatever its name says.
  fileprivate func makeFile(for original: Input) throws(SystemError) -> OutputFile {
    guard case .file(let path) = destination, case .file(path) = original.source,
      Compression(ofFile: path) == nil, let form = Input.compression(of: try .reading(path))
    else { return try makeFile() }
    return try OutputFile(path: path, through: Packer(form))
  }
}

/// Writes the changed text when all records are in it.
private struct ChangedTextSink: RecordSink, ~Copyable {
  private let updater: OriginalUpdater
  private let original: (given: [UInt8], begun: [UInt8])
  private var output: OutputFile

  /// `original` is the text that was given, and what it was changed from.
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
