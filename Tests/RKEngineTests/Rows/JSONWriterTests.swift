import Testing

@testable import RKEngine

@Suite("Records as JSON text")
struct JSONWriterTests {
  /// The text of a record with one member of that name, whose value is the number 1.
  private func text(ofMember name: String) -> String {
    var plan = MappingPlan()
    let member = OutputMember(name: plan.schema.add(text: name.utf8), content: .column(0))
    let record = plan.schema.records.add(
      RecordShape(
        name: plan.schema.add(text: "A".utf8),
        members: plan.schema.members.add([member])
      )
    )
    let input = Array("1".utf8) + [UInt8](repeating: 0, count: OutputBuffer.slack)
    var batch = RecordBatch()
    batch.rows.append(.init(record: record, firstCell: 0, end: 1))
    batch.cells.append(Cell(.number, offset: 0, count: 1))
    batch.seal()
    var output = OutputBuffer(capacity: 1)
    var writer = JSONWriter(plan: plan, typeKey: nil)
    writer.write(0, of: batch, input.span, to: &output)
    return String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  @Test("a member is written whole, however long its name is", arguments: 0...70)
  func longNames(length: Int) {
    let name = String(repeatElement("abcdefghij", count: 7).joined().prefix(length))
    #expect(text(ofMember: name) == #"{""# + name + #"":1}"#)
  }

  @Test("a name is escaped")
  func escapedName() {
    #expect(text(ofMember: "a\"\\\n\u{1}") == #"{"a\"\\\n\u0001":1}"#)
  }
}
