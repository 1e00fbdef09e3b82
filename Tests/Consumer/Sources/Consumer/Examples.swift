import Foundation
import RKMapping
import RKSQLite

// The examples of the library's documentation, line by line: this file shows that they compile, and a
// test that all of them are here.

func exampleOfDiagnostic(mapper: Mapper) throws {
  do {
    try mapper.apply(to: [.file("articles.json")], into: .nowhere)
  } catch {
    for finding in error.diagnostics { print(finding.code, finding.message, finding.help) }
  }
}

func exampleOfFixIt(finding: Diagnostic) {
  for fixIt in finding.fixIts where fixIt.isSafe { print(fixIt.title, fixIt.replacement) }
}

func exampleOfLocation(finding: Diagnostic) throws {
  if let place = finding.location { print(place.text, place.pointer ?? "") }
}

func exampleOfDiagnosticsError() throws {
  do {
    _ = try Mapping(text: "{}")
  } catch {
    print(error.diagnostics.count, "findings")
  }
}

func exampleOfDiagnosticCode(finding: Diagnostic) throws {
  if finding.code == .conversionFailed { print(finding.code.page.explanation) }
}

func exampleOfDiagnosticPage() throws {
  let page = DiagnosticCode.unmappable.page
  print(page.title, page.transcript)
}

func exampleOfDiagnosticRenderer(finding: Diagnostic, isForPeople: Bool) throws {
  let renderer: any DiagnosticRenderer = isForPeople ? TextRenderer() : JSONRenderer()
  print(renderer.render(finding), terminator: "")
}

func exampleOfJSONRenderer(finding: Diagnostic) throws {
  print(JSONRenderer().render(finding), terminator: "")
}

func exampleOfSourceFile() throws {
  let file = SourceFile(name: "spec.json", bytes: Array("{\n}".utf8))
  print(file.location(of: 2..<3).text)  // spec.json:2:1
}

func exampleOfTextRenderer(finding: Diagnostic) throws {
  print(TextRenderer(excerptWidth: 80, isColored: true).render(finding), terminator: "")
}

func exampleOfInput() throws {
  let inputs: [Input] = [
    .file("articles.json"),
    .standardInput(format: .ndjson),
    .bytes(Array("[]".utf8), name: "nothing"),
  ]
  print(inputs.map(\.name))
}

func exampleOfMetadataEntry() throws {
  var options = MapperOptions()
  options.metadata = [MetadataEntry(["batch", "day"], "2026-11-24")]
}

func exampleOfDriftPolicy() throws {
  var options = MapperOptions()
  options.drift = .fail
}

func exampleOfRequestContext() throws {
  var options = MapperOptions()
  options.context.method = "GET"
  options.context.path = "/articles/1"
  options.context.statusCode = 200
  options.context.responseHeaders = [.init(name: "ETag", value: "x1")]
}

func exampleOfRecords(mapper: Mapper) async throws {
  for try await record in mapper.records(in: [.file("articles.ndjson")]) {
    print(record["title"] ?? .null)
  }
}

func exampleOfForEachRecord(mapper: Mapper) throws {
  let report = try mapper.forEachRecord(in: [.file("articles.json")]) { print($0.names) }
  print(report.recordCount)
}

func exampleOfMapper() throws {
  var options = MapperOptions()
  options.failedRecords = .skip
  let mapper = try Mapper(Mapping(contentsOf: "specs/articles.json"), options: options)
  let report = try mapper.apply(to: [.file("articles.json")], into: .file("articles.ndjson"))
  print(report.recordCount, "records,", report.failedCount, "failed")
}

func exampleOfMapperOptions() throws {
  var options = MapperOptions()
  options.descriptorName = "articles"
  options.failedRecords = .skip
  options.failureLimit = .count(10)
}

func exampleOfMapping() throws {
  let mapping = try Mapping(contentsOf: "specs/articles.json")
  let mapper = try Mapper(mapping)
  try mapper.apply(to: [.file("articles.json")], into: .standardOutput(.ndjson))
}

func exampleOfOutput(mapper: Mapper) throws {
  var output = Output.file("articles.json")
  output.isPretty = true
  output.typeKey = "@type"
  try mapper.apply(to: [.standardInput()], into: output)
}

