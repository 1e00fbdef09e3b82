package import RKDiagnostics
internal import RKEngine

/// Evaluates an expression over documents; each document is one representation.
package struct DocumentEvaluator: Sendable {
  private let mapper: Mapper

  /// Compiles an expression.
  ///
  /// - Parameters:
  ///   - text: An expression of the spec language: a key path, a predicate, or a computation.
  ///   - options: How documents are read.
  /// - Throws: Diagnostics for the errors in the expression, located in `<expression>`.
  package init(_ text: String, options: MapperOptions) throws(DiagnosticsError) {
    let source = SourceFile(name: "<expression>", bytes: Array(text.utf8))
    do throws(ExpressionError) {
      _ = try ExpressionParser.expression(text)
    } catch {
      throw DiagnosticsError(
        .badExpression,
        "error in this expression: \(error.message)",
        at: source.location(of: error.range),
        help: error.help.map { [$0] } ?? []
      )
    }
    let quoted = String(decoding: JSONText.quoted(text), as: UTF8.self)
    let attribute = #"{"to": "value", "onMissing": "null", "expression": \#(quoted)}"#
    do throws(DiagnosticsError) {
      mapper = try Mapper(ofDocuments: attribute, name: "<expression>", options: options)
    } catch {
      throw DiagnosticsError(
        error.diagnostics.map { finding in
          var finding = finding
          if finding.location != nil { finding.location = source.location(of: 0..<text.utf8.count) }
          finding.related = []
          return finding
        }
      )
    }
  }

  /// Writes the value for each document as a line on standard output, null if there is no value.
  package func run(on inputs: [Input], reportingTo receiver: any DiagnosticReceiver)
    -> MappingReport
  {
    let output = Output.standardOutput()
    let taking = Mapper.Taking(
      prepare: { compiled in
        PreparedOutput(compiled: compiled) { (_, _) in
          RecordWriting { (_) throws(SystemError) in
            .make(ValueSink(maker: RecordMaker(compiled.plan), output: try output.makeFile()))
          }
        }
      },
      words: { (_, _) in preconditionFailure("nothing is refused") }
    )
    let findings = StandInFindings(
      receiver,
      hiding: "onError",
      calling: ("the expression of document.value", "the expression")
    )
    return mapper.apply(to: inputs, into: output, reportingTo: findings, taking: taking)
  }
}

/// Writes the value of each record as a line.
private struct ValueSink: RecordSink, ~Copyable {
  let maker: RecordMaker
  private var output: OutputFile
  private var lines: [UInt8] = []

  init(maker: RecordMaker, output: consuming OutputFile) {
    self.maker = maker
    self.output = output
  }

  mutating func write(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) throws(SystemError) {
    lines.removeAll(keepingCapacity: true)
    for number in 0..<batch.marks.count where batch.marks[number].isRecord {
      let record = maker.record(Int(batch.marks[number].row), of: batch, input, nil)
      lines += (record?["value"] ?? .null).json
      lines.append(.lineFeed)
    }
    try output.write(lines.span)
  }

  mutating func finish() throws(SystemError) { try output.commit() }
  mutating func abandon() {}
}
