internal import RKDiagnostics
internal import RKEngine

/// One application of a mapper: opens the inputs one after the other, and leads them through the
/// pipeline into a sink.
struct MappingRun: ~Copyable {
  private let compiled: CompiledMapping
  private let options: Pipeline.Options
  private let repairsUTF8: Bool
  private let counter: FindingCounter
  private let csv: CSVOutput?
  private(set) var counts = RecordMapper.Counts()

  init(
    compiled: CompiledMapping,
    options: Pipeline.Options,
    repairsUTF8: Bool,
    counter: FindingCounter,
    csv: CSVOutput? = nil
  ) {
    self.compiled = compiled
    self.options = options
    self.repairsUTF8 = repairsUTF8
    self.counter = counter
    self.csv = csv
  }

  mutating func apply(to inputs: [Input], into output: Output) -> MappingReport.Ending {
    var first: OpenInput?
    if inputs.count == 1 {
      // What a single input is decides the form of the output.
      first = open(inputs[0])
      if first == nil { return endWithoutInput }
    }
    let isStream = inputs.count > 1 || first?.format != .json
    let sink: AnyRecordSink
    do {
      sink = try OutputSink.make(output, compiled, csv, counter, isStream: isStream)
    } catch {
      return end(writing: error, output)
    }
    var pipeline = Pipeline(plan: compiled.plan, sink: sink, receiver: counter, options: options)
    var ending = MappingReport.Ending.complete
    for input in inputs where ending == .complete && !pipeline.isStopped {
      if first == nil { first = open(input) }
      guard let opened = first.take() else {
        ending = endWithoutInput
        break
      }
      ending = run(opened, &pipeline, isStream: inputs.count > 1, output)
      counter.endInput(named: input.name)
    }
    counts = pipeline.counts
    return settle(ending, sink, output)
  }

  /// Writes what a good run has made, and takes back what a bad one has.
  private func settle(
    _ ending: MappingReport.Ending,
    _ sink: AnyRecordSink,
    _ output: Output
  ) -> MappingReport.Ending {
    do {
      switch ending {
      case .complete: try sink.finish()
      case .failedRecord, .badInput: try sink.abandon()
      case .badOutput, .closedPipe, .interrupted: break
      }
      return ending
    } catch {
      return end(writing: error, output)
    }
  }

  // MARK: - Inputs

  private func open(_ input: Input) -> OpenInput? {
    do {
      let opened = try OpenInput(input, repairsUTF8: repairsUTF8, kernel: options.kernel)
      guard let foreign = opened.foreign else { return opened }
      counter.receive(
        Diagnostic(
          .unsupportedEncoding,
          "'\(input.name)' is \(foreign.name), not UTF-8 text",
          help: [foreign.advice]
        )
      )
    } catch {
      if error.isInterruption { return nil }
      counter.receive(
        Diagnostic(.unreadableInput, "'\(input.name)' cannot be read: \(error.reason)")
      )
    }
    return nil
  }

  /// How the run ends when an input cannot be opened.
  private var endWithoutInput: MappingReport.Ending {
    Interruption.isPending ? .interrupted : .badInput
  }

  private func run(
    _ input: consuming OpenInput,
    _ pipeline: inout Pipeline,
    isStream: Bool,
    _ output: Output
  ) -> MappingReport.Ending {
    let name = input.name
    let format = input.format
    let offset = input.byteOffset
    let mayBeLines = input.mayBeLines
    do {
      let ending = try pipeline.run(
        input.takeSource(),
        name: name,
        format: format,
        byteOffset: offset,
        isStream: isStream,
        mayBeLines: mayBeLines
      )
      switch ending {
      case .complete, .limit: return .complete
      case .failedRecord: return .failedRecord
      case .noJSON: return .badInput
      }
    } catch {
      guard error.operation == .read, !error.isInterruption else {
        return end(writing: error, output)
      }
      counter.receive(
        Diagnostic(.unreadableInput, "'\(name)' cannot be read: \(error.reason)")
      )
      return .badInput
    }
  }

  // MARK: - Outputs

  private func end(writing error: SystemError, _ output: Output) -> MappingReport.Ending {
    if error.isInterruption { return .interrupted }
    if error.isBrokenPipe { return .closedPipe }
    let name = output.name
    counter.receive(
      Diagnostic(
        .unwritableOutput,
        "\(name) cannot be written: \(error.reason)",
        help: output.isFile && error.operation != .sync
          ? ["what was there before is as it was"] : []
      )
    )
    return .badOutput
  }
}

extension Output {
  fileprivate var name: String {
    switch destination {
    case .standardOutput, .nowhere: "the standard output"
    case .file(let path): "'\(path)'"
    }
  }

  fileprivate var isFile: Bool {
    if case .file = destination { true } else { false }
  }
}

extension InputFormat.Foreign {
  fileprivate var name: String {
    switch self {
    case .utf16: "UTF-16"
    case .binary: "binary"
    case .gzip: "compressed by gzip"
    case .zstandard: "compressed by zstd"
    }
  }

  fileprivate var advice: String {
    switch self {
    case .utf16: "convert it first: iconv -f UTF-16 -t UTF-8"
    case .binary: "an input is JSON text"
    case .gzip: "unpack it first: gzip -dc"
    case .zstandard: "unpack it first: zstd -dc"
    }
  }
}
