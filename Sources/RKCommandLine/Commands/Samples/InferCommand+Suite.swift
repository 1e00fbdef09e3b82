internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping
internal import RKVerdict

/// `rkmap infer --tests` and `rkmap init --from`: make a suite from the samples.
extension InferCommand {
  /// Where a suite is written.
  enum SuitePlace {
    /// Into a folder, with copies of the inputs.
    case copied(to: String)
    /// Into the working directory; the inputs stay where they are.
    case inPlace

    fileprivate var folder: ProjectFolder {
      switch self {
      case .copied(let folder): ProjectFolder(folder)
      case .inPlace: ProjectFolder("")
      }
    }

    fileprivate var isInPlace: Bool { if case .inPlace = self { true } else { false } }
  }

  /// Refuses inputs that cannot be fixtures of a suite, and flags that place the spec elsewhere.
  static func checkSuite(_ options: Options, _ files: InputOperands) throws(DiagnosticsError) {
    guard options.suite != nil else { return }
    let inputs = files.inputs(options.inputFormat, options.mapper.context)
    if options.output != nil {
      throw .refusal("--tests writes the spec beside the test file; -o does not go with it")
    }
    for input in inputs {
      // Later runs know the format of a fixture only from its name.
      guard input.isArchive || input.holdsJSON && Input.file(input.name).holdsJSON else {
        throw DiagnosticsError(
          .ambiguousDescriptors,
          "'\(input.name)' is not JSON, and a suite is made of JSON alone",
          help: ["rkmap infer reads it without --tests; a suite takes JSON, NDJSON and HAR"]
        )
      }
      if !FileDescriptor.isSeen(input.name, as: .regular) {
        throw .refusal("a suite is made of files, and '\(input.name)' is none")
      }
    }
  }

  /// The part of the summary line about members that the suite does not map.
  static func suiteHint(_ options: Options, _ inference: Inference) -> String {
    guard options.suite != nil, inference.leavesMembersOut else { return "" }
    return "; 'rkmap coverage --baseline' takes as known what envelopes have beside records"
  }

  /// Makes a suite that passes from the samples; writes nothing if one of its files exists already.
  static func makeSuite(
    at place: SuitePlace,
    of spec: [UInt8],
    _ files: InputOperands,
    _ options: Options,
    _ reporter: Reporter,
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    let suite = try InferredSuite(
      spec,
      of: files.inputs(options.inputFormat, options.mapper.context),
      isInPlace: place.isInPlace,
      options: options.mapper
    )
    for finding in suite.findings { reporter.receive(finding) }
    if suite.fixtures.isEmpty {
      reporter.receive(Diagnostic(.notFound, "no fixture can be made of the samples"))
      return .badData
    }
    if let taken = taken(suite, place) {
      reporter.receive(
        Diagnostic(
          .unwritableOutput,
          "'\(taken)' is there already, and nothing was written",
          help: ["no file is changed; give a folder that has no suite"]
        )
      )
      return .badOutput
    }
    var status = write(suite, place, reporter)
    if status == .success { status = keepRecords(of: place.folder, options, reporter, console) }
    if status == .badOutput || status == .interrupted { remove(suite, place) }
    guard status == .success, !options.report.isQuiet else { return status }
    return console.writeOutput(words(suite, place))
  }

  /// The paths of all files of the suite.
  private static func files(_ suite: InferredSuite, _ place: SuitePlace) -> [String] {
    let copies = place.isInPlace ? [] : suite.fixtures.map(\.path)
    let snapshots = suite.fixtures.map { SnapshotStore.name(ofFixture: $0.path) }
    return ([InferredSuite.specFile, StarterProject.testFile] + copies + snapshots)
      .map(place.folder.path(of:))
  }

  /// The first file of the suite that exists already.
  private static func taken(_ suite: InferredSuite, _ place: SuitePlace) -> String? {
    files(suite, place).first { path in
      !FileDescriptor.isFree(path) || (try? FileDescriptor.target(ofLink: path)) != nil
    }
  }

  /// Removes the files of an unfinished suite, and their folders; none of them was there before.
  private static func remove(_ suite: InferredSuite, _ place: SuitePlace) {
    for path in files(suite, place) {
      FileDescriptor.remove(path)
      var open = path
      while let slash = open.utf8.lastIndex(of: .solidus) {
        open = String(open[..<slash])
        if open.utf8.count <= place.folder.path.utf8.count { break }
        FileDescriptor.removeFolder(open)
      }
    }
  }

  private static func write(
    _ suite: InferredSuite,
    _ place: SuitePlace,
    _ reporter: Reporter
  ) -> ExitStatus {
    let folder = place.folder
    var file = InferredSuite.specFile
    do throws(SystemError) {
      try folder.make(file, with: suite.spec)
      for fixture in place.isInPlace ? [] : suite.fixtures {
        file = fixture.path
        switch fixture.content {
        case .bytes(let bytes): try folder.make(file, with: bytes)
        case .file(let source): try folder.make(file, copying: source)
        }
      }
      file = StarterProject.testFile
      try folder.make(file, with: suite.testFile)
    } catch {
      if error.isInterruption { return .interrupted }
      let help = "nothing of the suite is left"
      reporter.receive(folder.diagnostic(error, file: file, help: help))
      return .badOutput
    }
    return .success
  }

  /// Writes the snapshots, as `rkmap test --update` does, and reports failures.
  private static func keepRecords(
    of folder: ProjectFolder,
    _ options: Options,
    _ reporter: Reporter,
    _ console: any Console
  ) -> ExitStatus {
    let keeper = SnapshotKeeper(.update, reportLimit: options.mapper.reportLimit)
    var runner = TestRunner.Options()
    runner.mapper = options.mapper
    runner.includedFolders = options.report.includedFolders
    runner.countsCharacters = options.report.countsCharacters
    runner.threadCount = options.mapper.threadCount ?? Processors.count
    runner.reportLimit = options.mapper.reportLimit
    runner.snapshots = keeper
    let verdict = VerdictReport(reporter, console, isQuiet: true)
    let file = folder.path(of: StarterProject.testFile)
    guard TestRunner(runner, reportingTo: verdict).run(file) else {
      return verdict.isRead ? .interrupted : verdict.outputStatus
    }
    return keeper.isUnwritable ? .badOutput : verdict.resultStatus
  }

  /// What was written, for people.
  private static func words(_ suite: InferredSuite, _ place: SuitePlace) -> String {
    let fixtures = suite.fixtures.count.counting("fixture")
    var lines = [(InferredSuite.specFile, "a spec"), (StarterProject.testFile, "a test file")]
    if !place.isInPlace { lines.append((InferredSuite.fixtureFolder, fixtures)) }
    lines.append((SnapshotStore.folderName, "the records of \(fixtures)"))
    return lines.map { "made  \(VisibleText.escaped(place.folder.path(of: $0.0))): \($0.1)\n" }
      .joined()
  }
}
