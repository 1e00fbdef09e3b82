@testable import RKEngine
import Testing

@Suite("Rows of CSV")
struct CSVWriterTests {
  /// The row of a record whose cells are these JSON texts; nil for a missing one.
  private func row(
    _ values: [String?],
    space: Cell.Space = .input,
    mayHaveEscapes: Bool = false,
    _ configure: (inout CSVDialect) -> Void = { _ in }
  ) -> String {
    var plan = MappingPlan()
    let record = plan.schema.records.add(RecordShape(name: ByteRange(0..<0), members: .empty))
    var tables = TablePlan()
    tables.tableCount = 1
    var rule = RowRule(table: 0)
    let cells = values.indices.map { CellRule(.cell, column: UInt32($0)) }
    rule.cells = tables.cells.add(cells)
    tables.roots = [tables.rows.add(rule)]
    var text: [UInt8] = []
    var batch = RecordBatch()
    batch.rows.append(.init(record: record, firstCell: 0, end: 1))
    for value in values {
      let bytes = Array((value ?? "").utf8)
      var cell = Cell(Self.kind(bytes), space: space)
      cell.offset = UInt32(text.count)
      cell.count = UInt32(bytes.count)
      if mayHaveEscapes { cell.traits = [.mayHaveEscapes, .mayHaveWhitespace] }
      text += bytes
      batch.cells.append(cell)
    }
    if space == .batch { for byte in text { batch.side.append(byte) } }
    if space == .plan { plan.text = text }
    batch.seal()
    let input = text + [UInt8](repeating: 0, count: OutputBuffer.slack)
    var dialect = CSVDialect()
    configure(&dialect)
    var writer = CSVWriter(plan: plan, tables: tables, dialect: dialect)
    var output = OutputBuffer(capacity: 1)
    writer.write(TableRow(rule: tables.roots[0], row: 0), of: batch, input.span, to: &output)
    return String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  private static func kind(_ bytes: [UInt8]) -> Cell.Kind {
    switch bytes.first {
    case nil: .missing
    case .quote: .string
    case .ascii("t"): .true
    case .ascii("f"): .false
    case .ascii("n"): .null
    case .openArray, .openObject: .structure
    default: .number
    }
  }

  @Test("scalars are unchanged, null and missing values are empty")
  func scalars() {
    let values: [String?] = ["1.50", "true", "false", "null", nil, "\"x\"", "\"\""]
    #expect(row(values) == "1.50,true,false,,,x,\n")
    #expect(row(values) { $0.null = Array("NULL".utf8) } == "1.50,true,false,NULL,,x,\n")
    #expect(row(values) { $0.endsWithCarriageReturn = true } == "1.50,true,false,,,x,\r\n")
  }

  @Test(
    "a value is the same wherever its bytes are",
    arguments: [Cell.Space.input, .batch, .plan]
  )
  func spaces(space: Cell.Space) {
    let values = ["\"a,b\"", "12", "\"x\"", "[1,2]"]
    let escaped = values + [#""q\"\n\u00e9\ud83d\ude00\/""#]
    #expect(row(values, space: space) == "\"a,b\",12,x,\"[1,2]\"\n")
    #expect(
      row(escaped, space: space, mayHaveEscapes: true)
        == "\"a,b\",12,x,\"[1,2]\",\"q\"\"\n\u{E9}\u{1F600}/\"\n"
    )
  }

  @Test("a string is whole, whatever its length and wherever its delimiter", arguments: 0...70)
  func lengths(length: Int) {
    let text = String(repeatElement("abcdefghij", count: 7).joined().prefix(length))
    #expect(row(["\"\(text)\"", "1"]) == "\(text),1\n")
    #expect(row(["\"\(text)\"", "1"], mayHaveEscapes: true) == "\(text),1\n")
    #expect(row(["\"\(text),\"", "1"]) == "\"\(text),\",1\n")
    #expect(row(["\"\(text)\\n\"", "1"], mayHaveEscapes: true) == "\"\(text)\n\",1\n")
  }

  @Test("white space is dropped from structures, but kept in their strings")
  func structures() {
    let text = #"{ "k" : [ 1 , "a b" ] }"#
    #expect(row([text, "1"], mayHaveEscapes: true) == #""{""k"":[1,""a b""]}",1"# + "\n")
  }

  @Test(
    "lists of scalars are joined on request",
    arguments: [
      ("[]", ""), ("[1]", "1"), (#"["a","b"]"#, "a;b"),
      (#"["a,b",null,true,1.0]"#, "\"a,b;;true;1.0\""),
      (#"["\"","\n"]"#, "\"\"\";\n\""), ("[[1]]", "[[1]]"), (#"["a",{}]"#, "\"[\"\"a\"\",{}]\""),
      (#"{"a":1}"#, "\"{\"\"a\"\":1}\""), (#"["x]","\\"]"#, #"x];\"#),
    ]
  )
  func joined(list: String, expected: String) {
    let text = row([list, "1"], mayHaveEscapes: true) { $0.listSeparator = [.ascii(";")] }
    #expect(text == expected + ",1\n")
  }

  @Test("nulls in a joined list are what null is")
  func joinedNull() {
    let text = row(["[null,1]", "null"]) {
      $0.listSeparator = Array("; ".utf8)
      $0.null = Array("NULL".utf8)
    }
    #expect(text == "NULL; 1,NULL\n")
  }

  @Test("a row whose only cell is empty is not an empty line")
  func emptyRow() {
    #expect(row([nil]) == "\"\"\n")
    #expect(row(["\"\""]) == "\"\"\n")
    #expect(row([nil, nil]) == ",\n")
    #expect(row([]) == "\n")
  }

  @Test("the header has a byte order mark and quotes on request")
  func header() {
    var output = OutputBuffer()
    var dialect = CSVDialect()
    dialect.hasMark = true
    let writer = CSVWriter(plan: MappingPlan(), tables: TablePlan(), dialect: dialect)
    writer.writeHeader(["a,b", "c"].map { Array($0.utf8) }, to: &output)
    let text = String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
    #expect(text == "\u{FEFF}\"a,b\",c\n")
  }
}
