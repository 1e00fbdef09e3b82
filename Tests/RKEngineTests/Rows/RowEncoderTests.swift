@testable import RKEngine
import Testing

@Suite("RowEncoder")
struct RowEncoderTests {
  /// The values of a record with these, in columns with one storage.
  private func row(
    _ values: [String?],
    space: Cell.Space = .input,
    traits: Cell.Traits = [],
    _ storage: ColumnStorage = ColumnStorage(),
    kinds: [KeyKinds.Kind] = []
  ) throws -> String {
    let trial = RowTrial()
    (trial.space, trial.traits, trial.kinds) = (space, traits, kinds)
    let shape = trial.shape()
    let table = trial.table(values.count)
    trial.tables.storages[table] = values.map { _ in storage }
    trial.tables.keyParts = kinds.map { _ in 0 }
    let cells = values.indices.map { CellRule(.cell, column: UInt32($0)) }
    trial.tables.roots[0] = trial.row(table, cells)
    let events = try trial.events(.init(shape, values.map { $0.map { .json($0) } ?? .missing }))
    return String(try #require(events.first).dropFirst("row 0 (0, 1): ".count))
  }

  private static let values: [String?] = [
    "1", "1.50", "18446744073709551616", "-9223372036854775808", "true", "false", "null", nil,
    "\"x\"", "\"\"", "\"a longer text with more than sixteen bytes\"",
  ]
  private static let stored = [
    "1", "1.5r", "18446744073709551616", "-9223372036854775808", "1", "0", "null", "-", "x", "",
    "a longer text with more than sixteen bytes",
  ].joined(separator: " ")

  @Test(
    "a value is stored by its kind, wherever its bytes are",
    arguments: [Cell.Space.input, .batch, .plan],
    [Cell.Traits(), .mayHaveEscapes]
  )
  func kinds(space: Cell.Space, traits: Cell.Traits) throws {
    #expect(try row(Self.values, space: space, traits: traits) == Self.stored)
  }

  @Test("text has no quotes and escapes", arguments: [Cell.Space.input, .batch, .plan])
  func escapes(space: Cell.Space) throws {
    let text = #""q\"\n\u00e9\ud83d\ude00\/\u0000""#
    #expect(
      try row([text], space: space, traits: .mayHaveEscapes) == "q\"\n\u{E9}\u{1F600}/\u{0}"
    )
  }

  @Test("structures are compact JSON text")
  func structures() throws {
    let text = #"{ "a" : [ 1, "b c" ] }"#
    #expect(try row([text], traits: .mayHaveWhitespace) == #"{"a":[1,"b c"]}"#)
  }

  @Test("a default for a missing value is marked as such")
  func fallbacks() throws {
    #expect(try row(["1", "\"x\"", "null"], space: .plan, traits: .isFallback) == "1? x? null?")
  }

  // MARK: - Columns with special storage

  @Test(
    "instants have no trailing zeros in their fractions",
    arguments: [
      ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05Z"),
      ("2020-01-02T03:04:05.120Z", "2020-01-02T03:04:05.12Z"),
      ("2020-01-02T03:04:05.000Z", "2020-01-02T03:04:05Z"),
      ("2020-01-02T03:04:05.001Z", "2020-01-02T03:04:05.001Z"),
      ("2020-01-02T03:04:05.100+01:00", "2020-01-02T03:04:05.1+01:00"),
      ("2020-01-02", "2020-01-02"), ("", ""),
    ]
  )
  func instants(text: String, expected: String) throws {
    var storage = ColumnStorage()
    storage.isInstant = true
    #expect(try row(["\"\(text)\"", "\"x\""], storage) == expected + " x")
    #expect(try row(["\"\(text)\""], space: .batch, storage) == expected)
    #expect(try row([nil, "null"], storage) == "- null")
  }

  @Test(
    "a part of a key is a number or a text throughout, as its first value is",
    arguments: [
      (["1", "\"2\"", "\"-3\"", "1.5"], "1 2 -3 1.5r"),
      (["\"1\"", "2", "1.50", "18446744073709551616"], "1 2 1.50 18446744073709551616"),
      (["null", "7", "\"18446744073709551616\"", "\"8\""], "null 7 18446744073709551616 8"),
      (["\"1\"", "2"], "1 2"),
    ]
  )
  func keyParts(values: [String], expected: String) throws {
    var storage = ColumnStorage()
    storage.keyPart = 0
    #expect(try row(values, storage, kinds: [.open]) == expected)
    #expect(try row(values, space: .batch, storage, kinds: [.open]) == expected)
  }

