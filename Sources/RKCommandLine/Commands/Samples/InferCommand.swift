internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// `rkmap infer`: makes a spec from samples.
enum InferCommand: Command {
  struct Options: InputOptions, ReportingOptions {
    var report = ReportOptions()
    var mapper = MapperOptions()
    var inputFormat: Input.Format?
    var inference = InferenceOptions()
    var limit = Int.max
    /// The file of the spec; nil for the standard output.
    var output: String?
    var replaces = false
    var explains = false
    /// How the evidence is written; nil if no flag says.
    var form: EvidenceForm?
    /// The spec to extend.
    var merged: String?
    /// Where a suite of the samples is written; nil to make none.
    var suite: SuitePlace?
  }

  /// How the evidence is written.
  enum EvidenceForm: String, CaseIterable {
    case text
    case json
  }

  static let page = CommandPage(
    name: "infer",
    summary: "make a first spec from samples",
    operands: "[INPUT...]",
    description: """
      Reads samples, and writes a spec that maps them: where the records are, which places have one \
      kind of record, types and dates, identities, relationships and connections. Comments in the spec \
      give the evidence, with counts; they also name what was left undecided for lack of it, with the \
      flag that decides it. The same samples give the same bytes, in any order.

      Without an INPUT the standard input is read. Samples in which there is no record are exit 1. A \
      file that is there already is kept, and the exit is 5, unless --force or --merge is given.

      A PATH is the keys that lead to objects, lists left out: statuses.user, events.* for the values \
      of a map, '' for the root.
      """,
    examples: [
      ("rkmap infer 'dump/*.json' -o spec.json", "a spec from recorded responses"),
      ("rkmap infer data.ndjson --identity User=login", "with an identity that you choose"),
      ("rkmap infer new.json --merge spec.json", "add what the spec does not map yet"),
    ]
  )

  static var flags: [Flag<Options>] {
    outputFlags + decisionFlags + sampleFlags + InputFlags.format() + InputFlags.tolerance()
      + InputFlags.csv() + ReportOptions.flags()
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    let files = try InputOperands(operands.isEmpty ? ["-"] : operands, spec: options.merged)
    try options.report.refuseSharedFiles(
      spec: options.merged ?? "",
      read: files.names,
      records: options.output == options.merged ? "-" : options.output ?? "-"
    )
    if options.form != nil && !options.explains {
      throw .refusal("--to says how --explain writes, which is not given")
    }
    try checkSuite(options, files)
    let reporter = Reporter(options.report, console, isOutput: false)
    let opened = reporter.open()
    guard opened == .success else { return opened }
    if operands.isEmpty { console.promptForInput() }
    if let output = options.output, isTaken(output, options) {
      reporter.receive(
        Diagnostic(
          .unwritableOutput,
          "'\(output)' is there already",
          help: ["--force replaces it; --merge \(output) adds to it what is new"]
        )
      )
      return reporter.end(.badOutput)
    }
    var base: Mapping?
    if let merged = options.merged {
      guard let mapping = reporter.readMapping(merged, beside: files.names, isStrict: false) else {
        return reporter.end(.badSpec)
      }
      do throws(DiagnosticsError) { try mapping.refuseSending() } catch {
        throw reporter.refuse(error) { $0.summaryOfSpec }
      }
      base = mapping
    }
    files.warn(reporter)
    var collector = collector(options)
    let inputs = try files.inputs(
      options.inputFormat,
      options.mapper.context,
      holding: options.merged == nil ? Self.provenSize : .max
    )
    let (report, leavesOut) = try read(inputs, into: collector, options, reporter)
    if let key = collector.repeatedKey {
      collector = try readOnceMore(inputs, collector, key, options, reporter)
    }
    var status = reporter.status(of: report)
    if status == .success || status == .badData {
      let size = leavesOut || base != nil ? nil : report.byteCount
      status = try write(collector, ofSize: size, files, inputs, base, options, reporter, console)
    }
    return reporter.end(status, reporter.summary(of: report))
  }

