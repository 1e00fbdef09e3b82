package import RKDiagnostics
internal import RKEngine

/// Where a sample comes from.
package struct SampleOrigin: Hashable, Sendable {
  /// The name of the input.
  package var file: String
  /// The request and the response of an archive's entry; nil if unknown.
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

/// Receives the documents of inputs, in order.
package protocol SampleReceiver: AnyObject {
  /// Called when an input begins.
  func beginInput()
  /// Called for documents of an archive whose request has a method that no descriptor can be for; they are
  /// left out.
  func leaveOut(method: String)
  /// Receives a document, its range in `text`, and its origin.
  func receive(_ text: Span<UInt8>, _ range: Range<Int>, _ origin: SampleOrigin)
  /// Called when a document begins that is a list, whose first element is an object or a list. Its
  /// elements follow one by one.
  func beginList(_ origin: SampleOrigin)
  /// Receives an element of the list, with its range in `text`.
  func receiveElement(_ text: Span<UInt8>, _ range: Range<Int>)
  /// Called when the list has ended.
  func endList()
  /// Receives an element of a list in a document that is too large to be delivered as a whole.
  ///
  /// `path` has the keys that lead to the list. It is empty if the document itself is a list, which
  /// then begins with a scalar.
  func receivePart(
    _ text: Span<UInt8>,
    _ range: Range<Int>,
    at path: [[UInt8]],
    _ origin: SampleOrigin
  )
  /// Called when the list of the latest parts has ended.
  func endParts()
  /// Receives the rest of a document whose parts were delivered. `lists` has the positions of their
  /// lists in the text, where they are empty.
  func receive(rest text: Span<UInt8>, _ range: Range<Int>, lists: [Int], _ origin: SampleOrigin)
}

extension SampleReceiver {
  package func leaveOut(method: String) {}
}

/// Reads the documents of inputs unchanged, from all formats that `apply` reads.
package struct SampleReader: Sendable {
  private let mapper: Mapper

  /// Makes a reader.
  ///
  /// - Parameter options: How documents are read.
  /// - Throws: Diagnostics for invalid options.
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

/// Passes the documents to the receiver.
private struct SampleSink: RecordSink, ~Copyable {
  private let samples: any SampleReceiver
  /// The columns of the attributes.
  private let value: Int?
  private let method: Int?
  private let url: Int?
  private let status: Int?
  private let constants: [UInt8]
  private var file = ""
  /// Whether the next elements belong to one list.
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
        if let method = origin.method, RequestMethod(rawValue: method) == nil {
          endList()
          samples.leaveOut(method: method)
          continue
        }
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

  /// Passes the text of a cell to `body`.
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

  /// The text of a cell whose kind determines it.
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