  @Test("stored values decide the kind of a part first")
  func storedParts() throws {
    var storage = ColumnStorage()
    storage.keyPart = 0
    #expect(try row(["\"12\"", "3"], storage, kinds: [.number]) == "12 3")
    #expect(try row(["12", "\"3\""], storage, kinds: [.text]) == "12 3")
    // A text is distinguished from a number by how it is written here: 1.50 stays.
    #expect(try row(["1.50"], storage, kinds: [.text]) == "1.50")
    #expect(try row(["1.50"], storage, kinds: [.number]) == "1.5r")
    #expect(
      try row([#""\u0031\u0032""#], traits: .mayHaveEscapes, storage, kinds: [.number]) == "12"
    )
  }

  // MARK: - Related records

  /// The columns that a record's second value fills: two of one kind of record, one of another.
  private func related(
    _ value: RowTrial.Value,
    otherwise: Bool = false,
    after before: RowTrial.Value = .json("1")
  ) throws -> String {
    let trial = RowTrial()
    let owner = trial.shape()
    _ = trial.shape()
    _ = trial.shape()
    let table = trial.table(4)
    var others = CellRule(.empty)
    others.isOthers = true
    let first = [CellRule(.cell, column: 0), CellRule(.empty), others]
    let second = [others, others, CellRule(.cell, column: 1)]
    var cell = CellRule(.related, column: 1)
    cell.width = 3
    cell.choices = trial.tables.choices.add([
      CellChoice(record: PlanID(1), cells: trial.tables.cells.add(first)),
      CellChoice(record: PlanID(2), cells: trial.tables.cells.add(second)),
    ])
    if otherwise {
      let cells = [CellRule(.empty), CellRule(.cell, column: 0), CellRule(.empty)]
      cell.otherwise = trial.tables.cells.add(cells)
    }
    trial.tables.roots[0] = trial.row(table, [CellRule(.cell, column: 0), cell])
    return try trial.events(.init(owner, [before, value]))[0]
  }

  @Test("columns of a related record are its cells, or null: it replaces the stored one")
  func relatedRecord() throws {
    let values: [RowTrial.Value] = [.json("5"), .json("6")]
    #expect(try related(.one(.init(PlanID(1), values))) == "row 0 (0, 1): 1 5 null null")
    let partial = RowTrial.Record(PlanID(1), [.missing, .json("6")])
    #expect(try related(.one(partial)) == "row 0 (0, 1): 1 null null null")
    #expect(try related(.one(.init(PlanID(2), values))) == "row 0 (0, 1): 1 null null 6")
    #expect(try related(.one(.init(PlanID(0), values))) == "row 0 (0, 1): 1 null null null")
  }

  @Test("a record composed of its owner's own members mentions as little as they do")
  func composedRecord() throws {
    // It begins where its owner does.
    let values: [RowTrial.Value] = [.missing, .json("6")]
    let first = RowTrial.Record(PlanID(1), values)
    #expect(try related(.one(first), after: .missing) == "row 0 (0, 1): - - - null")
    let second = RowTrial.Record(PlanID(2), values)
    #expect(try related(.one(second), after: .missing) == "row 0 (0, 1): - null null 6")
  }

  @Test("without one they follow its value: null, or nothing is said")
  func noRelatedRecord() throws {
    #expect(try related(.json("null")) == "row 0 (0, 1): 1 null null null")
    #expect(try related(.missing) == "row 0 (0, 1): 1 - - -")
    #expect(try related(.many([])) == "row 0 (0, 1): 1 null null null")
    #expect(try related(.missing, otherwise: true) == "row 0 (0, 1): 1 - 1 -")
    #expect(try related(.json("null"), otherwise: true) == "row 0 (0, 1): 1 null 1 null")
  }

  @Test("a related record may be stored as a whole")
  func wholeRecord() throws {
    let trial = RowTrial()
    let owner = trial.shape()
    let inner = trial.shape("a", "b")
    let table = trial.table(1)
    var cell = CellRule(.related, column: 0)
    cell.choices = trial.tables.choices.add([
      CellChoice(record: inner, cells: trial.tables.cells.add([CellRule(.record)]))
    ])
    trial.tables.roots[0] = trial.row(table, [cell])
    let record = RowTrial.Record(inner, [.json("1"), .json("\"x\"")])
    #expect(try trial.events(.init(owner, [.one(record)])) == [#"row 0 (0, 1): {"a":1,"b":"x"}"#])
  }
}
