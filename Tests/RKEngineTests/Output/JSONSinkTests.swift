@testable import RKEngine
import TestSupport
import Testing

@Suite("JSONSink")
struct JSONSinkTests {
  /// Writes people by their names, one batch per document; a document of several is a list.
  private static func write(
    _ documents: [[String]],
    finishes: Bool = true,
    setUp: (inout JSONSink.Options) -> Void = { _ in }
  ) throws -> String? {
    let folder = try ScratchFolder()
    let plan = MappingOperationTests.plan()
    var options = JSONSink.Options()
    setUp(&options)
    let sink = AnyRecordSink.make(
      JSONSink(
        plan: plan,
        options: options,
        output: try OutputFile(path: folder.path(of: "out"))
      )
    )
    for names in documents {
      var batch = RecordBatch()
      var input: [UInt8] = []
      batch.marks.append(.init(.document))
      for name in names {
        let text = JSONText.quoted(name)
        let row = UInt32(batch.rows.count)
        batch.rows.append(
          .init(record: PlanID(0), firstCell: UInt32(batch.cells.count), end: row + 1)
        )
        batch.cells.append(
          Cell(.string, offset: UInt32(input.count), count: UInt32(text.count))
        )
        batch.cells.append(repeating: .missing, count: 2)
        batch.marks.append(.init(names.count > 1 ? .element : .single, row: row))
        input += text
      }
      input += [UInt8](repeating: .space, count: 64)
      batch.seal()
      try sink.write(batch, input.span)
    }
    if finishes { try sink.finish() } else { try sink.abandon() }
    return folder.read("out")
  }

  @Test("one record is a record, several are a list, none is an empty one")
  func automatic() throws {
    #expect(try Self.write([["A"]]) == "{\"name\":\"A\"}\n")
    #expect(try Self.write([["A", "B"]]) == "[{\"name\":\"A\"},{\"name\":\"B\"}]\n")
    #expect(try Self.write([]) == "[]\n")
  }

  @Test("a stream is a list however many records it has")
  func stream() throws {
    let text = try Self.write([["A"]]) { $0.isStream = true }
    #expect(text == "[{\"name\":\"A\"}]\n")
  }

  @Test("a second document makes lines if the form was left open")
  func lines() throws {
    let text = try Self.write([["A", "B"], ["C"]]) { $0.mayBecomeLines = true }
    #expect(text == "{\"name\":\"A\"}\n{\"name\":\"B\"}\n{\"name\":\"C\"}\n")
  }

  @Test("the first of none is null")
  func first() throws {
    #expect(try Self.write([]) { $0.shape = .first } == "null\n")
    #expect(try Self.write([["A", "B"]]) { $0.shape = .first } == "{\"name\":\"A\"}\n")
  }

  @Test("an array is one for a single record, too")
  func array() throws {
    #expect(try Self.write([["A"]]) { $0.shape = .array } == "[{\"name\":\"A\"}]\n")
  }

  @Test("a dictionary has its records by key path, and is empty if there are none")
  func dictionary() throws {
    let text = try Self.write([["A"]]) {
      $0.shape = .dictionary
      $0.keyPaths = [Array("people".utf8)]
    }
    #expect(text == "{\"people\":{\"name\":\"A\"}}\n")
    #expect(try Self.write([]) { $0.shape = .dictionary } == "{}\n")
  }

  @Test("an error's text is each record's only attribute")
  func errors() throws {
    #expect(try Self.write([["A", "B\n"]]) { $0.shape = .error } == "A, B\n\n")
  }

  @Test("the type key is a record's first member")
  func typeKey() throws {
    let text = try Self.write([["A"]]) { $0.typeKey = "@type" }
    #expect(text == "{\"@type\":\"Person\",\"name\":\"A\"}\n")
  }

  @Test("pretty output has lines and two spaces a level")
  func pretty() throws {
    let text = try Self.write([["A", "B"]]) { $0.layout.isPretty = true }
    #expect(
      text == """
        [
          {
            "name": "A"
          },
          {
            "name": "B"
          }
        ]

        """
    )
  }

  @Test("a long list is the same as one that was held back to the end", arguments: [1, 10, 1000])
  func held(count: Int) throws {
    let names = (0..<count).map { "\($0)" + String(repeating: "x", count: 600) }
    let documents = stride(from: 0, to: count, by: 7).map { Array(names[$0..<min($0 + 7, count)]) }
    let records = names.map { "{\"name\":\"\($0)\"}" }
    let text = try Self.write(documents) { $0.isStream = true }
    #expect(text == "[\(records.joined(separator: ","))]\n")
  }

  @Test("a long list of pretty records is the same as one that was held back")
  func heldPretty() throws {
    let names = (0..<1000).map { "\($0)" + String(repeating: "x", count: 600) }
    let records = names.map { "  {\n    \"name\": \"\($0)\"\n  }" }
    let text = try Self.write([names]) { $0.layout.isPretty = true }
    #expect(text == "[\n\(records.joined(separator: ",\n"))\n]\n")
  }

  @Test("a record larger than the held part of a list is written, too")
  func largeRecord() throws {
    let name = String(repeating: "x", count: 300_000)
    #expect(try Self.write([[name]]) == "{\"name\":\"\(name)\"}\n")
    #expect(try Self.write([[name], ["A"]]) == "[{\"name\":\"\(name)\"},{\"name\":\"A\"}]\n")
  }

  @Test("many lines are written as they come")
  func manyLines() throws {
    let names = (0..<2000).map { "\($0)" + String(repeating: "x", count: 600) }
    let text = try Self.write([[names[0]], Array(names[1...])]) { $0.mayBecomeLines = true }
    #expect(text == names.map { "{\"name\":\"\($0)\"}\n" }.joined())
  }

  @Test("an abandoned run leaves no file")
  func abandon() throws {
    #expect(try Self.write([["A"]], finishes: false) == nil)
  }
}