  private static func collector(_ options: Options) -> SampleCollector {
    SampleCollector(
      namesRequests: true,
      limit: options.limit,
      sample: options.inference.sampleSize
    )
  }

  /// Reads samples again in which an object repeats a key, without the value that is ignored.
  private static func readOnceMore(
    _ inputs: [Input],
    _ collector: SampleCollector,
    _ key: String,
    _ options: Options,
    _ reporter: Reporter
  ) throws(DiagnosticsError) -> SampleCollector {
    let keeps = options.mapper.duplicateKeys == .first ? "first" : "last"
    let canBeRead = inputs.allSatisfy {
      $0.isInMemory || $0.isFile && FileDescriptor.isSeen($0.name, as: .regular)
    }
    reporter.receive(
      Diagnostic(
        .duplicateKeyIgnored,
        "'\(key)' occurs more than once in one object of the samples"
          + (canBeRead ? ", and the \(keeps) one counts" : ", and all of them count"),
        help: canBeRead
          ? (options.mapper.statedDuplicateKeys == nil
            ? ["--duplicate-keys first, last or error says what to do with it"] : [])
          : ["only files can be read once more to leave one out"]
      )
    )
    guard canBeRead else { return collector }
    let other = self.collector(options)
    let unique = UniqueKeySamples(other, keepsFirst: options.mapper.duplicateKeys == .first)
    _ = try read(inputs, into: unique, options, nil)
    return other
  }

  private static func read(
    _ inputs: [Input],
    into collector: any SampleReceiver,
    _ options: Options,
    _ reporter: Reporter?
  ) throws(DiagnosticsError) -> (MappingReport, leavesOut: Bool) {
    var mapping = options.mapperOptions(for: inputs)
    mapping.failedRecords = .skip
    let reader = try SampleReader(options: mapping)
    let faults = HeldFaults(reporter)
    let report = reader.read(inputs, into: collector, reportingTo: faults)
    faults.release(asWarnings: report.ending != .badInput)
    return (report, faults.leavesOut)
  }

  /// Infers the spec, and writes it; `size` is that of samples which prove it, nil to do without.
  private static func write(
    _ collector: SampleCollector,
    ofSize size: Int?,
    _ files: InputOperands,
    _ inputs: [Input],
    _ base: Mapping?,
    _ options: Options,
    _ reporter: Reporter,
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    var stated = options.inference
    stated.isForSuite = options.suite != nil
    guard var inference = try Inference(collector, files: files.names, options: stated) else {
      reporter.receive(
        Diagnostic(
          .notFound,
          "the samples have no records",
          help: ["give inputs that have objects, or lists of them"]
        )
      )
      return .badData
    }
    for warning in inference.warnings { reporter.receive(warning) }
    if !collector.otherMethods.isEmpty { reporter.receive(Self.leftOut(collector.otherMethods)) }
    var merged: [UInt8]?
    if let base {
      let added = try inference.merged(into: base)
      merged = added.text
      if !added.leftOut.isEmpty { reporter.receive(Self.noPlace(for: added.leftOut)) }
      for warning in added.warnings { reporter.receive(warning) }
      contradict(base, inputs, options, reporter)
    }
    let isWritten = options.output != nil || options.suite != nil || !options.explains
    if let size, isWritten, let finding = try Self.loss(of: &inference, inputs, size, options) {
      reporter.receive(finding)
      return .badData
    }
    let spec = merged ?? inference.spec
    if isWritten, reporter.failsOnWarning() { return .badData }
    var status = ExitStatus.success
    if let output = options.output {
      status = reporter.replace(output, with: spec)
    } else if options.suite == nil, !options.explains {
      status = console.writeOutput(String(decoding: spec, as: UTF8.self))
    }
    if status == .success, options.explains {
      status = console.writeOutput(
        options.form == .json ? inference.evidenceAsJSON : inference.evidence
      )
    }
    guard status == .success else { return status }
    if !reporter.errorHoldsDocument && !options.report.isQuiet {
      console.writeError("rkmap: \(inference.summary)\(suiteHint(options, inference))\n")
    }
    guard let suite = options.suite else { return .success }
    return try makeSuite(at: suite, of: spec, files, options, reporter, console)
  }

