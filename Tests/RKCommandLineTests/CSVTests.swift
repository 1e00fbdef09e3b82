import Testing

@Suite("apply --to csv")
struct CSVTests {
  private static let input = #"{"articles":[{"title":"T,U","publication_date":"7/4/2011"}]}"#
  private static let rows = "title,publicationDate\n\"T,U\",2011-04-07T00:00:00Z\n"

  @Test("the name of the output determines the form, and .tsv the delimiter")
  func formByName() throws {
    let place = try Workplace(input: Self.input)
    #expect(try place.run("apply", "spec.json", "in.json", "-o", "a.csv").status == 0)
    #expect(try place.read("a.csv") == Self.rows)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "a.tsv")
    #expect(try place.read("a.tsv") == "title\tpublicationDate\nT,U\t2011-04-07T00:00:00Z\n")
    _ = try place.run("apply", "spec.json", "in.json", "-o", "b.tsv", "--delimiter", ",")
    #expect(try place.read("b.tsv") == Self.rows)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "c.csv", "--to", "json")
    #expect(try place.read("c.csv").hasPrefix("["))
  }

  @Test("the ending is known in any case of letters")
  func tabsByName() throws {
    let place = try Workplace(input: Self.input)
    let tabbed = "title\tpublicationDate\nT,U\t2011-04-07T00:00:00Z\n"
    _ = try place.run("apply", "spec.json", "in.json", "--to", "csv", "-o", "A.TSV")
    #expect(try place.read("A.TSV") == tabbed)
  }

  @Test(
    "--no-header counts for rows that are read and those that are written",
    arguments: [("csv", "1,2\n"), ("tsv", "1\t2\n")]
  )
  func noHeader(format: String, expected: String) throws {
    let place = try Workplace()
    try place.write(
      #"""
      {"mappers": [{"id": "R", "attributes": [{"from": "[0]", "to": "a"}, {"from": "[1]", "to": "b"}]}]}
      """#,
      to: "spec.json"
    )
    try place.write("1,2\n", to: "in.csv")
    let trial = try place.run(
      "apply",
      "spec.json",
      "in.csv",
      "--no-header",
      "--quiet",
      "--to",
      format
    )
    #expect(trial.output == expected)
  }

  @Test(
    "a name that ends with a slash is a folder of tables",
    arguments: [["-o", "made/"], ["-o", "made/", "--to", "csv"], ["-o", "made//"]]
  )
  func folder(flags: [String]) throws {
    let place = try Workplace(input: Self.input)
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 0)
    #expect(trial.output == "" && trial.error == "")
    #expect(place.names == ["in.json", "made", "spec.json"])
    #expect(try place.read("made/Article.csv") == Self.rows)
  }

  @Test("a folder is created only in one that exists")
  func folderInNothing() throws {
    let place = try Workplace(input: Self.input)
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "no/made/")
    #expect(trial.status == 5)
    #expect(trial.firstError.hasPrefix("error[RK5001]"))
    #expect(place.names == ["in.json", "spec.json"])
  }

  @Test("a folder named without its slash is reported with the slash that makes tables")
  func folderWithoutSlash() throws {
    let place = try Workplace(input: Self.input)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "made/")
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "made")
    #expect(trial.status == 5)
    #expect(trial.error.contains("= help: 'made/' is for a folder of tables\n"))
    let other = try place.run("apply", "spec.json", "in.json", "-o", "no/x")
    #expect(!other.error.contains("tables"))
  }

  @Test("a tab has several names", arguments: ["tab", "\\t", "\t"])
  func tab(name: String) throws {
    let place = try Workplace(input: Self.input)
    let trial = try place.run("apply", "spec.json", "in.json", "--to", "csv", "--delimiter", name)
    #expect(trial.output == "title\tpublicationDate\nT,U\t2011-04-07T00:00:00Z\n")
  }

  @Test(
    "RK5903: an invalid delimiter is refused",
    arguments: ["", "ab", "\"", "\n", "1", "a", "-", "\u{E9}", "e\u{301}"]
  )
  func delimiter(text: String) throws {
    let place = try Workplace(input: Self.input)
    let trial = try place.run("apply", "spec.json", "in.json", "--to", "csv", "--delimiter", text)
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]"))
    #expect(trial.output == "")
  }

  @Test(
    "RK5903: flags of one form are refused for another",
    arguments: [
      ["--bom"], ["--crlf", "--to", "json"], ["--null", "x", "-o", "out.ndjson"],
      ["--to", "csv", "--type-key", "t"], ["--to", "csv", "--result", "array"],
      ["--to", "csv", "--ascii"], ["--to", "csv", "--pretty"],
      ["-o", "made/", "--target-name", "Article"], ["-o", "made/", "--separator", "_"],
    ]
  )
  func foreignFlags(flags: [String]) throws {
    let place = try Workplace(input: Self.input)
    let trial = try place.run(["apply", "spec.json", "in.json"] + flags)
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]"))
    #expect(place.names == ["in.json", "spec.json"])
  }

  @Test(
    "RK5903: no other output may replace a table",
    arguments: [
      ["--rejects", "made/Article.csv"], ["--report", "json=made/datapackage.json"],
      ["--rejects", "./made/other.CSV"],
    ]
  )
  func fileOfFolder(flags: [String]) throws {
    let place = try Workplace(input: Self.input)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "made/")
    let trial = try place.run(["apply", "spec.json", "in.json", "-o", "made/"] + flags)
    #expect(trial.status == 2)
    #expect(trial.firstError.hasPrefix("error[RK5903]: the tables and "))
    #expect(try place.read("made/Article.csv") == Self.rows)
  }

  @Test("the rejects may be written beside the tables")
  func rejectsBesideTables() throws {
    let place = try Workplace(input: Self.input)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "made/")
    let trial = try place.run(
      "apply",
      "spec.json",
      "in.json",
      "-o",
      "made/",
      "--rejects",
      "made/rejects.ndjson"
    )
    #expect(trial.status == 0)
  }

  @Test("the version says that CSV is written")
  func version() throws {
    #expect(CommandTrial("--version").output.contains("formats written: JSON, NDJSON, CSV"))
  }

  @Test("rows before a failed record stay on the standard output, none in a file")
  func failure() throws {
    let place = try Workplace(input: Articles.bad)
    let trial = try place.run("apply", "spec.json", "in.json", "--to", "csv")
    #expect(trial.status == 1)
    #expect(trial.output == "title,publicationDate\nT,\n")
    #expect(try place.run("apply", "spec.json", "in.json", "-o", "made/").status == 1)
    #expect(place.names == ["in.json", "spec.json"])
  }
}
