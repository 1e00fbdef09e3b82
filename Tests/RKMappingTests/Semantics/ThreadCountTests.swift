import Foundation
import RKDiagnostics
import RKMapping
import TestSupport
import Testing

/// Several threads give the same output and diagnostics as one.
struct ThreadCountTests {
  /// A run of a file with this many threads, in segments of this many bytes.
  private struct Trial: Equatable {
    var output: String
    var findings: [Diagnostic]
    var counts: [Int]
    var ending: MappingReport.Ending

    init(
      _ spec: String,
      _ path: String,
      in folder: borrowing ScratchFolder,
      _ options: MapperOptions,
      threads: Int,
      segment: Int,
      _ configure: (inout Output) -> Void
    ) throws {
      var options = options
      options.threadCount = threads
      options.segmentSize = segment
      let mapper = try Mapper(Mapping(text: spec), options: options)
      let place = folder.path(of: "output")
      try? FileManager.default.removeItem(atPath: place)
      var output = Output.file(place)
      configure(&output)
      let receiver = FindingList()
      let report = mapper.apply(to: [.file(path)], into: output, reportingTo: receiver)
      self.output = folder.read("output") ?? "none"
      findings = receiver.diagnostics
      counts = [
        report.readCount, report.recordCount, report.declinedCount, report.failedCount,
        report.errorCount, report.warningCount,
      ]
      ending = report.ending
    }
  }

