public import RKDiagnostics
internal import RKEngine

/// Choices for a `Serializer` that the spec leaves open.
///
/// ```swift
/// var options = SerializerOptions()
/// options.descriptorName = "articles"
/// let serializer = try Serializer(mapping, options: options)
/// print(try serializer.document(of: []).count)
/// ```
public struct SerializerOptions: Sendable {
  /// The name of the descriptors that the records belong to.
  public var descriptorName: String?
  /// The name of the requests to make.
  public var requestName: String?
  /// What is known of the request.
  public var context = RequestContext()
  /// Whether one record is written as a list of one; otherwise it is written without a list.
  public var writesListOfOne = true

  /// Creates the default options.
  public init() {}
}

/// Writes records back as the documents that they were made from, or as what requests send.
///
/// ```swift
/// let serializer = try Serializer(mapping)
/// let record = Record(target: "Article", [("title", "Hello")])
/// print(String(decoding: try serializer.document(of: [record]), as: UTF8.self))
/// ```
public struct Serializer: Sendable {
  private let mapping: Mapping
  private let options: SerializerOptions
  private let documents: RecordSerializer
  /// Merges records into existing documents; nil for what requests send.
  private let changes: RecordSerializer?

  /// The member that states a record's target inside the engine; no spec can use this name.
  private static var typeKey: String { "\u{0}target" }

  /// Creates a serializer, which applies the rules of a mapping in reverse.
  ///
  /// - Parameters:
  ///   - mapping: A mapping that reads the documents to be written.
  ///   - options: Choices that the spec leaves open.
  /// - Throws: A diagnostic for each rule without an inverse (RK2090), or if it is unclear what to write.
  public init(
    _ mapping: Mapping,
    options: SerializerOptions = SerializerOptions()
  ) throws(DiagnosticsError) {
    self.mapping = mapping
    self.options = options
    var serializing = RecordSerializer.Options()
    serializing.descriptorName = options.descriptorName
    serializing.requestName = options.requestName
    serializing.context = options.context
    serializing.typeKey = Self.typeKey
    serializing.format = .json
    documents = try RecordSerializer(self.mapping, options: serializing)
    serializing.hasOriginal = true
    changes =
      documents.makesRequests ? nil : try RecordSerializer(self.mapping, options: serializing)
  }

  /// Writes records as one JSON document, at the key path of their descriptor.
  ///
  /// - Parameter records: The records, in order.
  /// - Returns: The document in UTF-8, without white space.
  /// - Throws: RK1030 for a record of which something would be lost.
  public func document(of records: [Record]) throws(DiagnosticsError) -> [UInt8] {
    let memory = OutputMemory()
    let findings = FindingCollector()
    let (report, _) = documents.run(
      on: [input(records)],
      into: .memory(memory, named: "document.json"),
      reportingTo: findings
    )
    try findings.check(report)
    var document = memory.bytes
    if document.last == .lineFeed { document.removeLast() }
    return document
  }

  /// Returns a document changed only where the records differ from it.
  ///
  /// Records are matched by their identity, or else by key or position. Members that a record lacks stay.
  ///
  /// - Parameters:
  ///   - records: The records, in order.
  ///   - original: The document: JSON in UTF-8.
  ///   - deletes: Whether to remove what the records lack.
  /// - Returns: The changed document.
  /// - Throws: RK1030 if something would be lost, RK1031 if records with the same identity cannot
  ///   be paired, or the syntax error of the original.
  public func document(
    of records: [Record],
    onto original: [UInt8],
    deletes: Bool = false
  ) throws(DiagnosticsError) -> [UInt8] {
    guard let changes else { throw RecordSerializer.requestsAlone }
    let memory = OutputMemory()
    let findings = FindingCollector()
    let (report, _) = changes.run(
      on: input(records),
      onto: .bytes(original, name: "<original>"),
      deletes: deletes,
      into: .memory(memory, named: "document.json"),
      reportingTo: findings
    )
    try findings.check(report)
    return memory.bytes
  }

  /// Returns the path of a request for a record, by the routes of the spec.
  ///
  /// - Parameters:
  ///   - record: Fills the parameters of the path.
  ///   - method: The method of the request, such as `GET`.
  ///   - name: The name of the route; nil for the route of the record's target.
  /// - Returns: The path.
  /// - Throws: RK1032 if a parameter has no value, RK1033 if no route is for the record.
  public func path(
    of record: Record,
    method: String,
    name: String? = nil
  ) throws(DiagnosticsError) -> String {
    var finding = RouteFinder.Options()
    finding.method = method
    finding.name = name
    finding.typeKey = Self.typeKey
    let memory = OutputMemory()
    let findings = FindingCollector()
    let report = try RouteFinder(mapping, options: finding).run(
      on: input([record], isList: false),
      into: .memory(memory, named: "paths"),
      reportingTo: findings
    )
    try findings.check(report)
    return String(decoding: memory.bytes.prefix { $0 != .lineFeed }, as: UTF8.self)
  }

  private func input(_ records: [Record], isList: Bool? = nil) -> Input {
    let isList = isList ?? (options.writesListOfOne || records.count != 1)
    var text: [UInt8] = []
    let values = records.map { Value.record($0) }
    (isList ? Value.array(values) : values[0]).append(to: &text, typeKey: Self.typeKey)
    return .bytes(text, name: "<records>", format: .json)
  }
}

extension FindingCollector {
  /// Throws the diagnostics of a run that was not complete.
  fileprivate func check(_ report: MappingReport) throws(DiagnosticsError) {
    if report.ending != .complete || report.failedCount > 0 { throw DiagnosticsError(diagnostics) }
  }
}
