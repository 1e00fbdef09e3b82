import TestSupport
import Testing

@Suite("apply --to tsv, markdown and box")
struct TableForPeopleTests {
  private static let spec = """
    {"root-map-ref": "m", "mappers": [
      {"id": "m", "target": "M", "attributes": [{"to": "id", "type": "integer"}, "name"],
       "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": false}]},
      {"id": "c", "target": "C", "attributes": ["x"]}]}
    """
  private static let input = #"[{"id":1,"name":"a|b","c":{"x":[1,2]}},{"id":20,"name":null}]"#

  private static func run(_ flags: [String], input: String = input, spec: String = spec) throws
    -> ProgramTrial
  {
    try place(spec, input).run(["apply", "spec.json", "in.json"] + flags)
  }

  private static func place(_ spec: String, _ input: String) throws -> Workplace {
    let place = try Workplace()
    try place.write(spec, to: "spec.json")
    try place.write(input, to: "in.json")
    return place
  }

  @Test("columns, null and lists are those of CSV")
  func columns() throws {
    let flags = ["--separator", "_", "--list-separator", ";", "--null", "-"]
    #expect(
      try Self.run(["--to", "markdown"] + flags).output
        == "| id | name | c_x |\n| ---: | --- | --- |\n| 1 | a\\|b | 1;2 |\n| 20 | - |  |\n"
    )
    #expect(
      try Self.run(["--to", "tsv"] + flags).output
        == "id\tname\tc_x\n1\ta|b\t1;2\n20\t-\t\n"
    )
    #expect(
      try Self.run(["--to", "box", "--no-header", "--target-name", "M", "--quiet"]).output
        == """
        \u{250C}\u{2500}\u{2500}\u{2500}\u{2500}\u{252C}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\
        \u{252C}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2510}
        \u{2502}  1 \u{2502} a|b \u{2502} [1,2] \u{2502}
        \u{2502} 20 \u{2502}     \u{2502}       \u{2502}
        \u{2514}\u{2500}\u{2500}\u{2500}\u{2500}\u{2534}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\
        \u{2534}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2500}\u{2518}

        """
    )
  }

  @Test("without rows a box is the header with the lower border under it")
  func noRows() throws {
    let lines = try Self.run(["--to", "box"], input: "[]").output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1] == "\u{2502} id \u{2502} name \u{2502} c.x \u{2502}")
    #expect(lines[2].hasPrefix("\u{2514}"))
  }

  private static let name = String(repeating: "n", count: 100)
  private static let longInput = #"[{"id":1,"name":"\#(name)"}]"#

  /// The output of a run whose standard output is a terminal of that width.
  private static func show(_ width: Int, _ flags: [String] = []) throws -> String {
    try PseudoTerminal.text(
      on: .output,
      width: width,
      ["apply", "spec.json", "in.json", "--to", "box"] + flags,
      in: try place(spec, longInput)
    )
  }

  @Test(
    "the terminal's width is the limit, from 20, and --full cuts nothing",
    .enabled(if: Machine.offers(PseudoTerminal.isThere))
  )
  func terminal() throws {
    let cut = try Self.show(40)
    #expect(cut.split(separator: "\n").allSatisfy { $0.count == 40 })
    #expect(cut.contains("n\u{2026} \u{2502}"))
    #expect(try Self.show(5).split(separator: "\n").allSatisfy { $0.count <= 20 })
    #expect(try Self.show(40, ["--full"]).contains(Self.name))
    #expect(try Self.show(40, ["--width", "200"]).contains(Self.name))
    #expect(try Self.run(["--to", "box"], input: Self.longInput).output.contains(Self.name))
  }

  @Test("the first 1,000 rows decide the widths, and longer cells that follow are cut")
  func heldRows() throws {
    let rows = (0..<1_000).map { #"{"id":\#($0),"name":"ab"}"# }
    let input = "[\(rows.joined(separator: ",")),{\"id\":1000000,\"name\":\"abcdefg\"}]"
    let last = try Self.run(["--to", "box"], input: input).output.split(separator: "\n").dropLast()
      .last
    #expect(last == "\u{2502} 10\u{2026} \u{2502} abc\u{2026} \u{2502}     \u{2502}")
    #expect(try Self.run(["--to", "box", "--full"], input: input).output.contains("abcdefg"))
  }

  @Test(
    "RK5903: flags of other forms are refused",
    arguments: [
      ["--to", "box", "--delimiter", ";"], ["--to", "markdown", "--bom"],
      ["--to", "box", "--crlf"], ["--to", "markdown", "--safe-cells"],
      ["--to", "markdown", "--no-header"], ["--to", "csv", "--width", "30"],
      ["--to", "markdown", "--full"], ["--to", "box", "--type-key", "t"],
      ["--to", "json", "--separator", "_"], ["-o", "made/", "--to", "tsv"],
      ["-o", "made/", "--to", "markdown"], ["-o", "made/", "--to", "box"],
      ["-o", "made/", "--to", "json"],
    ]
  )
  func foreignFlags(flags: [String]) throws {
    let trial = try Self.run(flags)
    #expect(trial.status == 2)
    #expect(trial.error.hasPrefix("error[RK5903]"))
    #expect(trial.output == "")
  }

  @Test("a box is at least 20 columns wide")
  func leastWidth() throws {
    let trial = try Self.run(["--to", "box", "--width", "19"])
    #expect(trial.status == 2)
    #expect(trial.error.contains("--width takes a whole number of at least 20"))
  }

  @Test("rows of cells are read with their delimiter when a table for people is written")
  func foreignInput() throws {
    let flags = ["--from", "csv", "--delimiter", ";", "--to", "markdown", "--quiet"]
    let trial = try Self.run(flags, input: "id;name\n1;x\n")
    #expect(trial.output.hasSuffix("| 1 | x |  |\n"))
  }

  // MARK: - Records of one target

  private static let tree = """
    {"root-map-ref": "n", "mappers": [
      {"id": "n", "target": "Node", "attributes": ["id"],
       "relationships": [
         {"from": "leaf", "to": "leaf", "map-ref": "l", "many": false},
         {"from": "children", "to": "children", "map-ref": "n", "many": true}]},
      {"id": "l", "target": "Leaf", "attributes": ["a"]}]}
    """
  private static let node = #"{"id":1,"children":[{"id":2,"leaf":{"a":3}}],"leaf":{"a":4}}"#

  private static func runTree(_ flags: [String], input: String = node) throws -> ProgramTrial {
    try run(flags, input: input, spec: tree)
  }

  @Test("the records of a target are written wherever they are, an owner before what it contains")
  func target() throws {
    #expect(
      try Self.runTree(["--to", "ndjson", "--target-name", "Node"]).output
        == """
        {"id":1,"leaf":{"a":4},"children":[{"id":2,"leaf":{"a":3}}]}
        {"id":2,"leaf":{"a":3}}

        """
    )
    #expect(
      try Self.runTree(["--to", "ndjson", "--target-name", "Leaf", "--type-key", "@"]).output
        == "{\"@\":\"Leaf\",\"a\":4}\n{\"@\":\"Leaf\",\"a\":3}\n"
    )
  }

  @Test("as JSON they are always an array")
  func targetArray() throws {
    let flags = ["--to", "json", "--target-name", "Leaf"]
    #expect(try Self.runTree(flags).output == "[{\"a\":4},{\"a\":3}]\n")
    #expect(try Self.runTree(flags, input: #"{"id":1}"#).output == "[]\n")
    #expect(try Self.runTree(flags, input: #"{"leaf":{"a":1}}"#).output == "[{\"a\":1}]\n")
    #expect(
      try Self.runTree(flags, input: "{\"leaf\":{\"a\":1}}\n{\"leaf\":{\"a\":2}}").output
        == "[{\"a\":1},{\"a\":2}]\n"
    )
    #expect(try Self.runTree(flags + ["--result", "first"]).status == 2)
  }

  @Test("what stands in for a failed record stays")
  func targetOfFailure() throws {
    let trial = try Self.runTree(
      ["--to", "ndjson", "--target-name", "Leaf", "--on-error", "emit", "--quiet"],
      input: "{\"leaf\":{\"a\":1}}\n7\n{\"leaf\":{\"a\":2}}"
    )
    let lines = trial.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[1].hasPrefix("{\"$error\":"))
  }

  @Test("RK5903: a name that is no target, with the nearest one")
  func unknownTarget() throws {
    for form in ["json", "ndjson", "markdown", "box", "tsv"] {
      let trial = try Self.runTree(["--to", form, "--target-name", "Nod"])
      #expect(trial.status == 2)
      #expect(trial.error.contains("the spec has no target 'Nod'; did you mean 'Node'?"))
    }
  }
}
