import RKEngine
import RKMapping
import TestSupport

/// The result of a spec for an input that comes in chunks, through a window of small blocks.
final class ChunkedRun: FaultReceiver, FailedRecordReceiver {
  /// How an input comes: the most bytes at a time, and those that a window reads at a time.
  struct Way: CustomStringConvertible {
    var chunkSize = Int.max
    var blockSize = 256 * 1024
    var largestWindow = ReadingOptions().largestWindow
    var largestBatch = Int.max
    var kernel = ScanKernel.best
    /// Each chunk is long in coming, so that all before it is mapped.
    var mayWait = false

    /// All at once.
    static let whole = Way()

    static let all = [
      Way(chunkSize: 1, blockSize: 64), Way(chunkSize: 7, blockSize: 64, largestBatch: 0),
      Way(chunkSize: 63, blockSize: 128), Way(chunkSize: 64, blockSize: 64),
      Way(chunkSize: 200, blockSize: 256, largestBatch: 100), Way(blockSize: 64),
      Way(chunkSize: 1, blockSize: 64, mayWait: true),
      Way(chunkSize: 7, blockSize: 64, largestBatch: 0, mayWait: true),
      Way(chunkSize: 67, blockSize: 128, mayWait: true),
      Way(chunkSize: 200, blockSize: 256, mayWait: true),
    ]

    /// All of them with every kernel.
    static let allKernels = ScanKernel.available.flatMap { kernel in
      ([whole] + all).map { way in
        var way = way
        way.kernel = kernel
        return way
      }
    }

    var description: String {
      "\(kernel.name), \(chunkSize) bytes at a time\(mayWait ? ", waiting" : ""), blocks of \(blockSize)"
    }
  }

  private(set) var output = ""
  /// Each with its place; documents in which nothing was found begin or end at a place that depends
  /// on the window.
  private(set) var findings: [String] = []
  private(set) var ending = Pipeline.Ending.complete
  private(set) var counts = RootMapper.Counts()
  /// The texts of what failed, each with the line of the reason.
  private(set) var rejects: [String] = []

  init(
    _ spec: String,
    _ input: [UInt8],
    _ way: Way = .whole,
    format: InputFormat = .json,
    mayBeLines: Bool = false,
    isOneValue: Bool = false,
    rule: FailedRecordRule = .fail
  ) throws {
    let folder = try ScratchFolder()
    let compiled = try Mapper(Mapping(text: spec)).compiled
    let sink = try Self.sink(compiled, folder.path(of: "out"), isOneValue: isOneValue)
    var options = Pipeline.Options()
    options.reading.blockSize = way.blockSize
    options.reading.largestWindow = way.largestWindow
    options.largestBatch = way.largestBatch
    options.failedRecordRule = rule
    options.kernel = way.kernel
    let pipeline = Pipeline(
      plan: compiled.plan,
      sink: sink,
      receiver: self,
      keeper: rule == .fail ? nil : self,
      options: options
    )
    pipeline.beginInput(named: "input")
    ending = try pipeline.run(
      DocumentSource(
        InputSource(bytes: input, chunkSize: way.chunkSize, mayWait: way.mayWait),
        format: format,
        isStream: false,
        mayBeLines: mayBeLines
      )
    )
    counts = pipeline.counts
    try sink.finish()
    output = folder.read("out") ?? ""
  }

  private static func sink(_ compiled: CompiledMapping, _ path: String, isOneValue: Bool) throws
    -> AnyRecordSink
  {
    let output = try OutputFile(path: path)
    guard isOneValue else {
      return .make(
        NDJSONSink(plan: compiled.plan, typeKey: nil, layout: JSONLayout(), output: output)
      )
    }
    var options = JSONSink.Options()
    options.keyPaths = compiled.keyPaths.map { Array($0.utf8) }
    return .make(JSONSink(plan: compiled.plan, options: options, output: output))
  }

  func wantsPlace(of fault: MappingFault, _ kind: JSONKind?) -> Bool { true }
  func wantsPlace(of error: JSONSyntaxError) -> Bool { true }

  func receive(
    _ fault: MappingFault,
    _ kind: JSONKind?,
    of record: Int,
    at place: InputPlace?,
    keys: [[UInt8]]
  ) {
    let keys = keys.map { String(decoding: $0, as: UTF8.self) }
    guard fault.code != .notFound, let place else {
      return findings.append("\(fault.code), \(keys)")
    }
    let number = place.recordNumber.map { " of record \($0)" } ?? ""
    findings.append("\(fault.code) at \(describe(place)) \(place.pointer ?? "")\(number)")
  }

  func receive(
    _ error: JSONSyntaxError,
    of record: Int,
    in format: InputFormat,
    at place: InputPlace?
  ) {
    guard let place else { return }
    findings.append("\(error.fault), \(error.expected) at \(describe(place))")
  }

  func receive(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) {
    let text = (record.text ?? 0..<0).map { bytes[$0] }
    rejects.append("\(record.place.line): " + String(decoding: text, as: UTF8.self))
    // The record's replacement; if it is left out the bytes are unused.
    output.append(contentsOf: Array("!\(record.place.line)".utf8))
  }

  private func describe(_ place: InputPlace) -> String {
    "\(place.byteOffset), \(place.line):\(place.column)"
  }
}