  /// The most bytes of samples that are mapped as a whole to prove the spec, and the most records of others.
  private static let provenSize = 16 << 20
  private static let provenCount = 10_000

  /// Maps the samples by the spec that is made of them; what is lost then is an error.
  private static func loss(
    of inference: inout Inference,
    _ inputs: [Input],
    _ size: Int,
    _ options: Options
  ) throws(DiagnosticsError) -> Diagnostic? {
    let canBeRead = inputs.allSatisfy {
      $0.isInMemory || $0.isFile && FileDescriptor.isSeen($0.name, as: .regular)
    }
    guard canBeRead else { return nil }
    var mapping = options.mapperOptions(for: inputs)
    mapping.isStrict = true
    mapping.drift = .fail
    mapping.failedRecords = .skip
    mapping.readsFixtureNames = true
    let isWhole =
      size <= provenSize && options.limit == .max
      && options.inference.sampleSize == nil
    if !isWhole { mapping.recordLimit = provenCount }
    let spec = try Mapping(text: String(decoding: inference.spec, as: UTF8.self))
    var judged = mapping
    (judged.isStrict, judged.drift, judged.expectsRecords) = (false, .allow, true)
    let repeats = FindingCollector()
    _ = try Mapper(spec, options: judged, for: inputs)
      .apply(to: inputs, into: .nowhere, reportingTo: repeats)
    let repeating = repeats.diagnostics.filter { $0.code == .repeatedIdentity }
      .compactMap { $0.related.last?.subject.dropFirst("mappers.".utf8.count) }
    if !repeating.isEmpty { try inference.allowRepeats(of: Set(repeating.map(String.init))) }
    let findings = FindingCollector()
    let proof = try Mapper(spec, options: mapping, for: inputs)
      .apply(to: inputs, into: .nowhere, reportingTo: findings)
    let made = proof.recordCount
    let error = findings.diagnostics.first {
      $0.severity == .error && ($0.code != .unknownKey || inference.warnings.isEmpty)
    }
    // What is declined is a header, which counts for no record, or an object without members.
    let isMade = made...(made + proof.declinedCount) ~= inference.recordCount
    guard error != nil || isWhole && !isMade else { return nil }
    return Diagnostic(
      .unprovenSpec,
      error.map { "the spec that is made of the samples fails on them: \($0.message)" }
        ?? "the spec that is made of the samples maps \(made) of their \(inference.recordCount) records",
      at: error?.location,
      help: [
        "leave such samples out; --explain shows the decisions, and --map, --record decide otherwise"
      ]
    )
  }

  /// A warning about documents of requests that no descriptor can be for.
  private static func leftOut(_ methods: Set<String>) -> Diagnostic {
    Diagnostic(
      .entriesUnmatched,
      severity: .warning,
      "entries with the method \(methods.sorted().map { "'\($0)'" }.joined(separator: ", ")) are left out",
      help: [
        "a descriptor is for \(RequestMethod.allCases.map(\.rawValue).joined(separator: ", "))"
      ]
    )
  }

  /// A warning about names that could not be inserted into the spec.
  private static func noPlace(for names: [String]) -> Diagnostic {
    Diagnostic(
      .notMerged,
      "the spec has no place for \(names.joined(separator: ", "))",
      help: [
        "add it by hand: a mapper of an included file in that file, a root to a list of \"descriptors\""
      ]
    )
  }

  /// Reports samples that the spec cannot map, as warnings.
  private static func contradict(
    _ base: Mapping,
    _ inputs: [Input],
    _ options: Options,
    _ reporter: Reporter
  ) {
    var mapping = options.mapper
    mapping.failedRecords = .skip
    mapping.takesArchives = inputs.contains(where: \.isArchive)
    let warnings = Contradictions(reporter)
    guard let mapper = try? Mapper(base, options: mapping, for: inputs) else { return }
    _ = mapper.apply(to: inputs, into: .nowhere, reportingTo: warnings)
  }

