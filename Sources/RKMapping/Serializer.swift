public import RKDiagnostics
internal import RKEngine

/// What a `Serializer` does in cases that the spec leaves open.
///
/// ```swift
/// var options = SerializerOptions()
/// options.descriptorName = "articles"
/// let serializer = try Serializer(mapping, options: options)
/// print(try serializer.document(of: []).count)
/// ```
public struct SerializerOptions: Sendable {
  /// The descriptors whose records they are, by name.
  public var descriptorName: String?
  /// The requests that are to be made, by name.
  public var requestName: String?
  /// What is known of the request.
  public var context = RequestContext()
  /// One record is a list of one; otherwise it stands alone.
  public var writesListOfOne = true

  /// Makes the options that hold where nothing else is said.
  public init() {}
}

/// Writes records back as the documents that they were made of, or as what requests send.
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
  /// Puts records into documents that are there; nil for what requests send.
  private let changes: RecordSerializer?

  /// The member that says the target of a record on its way through the engine; no spec has such a name.
  private static var typeKey: String { "\u{0}target" }

  /// Turns the rules of a mapper round.
  ///
  /// - Parameters:
  ///   - mapping: Reads the documents that are to be written.
  ///   - options: Choices in cases that the spec leaves open.
  /// - Throws: A finding for each rule without an inverse (RK2090), or where it is not clear what
  ///   is to be written.
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

  /// One JSON document of some records, inside the key path of their descriptor.
  ///
  /// - Parameter records: The records, in their order.
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

  /// A document, changed where some records say something else, and nowhere else.
  ///
  /// Records are matched by their identity, else by key or position. What a record does not have stays.
  ///
  /// - Parameters:
  ///   - records: The records, in their order.
  ///   - original: The document: JSON in UTF-8.
  ///   - deletes: What the records do not have is removed.
  /// - Returns: The changed document.
  /// - Throws: RK1030 where something would be lost, RK1031 where records of one identity do not pair up, or
  ///   the syntax error of the original.
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

  /// The path of a request for a record, by the routes of the spec.
  ///
  /// - Parameters:
  ///   - record: Fills the parameters of the path.
  ///   - method: The method of the request, such as `GET`.
  ///   - name: The name of the route; nil for the route of the record's target.
  /// - Returns: The path.
  /// - Throws: RK1032 where a parameter has no value, RK1033 where no route is for the record.
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
  /// Throws what was found by a run that was not complete.
  fileprivate func check(_ report: MappingReport) throws(DiagnosticsError) {
    if report.ending != .complete || report.failedCount > 0 { throw DiagnosticsError(diagnostics) }
  }
}
