import RKMapping
import Testing

/// Which records may have a row in a database.
@Suite("Identity of records in tables")
struct TableAdmissionTests {
  private var skipping: MapperOptions {
    var options = MapperOptions()
    options.failedRecords = .skip
    return options
  }

  private func spec(_ id: String = #""id""#, identification: String = #""id""#) -> String {
    """
    {"mappers": [{"id": "m", "target": "M", "attributes": [\(id), "n"], "entity": true,
      "identification": \(identification)}]}
    """
  }

  @Test("a record without identity has no row")
  func noIdentity() throws {
    let input = #"[{"id": null, "n": 1}, {"n": 2}, {"id": 3, "n": 3}]"#
    let trial = try RowsTrial(spec(), input, options: skipping)
    #expect(trial.rows == ["M 3 3"])
    #expect(trial.findings == ["RK1014 /0/id", "RK1014 /1"])
    #expect(
      trial.messages == [
        "M.id is the identity of this record, and is null",
        "M.id is the identity of this record, and is missing",
      ]
    )
    #expect(trial.report.failedCount == 2)
    #expect(try RowsTrial(spec(), input).report.ending == .failedRecord)
  }

  @Test("no part of an identity may be missing")
  func compound() throws {
    let spec = spec(#""a", "b""#, identification: #"["a", "b"]"#)
    let input = #"[{"a": 1, "n": 1}, {"a": 1, "b": null}, {"a": 1, "b": 2}]"#
    let trial = try RowsTrial(spec, input, options: skipping)
    #expect(trial.rows == ["M 1 2 -"])
    #expect(trial.findings == ["RK1014 /0", "RK1014 /1/b"])
  }

  @Test("a silent default is not an identity; a stated one is")
  func defaults() throws {
    let silent = spec(#"{"from": "id", "to": "id", "type": "integer", "default": 0}"#)
    let input = #"[{"n": 1}, {"id": 0, "n": 2}]"#
    let trial = try RowsTrial(silent, input, options: skipping)
    #expect(trial.rows == ["M 0 2"])
    #expect(trial.findings == ["RK1014 /0"])
    #expect(trial.messages.first?.hasSuffix("is missing: a default identifies no record") == true)
    let asked = spec(
      #"{"from": "id", "to": "id", "type": "integer", "default": 0, "onMissing": "default"}"#
    )
    #expect(try RowsTrial(asked, input).rows == ["M 0 1", "M 0 2"])
  }

  @Test("a silent default applies to new rows only")
  func fallbacks() throws {
    let spec = spec(
      #"""
      "id", {"from": "a", "to": "a", "default": 5},
      {"from": "b", "to": "b", "default": 5, "onMissing": "default", "onNull": "default"}
      """#
    )
    let trial = try RowsTrial(spec, #"[{"id": 1, "n": 1}, {"id": 2, "a": null, "b": null}]"#)
    #expect(trial.rows == ["M 1 5? 5 1", "M 2 null 5 -"])
  }

  @Test("an undeclared identity keeps its kind; a number and its text are equal")
  func kinds() throws {
    let input = #"""
      [{"id": 1}, {"id": "x"}, {"id": "2"}, {"id": true}, {"id": [3]}, {"id": 4.5}, {"id": "05"}]
      """#
    let trial = try RowsTrial(spec(), input, options: skipping)
    #expect(trial.rows == ["M 1 -", "M 2 -", "M 4.5r -"])
    #expect(
      trial.messages == [
        "M.id is string \"x\", but the identities before it are numbers",
        "M.id is true, but an identity is a number or text",
        "M.id is an array, but an identity is a number or text",
      ]
    )
    #expect(trial.findings == ["RK1012 /1/id", "RK1012 /3/id", "RK1012 /4/id"])
    #expect(trial.report.failedCount == 4)
    let texts = try RowsTrial(spec(), #"[{"id": "1"}, {"id": 1}, {"id": "x"}, {"id": 1.50}]"#)
    #expect(texts.rows == ["M 1 -", "M 1 -", "M x -", "M 1.50 -"])
  }

  @Test(
    "a text is the number with its characters, in any notation",
    arguments: [
      ("0.5", "0.5r"), ("-0.50", "-0.5r"), ("1e2", "100.0r"), ("-0", "0"), ("7", "7"),
      ("12345678901234567890", "12345678901234567890"), (#"\u0037"#, "7"),
    ]
  )
  func numbers(text: String, stored: String) throws {
    let trial = try RowsTrial(spec(), #"[{"id": 1}, {"id": "\#(text)"}]"#)
    #expect(trial.rows == ["M 1 -", "M \(stored) -"])
  }

  @Test(
    "a text that is not a JSON number is not a number",
    arguments: ["05", "+1", " 1", ".5", "1.", "0x1", "", "-"]
  )
  func noNumbers(text: String) throws {
    let trial = try RowsTrial(spec(), #"[{"id": 1}, {"id": "\#(text)"}]"#, options: skipping)
    #expect(trial.rows == ["M 1 -"])
    #expect(trial.findings == ["RK1012 /1/id"])
  }

  @Test("a declared identity has one kind")
  func declared() throws {
    let spec = spec(#"{"from": "id", "to": "id", "type": "string"}"#)
    #expect(try RowsTrial(spec, #"[{"id": 1}, {"id": "x"}]"#).rows == ["M 1 -", "M x -"])
  }

  @Test("a record that fails for another reason decides nothing")
  func failedBefore() throws {
    let spec = spec(#""id", {"from": "r", "to": "r", "required": true}"#)
    let trial = try RowsTrial(
      spec,
      #"[{"id": "x"}, {"id": 1, "r": 1}, {"id": 2, "r": 2}]"#,
      options: skipping
    )
    #expect(trial.rows == ["M 1 1 -", "M 2 2 -"])
    #expect(trial.findings == ["RK1005 /0"])
  }

  // MARK: - Related records

  private static let related = """
    {"mappers": [
      {"id": "p", "target": "P", "attributes": ["id"], "entity": true, "identification": "id",
       "relationships": [{"from": "m", "to": "m", "map-ref": "m", "many": false}]},
      {"id": "m", "target": "M", "attributes": ["id", "n"], "entity": true, "identification": "id"}]}
    """

  @Test("a related record without identity fails its owner, or is left out")
  func relatedRecords() throws {
    let input = #"[{"id": 1, "m": {"id": null, "n": 1}}, {"id": 2, "m": {"id": "3"}}]"#
    let trial = try RowsTrial(Self.related, input, options: skipping)
    #expect(trial.rows == ["P 1 -", "P 2 3", "M 3 -"])
    #expect(trial.findings == ["RK1014 /0/m/id"])
    #expect(try RowsTrial(Self.related, input).report.ending == .failedRecord)
  }

  @Test("a record composed from its owner is not required if it is not made")
  func composed() throws {
    let spec = Self.related.replacing(#""from": "m""#, with: #""from": """#)
      .replacing(#"["id", "n"]"#, with: #"[{"from": "mid", "to": "id"}, "n"]"#)
    let input = #"[{"id": 1}, {"id": 2, "mid": 5}, {"id": 3, "n": 1}]"#
    let trial = try RowsTrial(spec, input, options: skipping)
    #expect(trial.rows == ["P 1 -", "P 2 5", "M 5 -", "P 3 -"])
    #expect(trial.findings == ["RK1014 /2"])
  }

  @Test("other outputs accept records without identity")
  func otherOutputs() throws {
    #expect(try map(#"[{"n": 1}]"#, by: spec()) == #"[{"n":1}]"#)
  }

  // MARK: - Existing keys

  @Test("if no row may exist, an existing key is refused")
  func stored() throws {
    let input = #"[{"id": 1, "n": 1}, {"id": 2, "n": 2}, {"id": 2, "n": 3}, {"id": "1"}]"#
    let trial = try RowsTrial(spec(), input, stored: ["M 1"], options: skipping)
    #expect(trial.rows == ["M 2 2", "M 2 3"])
    #expect(trial.findings == ["RK1013 /0/id", "RK3031 /2"])
    #expect(trial.messages.first == "there is a row already whose M.id is number 1")
    #expect(trial.report.failedCount == 2)
  }

  @Test("a key that has come is not looked up again, although its row exists by then")
  func askedOnce() throws {
    let input = #"[{"id": 2, "n": 2}, {"id": 2.0, "n": 3}, {"id": 3}]"#
    let trial = try RowsTrial(spec(), input, stored: [])
    #expect(trial.rows == ["M 2 2", "M 2.0r 3", "M 3 -"])
    #expect(trial.asked == ["M 2", "M 3"])
  }

  // MARK: - Places

  @Test("rows have the input and position of their records")
  func places() throws {
    let first = #"[{"id": 1, "m": {"id": 10}},  {"id": 2}]"#
    let second = "  {\"id\": 3}\n"
    let trial = try RowsTrial(Self.related, first, second)
    #expect(trial.places == ["0:1", "0:16", "0:30", "1:2"])
  }
}
