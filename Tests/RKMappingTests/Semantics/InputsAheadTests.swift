import RKDiagnostics
import RKMapping
import TestSupport
import Testing

/// Many inputs that several threads map give the same output and diagnostics as with one thread.
struct InputsAheadTests {
  /// Keeps what a run reports, and what came of each input.
  private final class Log: DiagnosticReceiver {
    var findings: [Diagnostic] = []
    var inputs: [String] = []
    var byteCount = 0

    func receive(_ diagnostic: Diagnostic) { findings.append(diagnostic) }

    func endInput(named name: String, _ outcome: InputOutcome) {
      let counts = [
        outcome.readCount, outcome.errorCount, outcome.warningCount, outcome.declinedCount,
      ]
      inputs.append("\(name) \(counts) after \(findings.count)")
    }

    func advance(byteCount: Int, recordCount: Int) { self.byteCount += byteCount }
  }

  private static let spec = """
    {"keyPath": "list", "mappers": [{"id": "a", "when": "id != 3", "attributes": ["id",
      {"from": "n", "to": "n", "type": "integer", "onError": "null"},
      {"from": "must", "to": "must", "required": true}]}]}
    """

  private static func document(_ number: Int, _ id: Int, n: String = "1") -> String {
    let item = #"{"id":\#(id),"n":\#(n),"must":"\#(number)"}"#
    return #"{"list":[\#(item),{"id":3,"must":1},\#(item)]}"# + "\n"
  }

  private static func check(
    _ texts: [(name: String, text: String)],
    _ options: MapperOptions = MapperOptions(),
    format: Output.Format = .ndjson,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try ScratchFolder()
    let paths = try texts.map { try folder.write($0.text, to: $0.name) }
    var logs: [Log] = []
    var outputs: [String?] = []
    for threads in [1, 2, 5] {
      var options = options
      options.threadCount = threads
      var output = Output.file(folder.path(of: "out\(threads)"))
      output.format = format
      let log = Log()
      let report = try Mapper(Mapping(text: spec), options: options)
        .apply(to: paths.map { .file($0) }, into: output, reportingTo: log)
      log.inputs.append("\(report.ending), \(report.recordCount), \(report.declinedCount)")
      logs.append(log)
      outputs.append(folder.read("out\(threads)"))
    }
    for (log, output) in zip(logs, outputs).dropFirst() {
      #expect(output == outputs[0], sourceLocation: sourceLocation)
      #expect(log.findings == logs[0].findings, sourceLocation: sourceLocation)
      #expect(log.inputs == logs[0].inputs, sourceLocation: sourceLocation)
      #expect(log.byteCount == logs[0].byteCount, sourceLocation: sourceLocation)
    }
  }

  private static let plain = (0..<100).map { number in
    (name: "\(number + 100).json", text: document(number, number))
  }

  @Test("inputs without findings", arguments: [.ndjson, .json, .csv] as [Output.Format])
  func plain(format: Output.Format) throws { try Self.check(Self.plain, format: format) }

  @Test("an input with a finding, at each place of a group")
  func findings() throws {
    for place in [0, 15, 16, 40, 99] {
      var texts = Self.plain
      texts[place].text = Self.document(place, place, n: #""none""#)
      try Self.check(texts)
      texts[place].text = #"{"list":[{"id":1}]}"#
      try Self.check(texts)
      var options = MapperOptions()
      options.failedRecords = .skip
      options.failureLimit = .count(1)
      try Self.check(texts, options)
      options.failedRecords = .emit
      try Self.check(texts, options)
    }
  }

  @Test("inputs of other kinds among the others")
  func kinds() throws {
    let others = [
      "", " \n", "[1", #"{"list":[]}"#, #"{"other":1}"#, "\u{FEFF}" + Self.document(1, 1),
      Self.document(1, 1) + Self.document(2, 2), "id;n\n1;2\n", "\u{1E}" + Self.document(1, 1),
      String(repeating: Self.document(5, 5), count: 8000),
    ]
    for (number, other) in others.enumerated() {
      var texts = Self.plain
      texts[35].text = other
      texts[70].name = ["70.ndjson", "70.csv", "70.txt"][number % 3]
      try Self.check(texts)
    }
  }

  @Test("every input has findings")
  func allFindings() throws {
    let texts = (0..<400).map { number in
      (name: "\(number + 1000).json", text: Self.document(number, number, n: #""none""#))
    }
    try Self.check(texts)
  }

  @Test("random mixtures", arguments: 0..<8)
  func mixtures(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let texts = (0..<(33 + generator.below(120))).map { number in
      let n = generator.oneIn(40) ? #""none""# : "\(number)"
      let text = (0...generator.below(4)).map { Self.document(number, $0, n: n) }.joined()
      return (name: "\(number + 1000).json", text: text)
    }
    var options = MapperOptions()
    options.recordLimit = generator.oneIn(3) ? 70 : Int.max
    try Self.check(texts, options)
  }
}
