package import RKDiagnostics
internal import RKEngine

/// Where a sample comes from.
package struct SampleOrigin: Hashable, Sendable {
  /// The name of the input.
  package var file: String
  /// The request and the response of an archive's entry; nil where none is known.
  package var method: String?
  package var url: String?
  package var status: Int?

  package init(file: String, method: String? = nil, url: String? = nil, status: Int? = nil) {
    self.file = file
    self.method = method
    self.url = url
    self.status = status
  }
}

/// Takes the documents of inputs, one after the other.
package protocol SampleReceiver: AnyObject {
  /// An input begins.
  func beginInput()
  /// A document: its text in some bytes, and where it comes from.
  func receive(_ text: Span<UInt8>, _ range: Range<Int>, _ origin: SampleOrigin)
  /// A document begins that is a list, whose elements come one by one; the first is an object or a list.
  func beginList(_ origin: SampleOrigin)
  /// An element of the list: its text in some bytes.
  func receiveElement(_ text: Span<UInt8>, _ range: Range<Int>)
  /// The list has ended.
  func endList()
  /// An element of a list of a document that is taken apart, which keys lead to; none for a list that
  /// begins with a scalar.
  func receivePart(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    at path: [[UInt8]],
    _ origin: SampleOrigin
  )
  /// The list of the parts so far has ended.
  func endParts()
  /// A document whose parts were received: `lists` says where their lists are in the text, which are
  /// empty there.
  func receive(rest text: Span<UInt8>, _ range: Range<Int>, lists: [Int], _ origin: SampleOrigin)
}

/// Reads the documents of inputs as they are, through the doors that `apply` has.
package struct SampleReader: Sendable {
  private let mapper: Mapper

  /// Makes a reader.
  ///
  /// - Parameter options: How documents are read.
  /// - Throws: What is wrong with the options.
  package init(options: MapperOptions) throws(DiagnosticsError) {
    var options = options
    options.takesOnlyJSON = true
    options.takesElements = true
    mapper = try Mapper(ofDocuments: Self.attributes, name: "<samples>", options: options)
  }

  private static let attributes = """
    {"from": "self", "to": "value", "onNull": "null"}, \
    {"to": "method", "expression": "@metadata.HTTP.request.method"}, \
    {"to": "url", "expression": "@metadata.HTTP.request.URL"}, \
    {"to": "status", "expression": "@metadata.HTTP.response.statusCode"}
    """

  /// Reads all documents.
  package func read(
    _ inputs: [Input],
    into samples: any SampleReceiver,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    let taking = Mapper.Taking(
      prepare: { compiled in
        PreparedOutput(compiled: compiled) { (_, _) in
          RecordWriting { (_) in
            .make(SampleSink(compiled.plan, samples))
          }
        }
      },
      words: { (_, _) in preconditionFailure("nothing is refused") }
    )
    return mapper.apply(
      to: inputs,
      into: .standardOutput(),
      reportingTo: receiver,
      taking: taking
    )
  }
}

/// Passes the documents on.
private struct SampleSink: RecordSink, ~Copyable {
  private let samples: any SampleReceiver
  /// The columns of the cells.
  private let value: Int?
  private let method: Int?
  private let url: Int?
  private let status: Int?
  private let constants: [UInt8]
  private var file = ""
  /// The elements that follow are of one list.
  private var isInList = false

  init(_ plan: MappingPlan, _ samples: any SampleReceiver) {
    self.samples = samples
    constants = plan.text + [UInt8](repeating: 0, count: OutputBuffer.slack)
    var columns: [String: Int] = [:]
    for member in plan.schema.members {
      guard case .column(let column) = member.content else { continue }
      columns[plan.schema.text.span.string(member.name.range)] = Int(column)
    }
    value = columns["value"]
    method = columns["method"]
    url = columns["url"]
    status = columns["status"]
  }

  mutating func begin(input name: String) {
    endList()
    file = name
    samples.beginInput()
  }

  private mutating func endList() {
    if isInList { samples.endList() }
    isInList = false
  }

  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    guard let value else { return }
    for number in 0..<batch.marks.count {
      let kind = batch.marks[number].kind
      guard batch.marks[number].isRecord else {
        endList()
        continue
      }
      let first = Int(batch.rows[Int(batch.marks[number].row)].firstCell)
      if kind == .single || !isInList {
        let origin = SampleOrigin(
          file: file,
          method: text(method, first, batch, input),
          url: text(url, first, batch, input),
          status: text(status, first, batch, input).flatMap { Int($0) }
        )
        if kind == .single {
          endList()
          read(batch.cells[first + value], batch, input) { samples.receive($0, $1, origin) }
          continue
        }
        isInList = true
        samples.beginList(origin)
      }
      read(batch.cells[first + value], batch, input) { samples.receiveElement($0, $1) }
    }
  }

  mutating func writePart(_ text: Span<UInt8>, _ range: Range<Int>, at path: [[UInt8]]) {
    samples.receivePart(text, range, at: path, SampleOrigin(file: file))
  }

  mutating func endParts() { samples.endParts() }

  mutating func write(rest text: Span<UInt8>, _ range: Range<Int>, lists: [Int]) {
    samples.receive(rest: text, range, lists: lists, SampleOrigin(file: file))
  }

  /// Passes the text of a cell on.
  private func read(
    _ cell: Cell,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>,
    _ body: (Span<UInt8>, Range<Int>) -> Void
  ) {
    if let literal = Self.literal(cell.kind) {
      let text = Array(literal.utf8) + [UInt8](repeating: .space, count: OutputBuffer.slack)
      return body(text.span, 0..<literal.utf8.count)
    }
    let bytes = CellBytes(input, batch.side.span, constants.span).around(cell)
    body(bytes, cell.range)
  }

  /// The text of a cell that has none of its own.
  private static func literal(_ kind: Cell.Kind) -> String? {
    switch kind {
    case .true: "true"
    case .false: "false"
    case .null, .missing: "null"
    default: nil
    }
  }

  private func text(
    _ column: Int?,
    _ first: Int,
    _ batch: borrowing RecordBatch,
    _ input: Span<UInt8>
  ) -> String? {
    guard let column else { return nil }
    let cell = batch.cells[first + column]
    let bytes = CellBytes(input, batch.side.span, constants.span).around(cell)
    switch cell.kind {
    case .number: return bytes.string(cell.range)
    case .string: return StringText.string(bytes, cell.contentRange)
    default: return nil
    }
  }

  mutating func finish() { endList() }
  mutating func abandon() {}
}