  /// Whether a file exists that must not be replaced.
  private static func isTaken(_ path: String, _ options: Options) -> Bool {
    !FileDescriptor.isFree(path) && !options.replaces && options.merged != path
  }

  // MARK: - Flags

  private static var outputFlags: [Flag<Options>] {
    [
      Flag(
        "output",
        short: "o",
        value: "FILE",
        in: .output,
        "write the spec to FILE, which must not be there yet"
      ) { (options, text) in options.output = text },
      Flag(
        "tests",
        value: "DIR",
        in: .output,
        "make a suite in DIR instead: the spec, copies of the inputs, a test file and its snapshots"
      ) { (options, folder) in options.suite = .copied(to: folder) },
      Flag("force", in: .output, "replace the FILE of -o") { $0.replaces = true },
      Flag(
        "merge",
        value: "SPEC",
        in: .output,
        "add what is new to the text of SPEC, without changing what is there"
      ) { (options, text) in options.merged = text },
      Flag("explain", in: .output, "write the evidence in place of the spec; with -o, beside it") {
        $0.explains = true
      },
      Flag("to", in: .output, "how --explain writes (default text)") { $0.form = $1 },
      Flag("no-comments", in: .output, "write no \"$comment\" members") {
        $0.inference.hasComments = false
      },
    ]
  }

  private static var decisionFlags: [Flag<Options>] {
    [
      Flag("map", value: "PATH", in: .other, "the keys of the objects at PATH are data") {
        (options, text) in options.inference.maps.append(text)
      },
      Flag("record", value: "PATH", in: .other, "the objects at PATH are records") {
        (options, text) in options.inference.records.append(text)
      },
      Flag(
        "identity",
        value: "TARGET=NAMES",
        in: .other,
        "these attributes, between commas, identify the records of TARGET; none: nothing does"
      ) { (options, text) throws(FlagError) in
        let (name, value) = try pair(text, flag: "identity")
        options.inference.identities[name] = value.split(separator: ",").map(String.init)
      },
      Flag("target", value: "PATH=NAME", in: .other, "the records at PATH are of the target NAME") {
        (options, text) throws(FlagError) in
        let (path, name) = try pair(text, flag: "target")
        if name.isEmpty { throw FlagError("--target needs a name after '='") }
        options.inference.targets[path] = name
      },
      Flag("names", in: .other, "how attributes are called (default keep: as the keys are)") {
        $0.inference.names = $1
      },
      Flag("enums", in: .other, "the only values of a text become a \"validate\" rule") {
        $0.inference.statesEnumerations = true
      },
      Flag(
        "strict-required",
        in: .other,
        "attributes that five or more records all have are \"required\""
      ) { $0.inference.statesRequired = true },
      Flag(
        "confidence",
        value: "N",
        in: .other,
        "the least confidence of a decision that is optional, 0 to 1 (default 0.7)"
      ) { (options, text) throws(FlagError) in
        guard let value = Double(text), 0...1 ~= value else {
          throw FlagError("--confidence takes a number from 0 to 1, not '\(text)'")
        }
        options.inference.confidence = value
      },
    ]
  }

  private static var sampleFlags: [Flag<Options>] {
    [
      Flag(
        "sample",
        from: 1,
        in: .input,
        "learn from N records, the same ones in any order; everything is read"
      ) { $0.inference.sampleSize = $1 },
      Flag("limit", from: 1, in: .input, "read the first N records of each input") {
        $0.limit = $1
      },
      InputFlags.jobs(),
    ]
  }

  private static func pair(
    _ text: String,
    flag: String
  ) throws(FlagError) -> (name: String, value: String) {
    guard let place = text.firstIndex(of: "=") else {
      throw FlagError("--\(flag) takes NAME=VALUE, not '\(text)'")
    }
    return (String(text[..<place]), String(text[text.index(after: place)...]))
  }
}
