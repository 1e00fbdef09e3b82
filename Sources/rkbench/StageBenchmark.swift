internal import RKEngine
internal import RKMapping

/// Measures the stages of a mapping over one input, on one core.
///
/// The time of a stage is the difference between two runs: one that ends with the stage and one
/// that ends before it. So each run is the program's own path, without measuring code. The input is
/// read from its file every time, from the page cache.
struct StageBenchmark {
  /// The stage that a run ends with.
  enum Extent: Int, CaseIterable {
    case read, scan, grammar, map, write
  }

  let input: String
  let mapping: Mapping
  let instructionSet: ScanKernel
  let rounds: Int

  /// The shortest time for each extent, in seconds.
  ///
  /// The extents alternate, so that disturbances of the machine affect all of them.
  func shortestTimes() throws -> [Extent: Double] {
    var times: [Extent: Double] = [:]
    for _ in 0..<rounds {
      for extent in Extent.allCases {
        let time = try StopWatch.seconds { try run(to: extent) }
        times[extent] = min(times[extent] ?? .infinity, time)
      }
    }
    return times
  }

  /// One run that ends with a stage.
  func run(to extent: Extent) throws {
    switch extent {
    case .read: try read()
    case .scan: try read(scanning: true)
    case .grammar: try validate()
    case .map: try map(into: .nowhere)
    case .write: try map(into: .file("/dev/null", .ndjson))
    }
  }

  /// Reads blocks as a window does, and finds their structure if `scanning` is true.
  ///
  /// Returns the number of bytes.
  @discardableResult
  func read(scanning: Bool = false) throws -> Int {
    let blockSize = ReadingOptions().blockSize
    var source = InputSource(file: try .reading(input))
    var buffer = InputBuffer(capacity: blockSize)
    var index = StructuralIndex()
    var state = ScanState(separator: .lineFeed)
    var byteCount = 0
    while try source.read(into: &buffer, upTo: blockSize) > 0 {
      if scanning {
        let blockCount = buffer.count / 64
        instructionSet.scan(buffer, at: 0, blockCount: blockCount, into: &index, state: &state)
        index.removeAll()
      }
      byteCount += buffer.count & ~63
      buffer.dropFirst(buffer.count & ~63)
    }
    return byteCount + buffer.count
  }

  /// Reads, scans and validates, and ignores the content.
  private func validate() throws {
    var options = ReadingOptions()
    options.separator = .lineFeed
    var window = InputWindow(
      source: InputSource(file: try .reading(input)),
      options: options,
      kernel: instructionSet
    )
    while try window.fill() != nil {
      let tokenCount = window.view.count
      window.consume(upTo: tokenCount)
    }
    if window.fault != nil { throw BenchmarkError(description: "\(input) is no NDJSON") }
  }

  private func map(into output: Output) throws {
    var options = MapperOptions()
    options.instructionSet = instructionSet.name
    options.threadCount = 1
    try Mapper(mapping, options: options).apply(
      to: [.file(input, format: .ndjson)],
      into: output
    )
  }
}

/// The reason why nothing can be measured.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String
}