  /// Maps `input` by `spec` with one thread and with several, in segments of several sizes.
  private func compare(
    _ spec: String,
    _ input: String,
    name: String = "in.json",
    options: MapperOptions = MapperOptions(),
    _ comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    output configure: (inout Output) -> Void = { _ in }
  ) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(input, to: name)
    for segment in [256, 1000, 4096] {
      let one = try Trial(
        spec,
        path,
        in: folder,
        options,
        threads: 1,
        segment: segment,
        configure
      )
      for threads in [2, 5] {
        let several = try Trial(
          spec,
          path,
          in: folder,
          options,
          threads: threads,
          segment: segment,
          configure
        )
        #expect(several.output == one.output, comment, sourceLocation: sourceLocation)
        #expect(several.findings == one.findings, comment, sourceLocation: sourceLocation)
        #expect(several.counts == one.counts, comment, sourceLocation: sourceLocation)
        #expect(several.ending == one.ending, comment, sourceLocation: sourceLocation)
      }
    }
  }

  private let item = """
    {"mappers": [{"id": "item", "target": "Item", "identification": "id", "attributes": [
      "id", {"from": "n", "to": "n", "type": "integer", "onError": "null"}, {"from": "a.b", "to": "b"},
      {"from": "must", "to": "must", "required": true}],
      "relationships": [{"from": "more", "to": "more", "map-ref": "item", "many": true}]}]
    """

  /// Items with occasional parts that are hard to split at or to convert.
  private func items(_ count: Int, seed: UInt64, faults: Bool = true) -> [String] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { number in
      var members = ["\"id\": \(number)"]
      let text = generator.pick(["7", "\"x\"", "\"é \\\" },{\\\"id\\\": \"", "1.5", "null", "[]"])
      members.append("\"n\": \(faults ? text : "\(number)")")
      members.append(
        "\"a\": {\"b\": \"\(String(repeating: "y", count: Int.random(in: 0..<60, using: &generator)))\"}"
      )
      if !faults || !generator.oneIn(40) { members.append("\"must\": true") }
      if generator.oneIn(5) {
        members.append("\"more\": [{\"id\": \"a\", \"must\": 1},{\"id\": \"b\", \"must\": 2}]")
      }
      if faults && generator.oneIn(60) { members.append("\"id\": 8") }
      return "{" + members.joined(separator: generator.pick([",", ", "])) + "}"
    }
  }

  @Test("lines", arguments: 0..<6 as Range<UInt64>)
  func lines(seed: UInt64) throws {
    var lines = items(400, seed: seed, faults: seed > 1)
    if seed == 2 { lines[250] = "{\"id\": 3,, }" }
    if seed == 3 { lines[100] = "\n\n  " + lines[100] + "\r" }
    if seed == 4 { lines[300] = "nonsense"; lines[301] = "\"text\"" }
    if seed == 5 {
      lines[200] = "{\"id\": 1, \"must\": \"" + String(repeating: "z", count: 9000) + "\"}"
    }
    let text = lines.joined(separator: "\n") + (seed % 2 == 0 ? "\n" : "")
    for rule in [MapperOptions.FailedRecords.fail, .skip, .emit] {
      var options = MapperOptions()
      options.failedRecords = rule
      options.failureLimit = .count(1000)
      try compare(item + "}", text, name: "in.ndjson", options: options, "\(rule)")
    }
    try compare(item + "}", text, name: "in.ndjson") { $0.format = .csv }
  }

  @Test("lists of arrays, and lines that are arrays", arguments: 0..<6 as Range<UInt64>)
  func rows(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let rows = (0..<600).map { number in
      let second = generator.pick([
        "\(number).5e2", "null", "\"],[\"", "[[\(number)],[1]]", "{\"a\":[]}",
      ])
      return generator.oneIn(50) ? "[]" : "[\(number),\(second)]"
    }
    let attributes = """
      [{"from": "[0]", "to": "x", "type": "number"}, {"from": "[1]", "to": "y"}, {"from": "[-1][0]", "to": "z"}]
      """
    let spec = """
      {"many": \(seed % 2 == 0), "mappers": [{"id": "row", "target": "Row", "attributes": \(attributes)}]}
      """
    var options = MapperOptions()
    options.failedRecords = .skip
    options.failureLimit = .count(1000)
    let isList = seed % 2 == 0
    let text =
      isList
      ? "[" + rows.joined(separator: generator.pick([",", ",\n "])) + "]"
      : rows.joined(separator: "\n")
    try compare(spec, text, name: isList ? "in.json" : "in.ndjson", options: options)
  }

  @Test("lines of records that failed in another run")
  func returnedLines() throws {
    var lines = items(400, seed: 7, faults: false)
    for number in stride(from: 30, to: 400, by: 70) {
      lines[number].removeFirst()
      lines[number] = #"{"$error": {"code": "RK1004", "message": "no"}, "# + lines[number]
    }
    try compare(item + "}", lines.joined(separator: "\n"), name: "in.ndjson")
  }

  @Test("elements of a list", arguments: 0..<6 as Range<UInt64>)
  func elements(seed: UInt64) throws {
    let separator = [",", ", ", ",\n  ", "\n,\n"][Int(seed % 4)]
    let list = "[" + items(400, seed: seed, faults: seed > 1).joined(separator: separator) + "]"
    var options = MapperOptions()
    options.failedRecords = seed == 4 ? .fail : .skip
    options.failureLimit = .count(1000)
    let below =
      item + ", \"descriptors\": [{\"keyPath\": \"data.items\", \"root-map-ref\": \"item\"}]}"
    try compare(item + "}", list, options: options)
    for text in [
      "{\"x\": [1], \"data\": {\"items\": \(list), \"y\": 2}, \"z\": \(list)}",
      "{\"data\": {\"items\": \(list), \"items\": \(list)}}",
      "{\"data\": {\"items\": \(list)}} {\"data\": {\"items\": \(list)}}",
      "{\"data\": {\"items\": \(list)}, \"data\": 3}",
      "{\"data\": {\"items\": \(list.dropLast(3))",
      "{\"data\": {\"items\": \(list)}}}",
    ] {
      try compare(below, text, options: options, "\(text.suffix(40))")
    }
    try compare(item + "}", list, options: options) { $0.format = .json }
    try compare(item + "}", list, options: options) {
      $0.format = .json
      $0.isPretty = true
    }
  }

  @Test("nested lists that look like the list", arguments: 0..<4 as Range<UInt64>)
  func baits(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let plain = items(300, seed: seed, faults: false)
    let nested = plain.map { item in
      let others = (0..<Int.random(in: 0..<6, using: &generator)).map { plain[$0] }
      return String(item.dropLast()) + ",\"others\":[" + others.joined(separator: ",") + "]}"
    }
    let options = MapperOptions()
    try compare(item + "}", "[" + nested.joined(separator: ",") + "]", options: options)
    try compare(item + "}", nested.joined(separator: " "), options: options)
    try compare(item + "}", nested.joined(), options: options)
    let quoted = plain.map { item in
      let bait = nested[3].replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return String(item.dropLast()) + ",\"text\":\"\(bait)\",\"raw\":\",\",\"t\":\"},{\"}"
    }
    try compare(item + "}", "[" + quoted.joined(separator: ",") + "]", options: options)
  }

  @Test("output that depends on earlier records")
  func order() throws {
    let list = items(300, seed: 9, faults: false)
    let numbered = """
      {"mappers": [{"id": "item", "target": "Item", "attributes": [
        "id", {"from": "@metadata.mapping.collectionIndex", "to": "place"},
        {"from": "@metadata.input.line", "to": "line"}]}]}
      """
    try compare(numbered, list.joined(separator: "\n"), name: "in.ndjson")
    try compare(numbered, "[" + list.joined(separator: ",") + "]")
    var options = MapperOptions()
    options.recordLimit = 150
    try compare(item + "}", list.joined(separator: "\n"), name: "in.ndjson", options: options)
    options = MapperOptions()
    options.unifies = true
    try compare(item + "}", list.joined(separator: "\n"), name: "in.ndjson", options: options)
  }

  @Test("random documents, including invalid JSON", arguments: 0..<8 as Range<UInt64>)
  func random(seed: UInt64) throws {
    var json = RandomJSON(seed: seed)
    var bytes = json.documents(60, size: 300, separator: seed % 2 == 0 ? "\n" : " ")
    if seed > 3 { bytes[bytes.count / 2] = UInt8(ascii: "}") }
    var options = MapperOptions()
    options.failedRecords = .skip
    let spec = """
      {"mappers": [{"id": "any", "target": "Any", "attributes": [{"a": "a", "b": "b", "": "all"}]}]}
      """
    try compare(spec, String(decoding: bytes, as: UTF8.self), options: options)
  }
}
