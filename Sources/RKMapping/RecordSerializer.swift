package import RKDiagnostics
internal import RKEngine

/// Writes records back, as the documents that they were made from or as what requests send
/// (docs/guide.md, "There and back").
package struct RecordSerializer: Sendable {
  /// The form in which documents are written.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// One JSON value.
    case json
    /// One document per line.
    case ndjson
    /// `application/x-www-form-urlencoded`, one line per document.
    case form
  }

  package struct Options: Sendable {
    /// The name of the descriptors that the records belong to.
    package var descriptorName: String?
    /// The name of the requests to make.
    package var requestName: String?
    /// What is known of the request.
    package var context = RequestContext()
    /// The member that holds a record's target.
    package var typeKey: String?
    /// The format of the documents; nil for JSON for one value and NDJSON for a stream.
    package var format: Format?
    /// How the records are read, and what happens to those that fail.
    package var reading = MapperOptions()
    /// Whether the records are merged into existing documents.
    package var hasOriginal = false
    /// Whether a record of which nothing is written fails.
    package var isStrict = false

    package init() {}
  }

  let graph: MappingGraph
  let options: Options
  /// Reads each record unchanged.
  let reader: Mapper
  /// Maps the documents that the records are merged into.
  let originalMapper: Mapper?
  /// The descriptors whose records are written, if mappers are applied in reverse.
  private let descriptors: [ResponseDescriptor]
  private let result: WritePlanCompiler.Result
  /// The compiled mappers of the requests; nil if mappers are applied in reverse.
  private let requests: CompiledMapping?

  /// Compiles a mapping for writing.
  ///
  /// - Throws: A diagnostic for each rule that cannot be written (RK2090), or if it is unclear what
  ///   to write.
  package init(_ mapping: Mapping, options: Options = Options()) throws(DiagnosticsError) {
    graph = mapping.graph
    self.options = options
    var reading = options.reading
    reading.readsKeptValues = false
    reading.hasInputFlags = false
    reader = try Self.reader(reading)
    try options.context.check()
    if graph.requests.isEmpty || options.descriptorName != nil {
      if let name = options.requestName { throw Self.unknownRequest(name, graph) }
      let choice = try DescriptorChoice(
        named: options.descriptorName,
        for: options.context,
        of: graph
      )
      descriptors = choice.isNone ? [] : choice.descriptors
      if !options.hasOriginal {
        let findings = graph.oneWayFindings(descriptors)
        guard findings.isEmpty else { throw DiagnosticsError(findings) }
      }
      if options.typeKey == nil, graph.hasSeveralTargets(descriptors) {
        throw Self.typeKeyNeeded
      }
      result = WritePlanCompiler.compile(
        graph,
        descriptors,
        typeKey: options.typeKey,
        hasOriginal: options.hasOriginal
      )
      requests = nil
      originalMapper = options.hasOriginal ? try Self.mapper(of: mapping, options) : nil
    } else {
      if options.hasOriginal { throw Self.requestsAlone }
      originalMapper = nil
      descriptors = []
      let chosen = try Self.chosenRequests(graph, options)
      result = WritePlanCompiler.compile(graph, chosen, typeKey: options.typeKey)
      requests = Self.compile(chosen, graph)
    }
    try refuseErrorsAsMembers()
  }

  /// Writes the records of some inputs.
  ///
  /// - Returns: A report of the run, and whether it failed because the flag for the record type was
  ///   missing.
  package func run(
    on inputs: [Input],
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> (report: MappingReport, needsTypeKey: Bool) {
    let writer = makeWriter()
    var explainer = makeExplainer(writer)
    if !makesRequests { explainer.check = ReadingCheck(graph, descriptors, writer) }
    let taking = Mapper.Taking { compiled in
      PreparedOutput(compiled: compiled) { (_, counter) in
        var records = RecordWriting { (isStream) throws(SystemError) in
          .make(
            DocumentSink(
              writer,
              options: sinkOptions(output, isStream: isStream),
              output: try output.makeFile()
            ) { counter.receive(Self.clash) }
          )
        }
        records.admission = writer
        records.fails = { fails(writer, $0) }
        return records
      }
    } words: { [explainer] detail, place in
      explainer.diagnostic(detail, at: place)
    }
    let report = reader.apply(to: inputs, into: output, reportingTo: receiver, taking: taking)
    return (report, writer.needsTypeKey)
  }

  /// Whether it writes what requests send.
  var makesRequests: Bool { requests != nil }

  /// Whether some records are outside any key path.
  var hasBareRecords: Bool { result.plan.entries.contains { $0.keys.isEmpty } }

  /// Reports what fails a run as a whole; returns whether anything does.
  ///
  /// That is records that the choice of descriptors leaves out, or that nothing is left of any record.
  func fails(_ writer: RecordWriter, _ counter: FindingCounter) -> Bool {
    let losses = writer.losses
    let isAllLost = losses.lostCount > 0 && losses.lostCount == losses.filledCount
    if isAllLost, !counter.raise(.unmappable) {
      counter.receive(
        Diagnostic(.unmappable, "no rule writes a member of any of the records")
      )
    }
    if !losses.leftOut.isEmpty { counter.receive(leftOut(losses)) }
    return isAllLost || !losses.leftOut.isEmpty
  }

  private func leftOut(_ losses: RecordWriter.Losses) -> Diagnostic {
    let count = losses.leftOut.reduce(0) { $0 + $1.count }
    let total = losses.recordCount + count
    let places = losses.leftOut.map {
      "\($0.count) under '\(String(decoding: $0.keyPath, as: UTF8.self))'"
    }
    let flags = [
      ("--descriptor", options.descriptorName), ("--method", options.context.method),
      ("--path", options.context.path),
    ].compactMap { flag, value in value.map { "\(flag) \($0)" } }.joined(separator: " ")
    return Diagnostic(
      .unmatched,
      "\(count) of \(total.counting("record")) \(count == 1 ? "has" : "have") no place: "
        + "\(places.joined(separator: ", ")), which '\(flags)' leaves out",
      help: ["without '\(flags)' all are written"]
        + (options.reading.failedRecords == .skip
          ? [] : ["--on-error skip writes those that have a place, and still is exit 1"])
    )
  }

  func makeWriter() -> RecordWriter {
    var writing = RecordWriter.Options()
    writing.typeKey = result.typeKey
    writing.isStrict = options.isStrict
    return RecordWriter(
      result.plan,
      requests: requests.map { RequestWriter($0.plan) },
      options: writing
    )
  }

  func makeExplainer(_ writer: RecordWriter) -> WriteExplainer {
    var explainer = WriteExplainer(
      graph: graph,
      sites: result.sites,
      writer: writer,
      typeKey: options.typeKey
    )
    explainer.requests = requests
    return explainer
  }

  /// Rejects mappings with a member `$error`: in place of a failed record, this member states the
  /// reason, and an object can have it only once.
  private func refuseErrorsAsMembers() throws(DiagnosticsError) {
    let hasMembers = result.plan.entries.contains { entry in
      guard case .records(let nodes) = entry.content else { return false }
      return nodes.contains { result.plan.nodes[$0].isCollection }
    }
    guard options.reading.failedRecords == .emit, options.format != .ndjson, hasMembers else {
      return
    }
    throw .refusal(
      "--on-error emit writes objects with the reason, and records that are members by key have no place "
        + "for them",
      help: ["--to ndjson writes a document a record; --on-error skip leaves failed records out"]
    )
  }

  private func sinkOptions(_ output: Output, isStream: Bool) -> DocumentSink.Options {
    var sink = DocumentSink.Options()
    sink.layout.isASCII = output.isASCII
    sink.layout.isPretty = output.isPretty
    sink.isStream = isStream
    switch options.format {
    case nil:
      sink.format = isStream ? .lines : .json
      sink.mayBecomeLines = true
    case .json: sink.format = .json
    case .ndjson: sink.format = .lines
    case .form: sink.format = .form
    }
    return sink
  }

  /// Creates a mapper that reads records unchanged.
  static func reader(_ options: MapperOptions) throws(DiagnosticsError) -> Mapper {
    let mapping = try Mapping(
      text: """
        {"optional": true, "mappers": [{"id": "record", "target": "record", "attributes": \
        [{"from": "", "to": "record", "onError": "fail"}]}]}
        """,
      name: "records"
    )
    var reader = try Mapper(mapping, options: options)
    reader.takesRecords = true
    return reader
  }

  /// Creates the mapper for existing documents, in which representations that fail stay unchanged.
  private static func mapper(of mapping: Mapping, _ options: Options) throws(DiagnosticsError)
    -> Mapper
  {
    var reading = MapperOptions()
    reading.descriptorName = options.descriptorName
    reading.context = options.context
    reading.failedRecords = .skip
    reading.hasInputFlags = false
    return try Mapper(mapping, options: reading)
  }

  // MARK: - Requests

  private static func chosenRequests(
    _ graph: MappingGraph,
    _ options: Options
  ) throws(DiagnosticsError) -> [RequestDescriptor] {
    var chosen = graph.requests
    if let name = options.requestName {
      chosen = chosen.filter { $0.name == name }
      guard !chosen.isEmpty else { throw unknownRequest(name, graph) }
    } else {
      chosen = chosen.filter { $0.takes(options.context) }
    }
    for request in chosen
    where request.keyPath.leadingKeyCount < request.keyPath.components.count {
      throw DiagnosticsError(
        .oneWayRule,
        "nothing can be written to the key path '\(request.keyPath.text)' of a request",
        at: graph.location(of: request.place)
      )
    }
    if options.typeKey == nil, Set(chosen.map(\.source)).count > 1 { throw typeKeyNeeded }
    let method = options.context.method
    let order = chosen.indices.sorted {
      (chosen[$0].rank(for: method), $0) < (chosen[$1].rank(for: method), $1)
    }
    return order.map { chosen[$0] }
  }

  /// Compiles the mappers of requests, which are applied to records.
  ///
  /// A record of which nothing is sent is an empty object, not an error.
  private static func compile(
    _ requests: [RequestDescriptor],
    _ graph: MappingGraph
  ) -> CompiledMapping {
    var sending = graph
    sending.mappings = graph.mappings.map { mapping in
      guard case .object(var mapping) = mapping else { return mapping }
      mapping.attributes.append(
        AttributeMapping(
          sources: [.none],
          destination: DestinationKeyPath(key: "\u{0}"),
          isHidden: true,
          place: mapping.place
        )
      )
      return .object(mapping)
    }
    let descriptors = requests.map { request in
      ResponseDescriptor(
        name: request.name,
        pathPattern: nil,
        keyPath: .none,
        methods: nil,
        statusCodes: .success,
        mapping: request.mapping,
        cardinality: .automatic,
        isOptional: false,
        place: request.place
      )
    }
    return PlanCompiler.compile(sending, descriptors: descriptors)
  }

  // MARK: - What is not clear

  private static func unknownRequest(_ name: String, _ graph: MappingGraph) -> DiagnosticsError {
    let names = graph.requests.compactMap(\.name)
    let suggestion = NearestName.suggestion(for: name, among: names)
    return .refusal(
      "the spec has no request '\(name)'\(suggestion)",
      help: names.isEmpty ? ["a request of 'requestDescriptors' is named by its \"name\""] : []
    )
  }

  static var requestsAlone: DiagnosticsError {
    .refusal(
      "what requests send is made of records alone, and is not put onto documents",
      help: ["--descriptor NAME takes the descriptors that the original is read by"]
    )
  }

  static var typeKeyNeeded: DiagnosticsError {
    .refusal(
      "records of several types may be written, and nothing says which a record is of",
      help: ["--type-key NAME names the member that holds a record's type, as 'apply' writes it"]
    )
  }

  private static var clash: Diagnostic {
    Diagnostic(
      .notWritable,
      "the records of two key paths cannot stand in one document: one is in the place of the other",
      help: ["--descriptor NAME writes those of some descriptors alone"]
    )
  }
}

extension Mapping {
  /// Throws a diagnostic if the spec describes only what is sent, not what is received.
  package func refuseSending() throws(DiagnosticsError) {
    guard graph.descriptors.isEmpty, !graph.requests.isEmpty else { return }
    throw .refusal(
      "the spec says what requests send, and nothing of what is received",
      help: ["'rkmap serialize' writes records as requests send them"]
    )
  }
}