func exampleOfRecordSequence(mapper: Mapper, inputs: [Input]) async throws {
  var iterator = mapper.records(in: inputs).makeAsyncIterator()
  if let first = try await iterator.next() { print(first.names) }
}

func exampleOfRecordSequenceIterator(iterator: inout RecordSequence.Iterator) async throws {
  while let record = try await iterator.next() { print(record.target) }
}

func exampleOfNumber() throws {
  let price = Number("12.50")
  print(price == Number("12.5"), price?.text ?? "")  // true 12.50
}

func exampleOfRecord(mapper: Mapper) async throws {
  for try await article in mapper.records(in: [.file("articles.json")]) {
    guard case .string(let title) = article["title"] else { continue }
    print(title, article.related("comments").count)
  }
}

func exampleOfDecode(record: Record) throws {
  struct Article: Decodable { let title: String; let published: Date? }
  print(try record.decode(Article.self).title)
}

func exampleOfRecordReceiver(mapper: Mapper) throws {
  struct Titles: RecordReceiver {
    var titles: [Value] = []

    mutating func receive(_ record: Record) {
      if let title = record["title"] { titles.append(title) }
    }

    func finish(_ report: MappingReport) { print(titles.count, "of", report.recordCount) }
  }
  try mapper.apply(to: [.file("articles.json")], sink: Titles())
}

func exampleOfValue() throws {
  var record = Record(target: "Article", [("title", "Hello"), ("stars", 5)])
  record["tags"] = ["swift", "json"]
  if case .string(let title) = record["title"] { print(title) }
}

func exampleOfValueMember() throws {
  var size = Record(target: "Size")
  size["box"] = .object([Value.Member(name: "width", value: 3)])
}

func exampleOfDiagnosticReceiver(mapper: Mapper) throws {
  final class Log: DiagnosticReceiver {
    func receive(_ diagnostic: Diagnostic) {
      print(TextRenderer().render(diagnostic), terminator: "")
    }
  }
  let report = mapper.apply(to: [.file("articles.json")], into: .nowhere, reportingTo: Log())
  if report.ending != .complete { print(report.errorCount, "errors") }
}

func exampleOfInputOutcome() throws {
  final class Inputs: DiagnosticReceiver {
    func receive(_ diagnostic: Diagnostic) {}
    func endInput(named name: String, _ outcome: InputOutcome) {
      print(name, outcome.readCount, outcome.errorCount)
    }
  }
}

func exampleOfMappingReport(mapper: Mapper) throws {
  let report = try mapper.apply(to: [.file("articles.json")], into: .nowhere)
  print(report.recordCount, "of", report.readCount)
}

func exampleOfRowCounts(mapper: Mapper) throws {
  let report = try mapper.apply(to: [.file("articles.json")], into: .database("articles.db"))
  if let rows = report.rows { print(rows.inserted, rows.updated, rows.unchanged) }
}

func exampleOfDatabase() throws {
  let mapper = try Mapper(Mapping(contentsOf: "specs/articles-stored.json"))
  let report = try mapper.apply(to: [.file("articles.json")], into: .database("articles.db"))
  print(report.rows?.inserted ?? 0, "rows are new")
}

func exampleOfScript(mapper: Mapper) throws {
  try mapper.apply(to: [.file("articles.json")], into: .script("articles.sql"))
}

func exampleOfDatabaseOptions(mapper: Mapper) throws {
  var options = DatabaseOptions()
  options.mode = .append
  options.runID = "monday"
  try mapper.apply(to: [.file("articles.json")], into: .database("articles.db", options))
}

func exampleOfSerializerOptions(mapping: Mapping) throws {
  var options = SerializerOptions()
  options.descriptorName = "articles"
  let serializer = try Serializer(mapping, options: options)
  print(try serializer.document(of: []).count)
}

func exampleOfSerializer(mapping: Mapping) throws {
  let serializer = try Serializer(mapping)
  let record = Record(target: "Article", [("title", "Hello")])
  print(String(decoding: try serializer.document(of: [record]), as: UTF8.self))
}
