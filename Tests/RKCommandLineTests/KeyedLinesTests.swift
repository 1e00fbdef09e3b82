import Foundation
import TestSupport
import Testing

@Suite("Keyed lines")
struct KeyedLinesTests {
  private static let spec = #"""
    {"targets": {"User": {"properties": {"boss": "User"}}}, "mappers": [
      {"id": "user", "target": "User", "identification": "id", "attributes": [
        {"to": "id", "type": "integer"}, "name", {"to": "level", "default": 1, "type": "integer"},
        {"from": "bossId", "to": "bossId", "hidden": true}],
       "relationships": [
        {"from": "tags", "to": "tags", "map-ref": "tag", "many": true, "assignmentPolicy": "union"},
        {"from": "owns", "to": "owns", "map-ref": "thing", "many": true},
        {"from": "", "to": "place", "map-ref": "place", "many": false},
        {"from": "notes", "to": "notes", "map-ref": "note", "many": true}],
       "connections": [{"to": "boss", "target": "User", "where": {"bossId": "id"}}]},
      {"id": "tag", "target": "Tag", "identification": "word", "attributes": [
        {"from": "", "to": "word", "type": "string"}]},
      {"id": "thing", "dynamic": true, "matchers": [
        {"keyPath": "kind", "expectValue": "car", "map-ref": "car"},
        {"keyPath": "kind", "expectValue": "cat", "map-ref": "cat"}]},
      {"id": "car", "target": "Car", "identification": "id", "attributes": [
        {"to": "id", "type": "integer"}, "wheels"]},
      {"id": "cat", "target": "Cat", "attributes": ["name"]},
      {"id": "place", "target": "Place", "attributes": ["street", "town"]},
      {"id": "note", "target": "Note", "attributes": ["text"]}],
     "root-map-ref": "user"}
    """#

  private static let input = #"""
    {"id":1,"name":"Ann","bossId":2,"tags":["a","b"],"owns":[{"kind":"car","id":7,"wheels":4},\#
    {"kind":"cat","name":"Tom"}],"street":"x"}
    {"id":2,"name":null,"level":5,"notes":[{"text":"n"}],"town":"Y"}
    {"id":"1","tags":["b","c"],"town":"Z"}

    """#

  /// A folder with a spec and its inputs, and the keyed lines of these.
  private static func place(_ spec: String = spec, _ input: String = input) throws -> Workplace {
    let place = try Workplace(spec: spec, input: "")
    try place.write(input, to: "in.ndjson")
    let keyed = try place.run("apply", "spec.json", "in.ndjson", "--emit", "keyed", "--quiet")
    #expect((keyed.error, keyed.status) == ("", 0))
    try place.write(keyed.output, to: "keyed.txt")
    try place.write(sorted(keyed.output), to: "sorted.txt")
    return place
  }

  private static func sorted(_ lines: String) -> String {
    lines.split(separator: "\n").sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { $0 + "\n" }.joined()
  }

  @Test("records with an identity are lines, and keys where they stand in others")
  func lines() throws {
    let place = try Self.place()
    let lines = try place.read("keyed.txt").replacing("\u{1F}", with: "|")
    let zeros = "000000-000000-000000000000"
    #expect(
      lines == """
        User|1\t\(zeros)0000-000000000\t{"id":1,"name":"Ann","tags":[{"word":"a"},{"word":"b"}],\
        "owns":[{"$target":"Car","id":7},{"$target":"Cat","name":"Tom"}],"place":{"street":"x"},"boss":{"id":2}}
        Tag|a\t\(zeros)0000-000000001\t{"word":"a"}
        Tag|b\t\(zeros)0000-000000002\t{"word":"b"}
        Car|7\t\(zeros)0000-000000003\t{"id":7,"wheels":4}
        User|2\t\(zeros)0133-000000000\t{"id":2,"name":null,"level":5,"place":{"town":"Y"},"notes":[{"text":"n"}]}
        User|1\t\(zeros)0198-000000000\t{"id":1,"tags":[{"word":"b"},{"word":"c"}],"place":{"town":"Z"}}
        Tag|b\t\(zeros)0198-000000001\t{"word":"b"}
        Tag|c\t\(zeros)0198-000000002\t{"word":"c"}

        """
    )
  }

  @Test("neither threads nor pipes change the lines")
  func threads() throws {
    let lines = (0..<60_000).map { "{\"id\":\($0 % 1000),\"tags\":[\"t\($0 % 7)\"]}\n" }.joined()
    let place = try Self.place(Self.spec, lines)
    let wanted = try place.read("keyed.txt")
    for threads in ["1", "4"] {
      let words = ["apply", "spec.json", "in.ndjson", "--emit", "keyed", "-j", threads, "--quiet"]
      #expect(try place.run(words).output == wanted)
    }
    let piped = try place.run(
      ["apply", "spec.json", "--emit", "keyed", "--quiet"],
      input: Array(lines.utf8)
    )
    #expect(piped.output == wanted)
  }

  @Test("rows of CSV have positions of their own")
  func rowsOfCSV() throws {
    let place = try Self.place()
    try place.write("id,name\n1,a\n2,b\n", to: "rows.csv")
    let trial = try place.run("apply", "spec.json", "rows.csv", "--emit", "keyed", "--quiet")
    let offsets = trial.output.split(separator: "\n").map {
      $0.split(separator: "\t")[1].dropFirst(26)
    }
    #expect(offsets == ["0008-000000000", "0012-000000000"])
  }

  @Test("merge makes one record of each key, with defaults for what nothing was said of")
  func merge() throws {
    let place = try Self.place()
    let trial = try place.run("merge", "spec.json", "sorted.txt", "--quiet")
    #expect(
      trial.output == #"""
        {"id":7,"wheels":4}
        {"word":"a"}
        {"word":"b"}
        {"word":"c"}
        {"id":1,"name":"Ann","level":1,"tags":[{"word":"a"},{"word":"b"},{"word":"c"}],\#
        "owns":[{"id":7},{"name":"Tom"}],"place":{"town":"Z"},"boss":{"id":2}}
        {"id":2,"name":null,"level":5,"place":{"town":"Y"},"notes":[{"text":"n"}]}

        """#
    )
    let notes = try place.run("merge", "spec.json", "sorted.txt", "--target-name", "Tag")
    #expect(notes.output == "{\"word\":\"a\"}\n{\"word\":\"b\"}\n{\"word\":\"c\"}\n")
  }

  @Test(
    "merged keyed lines are keyed lines, with the first position of each key and without defaults"
  )
  func mergeToKeyed() throws {
    let place = try Self.place()
    let trial = try place.run("merge", "spec.json", "sorted.txt", "--emit", "keyed", "--quiet")
    try place.write(trial.output, to: "merged.txt")
    #expect(
      trial.output.contains("User\u{1F}1\t000000-000000-0000000000000000-000000000\t{\"id\":1,")
    )
    #expect(!trial.output.contains("\"level\":1"))
    let again = try place.run("merge", "spec.json", "merged.txt", "--quiet").output
    #expect(try again == place.run("merge", "spec.json", "sorted.txt", "--quiet").output)
  }

  @Test(
    "load writes what one process writes, of lines in either order",
    arguments: ["keyed", "sorted"]
  )
  func load(_ order: String) throws {
    let place = try Self.place()
    let one = try place.run("apply", "spec.json", "in.ndjson", "--to", "sql", "--quiet").output
    let loaded = try place.run("load", "spec.json", "\(order).txt", "--to", "sql", "--quiet")
    #expect((loaded.error, loaded.status) == ("", 0))
    // Without identity the rows of a table come in the order in which they were written.
    #expect(Self.sorted(loaded.output) == Self.sorted(one))
  }

  @Test("many versions of one key are merged one after the other")
  func versions() throws {
    let lines = (0..<3000).map { "{\"id\":1,\"tags\":[\"\($0 % 400)\"],\"name\":\($0)}\n" }.joined()
    let place = try Self.place(Self.spec, lines)
    let trial = try place.run(
      "merge",
      "spec.json",
      "sorted.txt",
      "--target-name",
      "User",
      "--quiet"
    )
    let tags = (0..<400).map { "{\"word\":\"\($0)\"}" }.joined(separator: ",")
    #expect(trial.output == "{\"id\":1,\"name\":2999,\"level\":1,\"tags\":[\(tags)]}\n")
  }

  @Test("records that are to be deleted are left out by merge, and counted")
  func deleted() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "identification": "id", "deletionPredicate": "gone == YES",
        "attributes": [{"to": "id", "type": "integer"}, {"to": "gone", "type": "boolean"}]}]}
      """#
    let place = try Self.place(
      spec,
      "{\"id\":1}\n{\"id\":2,\"gone\":true}\n{\"id\":1,\"gone\":false}\n"
    )
    let trial = try place.run("merge", "spec.json", "sorted.txt", "--summary")
    #expect(trial.output == "{\"id\":1,\"gone\":false}\n")
    #expect(trial.error.contains("1 declined"))
  }

  @Test("what has failed is passed on as it is, or left out, or ends the run")
  func errors() throws {
    let place = try Self.place()
    try place.write("{\"id\":1}\n{\"id\":\"x\"}\n{\"id\"\n", to: "bad.ndjson")
    let flags = ["--emit", "keyed", "--on-error", "emit", "--quiet"]
    let lines = Self.sorted(try place.run(["apply", "spec.json", "bad.ndjson"] + flags).output)
    try place.write(lines, to: "errors.txt")
    let first = lines.split(separator: "\n").prefix(2)
    let emitted = try place.run(
      ["merge", "spec.json", "errors.txt", "--on-error", "emit", "--rejects", "rejects", "--quiet"]
    )
    let texts = first.map { String($0.split(separator: "\t")[2]) }
    #expect(emitted.output.hasPrefix(texts.joined(separator: "\n") + "\n"))
    #expect(try place.read("rejects") == texts.joined(separator: "\n") + "\n")
    #expect(emitted.status == 0)
    let keyed = try place.run(["merge", "spec.json", "errors.txt"] + flags)
    #expect(keyed.output == lines)
    #expect(try place.run("merge", "spec.json", "errors.txt").status == 1)
    let load = ["load", "spec.json", "errors.txt", "-o", "a.db", "--on-error", "skip"]
    #expect(try place.run(load).status == 1)
    #expect(try place.run(load + ["--max-errors", "2"]).status == 0)
  }

  @Test("failed lines keep their positions")
  func rejectedPositions() throws {
    let place = try Self.place()
    try place.write(
      "p1\t{\"id\":1}\np2\t{\"id\":\"x\"}\np3\t[{\"id\":3},{\"name\":1}]\n",
      to: "positions.txt"
    )
    let flags = ["--emit", "keyed", "--positions", "--on-error", "skip", "--quiet"]
    let trial = try place.run(["apply", "spec.json", "positions.txt", "--rejects", "bad"] + flags)
    #expect(trial.status == 1)
    #expect(
      trial.output.split(separator: "\n").map { $0.split(separator: "\t")[1] } == [
        "p1-000000000", "p3-000000000",
      ]
    )
    #expect(
      try place.read("bad").split(separator: "\n").map { $0.prefix(12) } == [
        "p2\t{\"$error\"", "p3\t{\"$error\"",
      ]
    )
  }

  // MARK: - Damage

  @Test(
    "lines that are cut anywhere are refused, and nothing crashes",
    arguments: ["load", "merge"]
  )
  func cut(_ command: String) throws {
    let place = try Self.place()
    let text = Array(try place.read("sorted.txt").utf8)
    let output = command == "load" ? ["--to", "sql"] : []
    for length in stride(from: 1, to: text.count, by: 29) {
      try place.write(String(decoding: text[..<length], as: UTF8.self), to: "cut.txt")
      let trial = try place.run([command, "spec.json", "cut.txt", "--quiet"] + output)
      let isWhole = text[length] == 0x0A || text[length - 1] == 0x0A
      #expect(trial.status == (isWhole ? 0 : 4), "\(length): \(trial.error)")
      #expect(isWhole || trial.error.contains("RK4051"))
    }
  }

  @Test("garbled lines never crash")
  func garbled() throws {
    let place = try Self.place()
    let text = Array(try place.read("sorted.txt").utf8)
    var random = SeededGenerator(seed: 5)
    for _ in 0..<25 {
      var changed = text
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let bytes: [UInt8] = [0x00, 0x09, 0x0A, 0x1F, 0x22, 0x24, 0x5C, 0x7B, 0x7D, 0xFF]
        changed[Int.random(in: changed.indices, using: &random)] =
          bytes.randomElement(using: &random) ?? 0
      }
      try Data(changed).write(to: URL(fileURLWithPath: place.path("garbled.txt")))
      for command in [["merge", "spec.json"], ["load", "spec.json", "--to", "sql"]] {
        let status = try place.run(command + ["garbled.txt", "--on-error", "skip"]).status
        #expect([0, 1, 4].contains(status))
      }
    }
  }

  @Test(
    "lines of another spec are refused",
    arguments: [
      ("Other\u{1F}1", "{\"id\":1}", "'Other'"), ("User\u{1F}1\u{1F}2", "{\"id\":1}", "part"),
      ("User\u{1F}1", "{\"id\":1,\"age\":2}", "\"age\""),
      ("User\u{1F}1", "{\"id\":1,\"tags\":3}", "RK4051"),
      ("User\u{1F}1", "{\"id\":1,\"owns\":[{\"id\":1}]}", "RK4051"),
      ("User\u{1F}1", "{\"id\":1}}", "JSON"),
      ("", "{\"id\":1}", "no keyed line"), ("User\u{1F}1", "[1]", "no keyed line"),
    ]
  )
  func otherSpec(_ key: String, _ record: String, _ word: String) throws {
    let place = try Self.place()
    try place.write("\(key)\t000000-000000000\t\(record)\n", to: "other.txt")
    let trial = try place.run("load", "spec.json", "other.txt", "-o", "a.db")
    #expect(trial.status == 4)
    #expect(trial.error.contains("RK4051") && trial.error.contains(word), "\(trial.error)")
    #expect(!FileManager.default.fileExists(atPath: place.path("a.db")))
  }

  // MARK: - Parts

  @Test("all parts must be there, and complete")
  func parts() throws {
    let place = try Self.place()
    var lines = ""
    for part in 0..<3 {
      try place.write("{\"id\":\(part)}\n{\"id\":9,\"name\":\(part)}\n", to: "part.ndjson")
      let words = ["apply", "spec.json", "part.ndjson", "--emit", "keyed", "--trailer", "--part"]
      lines += try place.run(words + ["\(part)"]).output
    }
    let complete = Self.sorted(lines + lines)
    func merge(_ lines: String, _ count: Int) throws -> ProgramTrial {
      try place.write(lines, to: "all.txt")
      return try place.run("merge", "spec.json", "all.txt", "--parts", "\(count)", "--quiet")
    }
    let trial = try merge(complete, 3)
    #expect((trial.error, trial.status) == ("", 0))
    #expect(trial.output.split(separator: "\n").count == 4)
    let tooMany = try merge(complete, 4)
    #expect(tooMany.error.contains("error[RK4053]: part 3 is without a trailer"))
    let tooFew = try merge(complete, 2)
    #expect(tooFew.error.contains("error[RK4053]: part 2 is not among the 2 parts"))
    let kept = complete.split(separator: "\n").filter {
      !$0.contains("000001-000000-0000000000000000-")
    }
    let cut = try merge(kept.map { $0 + "\n" }.joined(), 3)
    #expect(cut.error.contains("error[RK4053]: part 1 has 1 of its 2 lines"))
    #expect([tooMany.status, tooFew.status, cut.status] == [4, 4, 4])
  }

  @Test(
    "what is told at the end of a run travels in the trailers, and is told once, with the sums",
    arguments: ["allow", "report"]
  )
  func told(drift: String) throws {
    let spec = """
      {"defaults": {"drift": "\(drift)", "onMissing": "absent"},
       "mappers": [{"id": "e", "target": "E", "identification": "id", "when": "qty > 5 OR id > 0",
        "attributes": [{"to": "id", "type": "integer"}, {"to": "at", "type": "date"},
         {"from": "address.city", "to": "city"}, {"from": "nmae", "to": "name"}]}]}
      """
    let place = try Workplace(spec: spec, input: "")
    try place.write(
      #"{"id":1,"at":"2024-05-01","qty":"12","name":"a","address":{"city":"X"}}"#,
      to: "part.0"
    )
    try place.write(
      #"{"id":2,"at":"2024-05-02","qty":7,"name":"b","address":[]}"#
        + #"{"id":3,"at":"2024-05-03","qty":"13","name":"c","address":{}}"#,
      to: "part.1"
    )
    func told(_ trial: ProgramTrial) -> [Substring] {
      #expect(trial.status == 0)
      return trial.error.split(separator: "\n").filter { $0.contains(/^[a-z]+\[RK30[45]/) }
    }
    let whole = told(try place.run("apply", "spec.json", "part.0", "part.1", "-o", "whole.db"))
    #expect(whole.count == 3)
    #expect(whole[0].hasSuffix(#"never compares a text with a number: "12" and 5 (2 of 3)"#))
    var lines = ""
    for part in 0..<2 {
      let trial = try place.run(
        ["apply", "spec.json", "part.\(part)", "--emit", "keyed", "--trailer", "--part", "\(part)"]
      )
      #expect(told(trial).isEmpty)
      lines += trial.output
    }
    try place.write(Self.sorted(lines + lines), to: "all.txt")
    let run = ["spec.json", "all.txt", "--parts", "2"]
    #expect(told(try place.run(["merge"] + run)) == whole)
    #expect(told(try place.run(["load"] + run + ["-o", "a.db"])) == whole)
  }

  @Test("RK3045: a database of keyed lines has the dates that one process would write")
  func fractions() throws {
    let place = try Self.place(
      """
      {"mappers": [{"id": "e", "target": "E", "identification": "id",
        "attributes": ["id", {"to": "at", "type": "date"}]}]}
      """,
      """
      {"id":"1","at":"2024-05-01T08:00:00Z"}
      {"id":"2","at":"2024-05-01T08:00:00.5Z"}
      """
    )
    let whole = try place.run("apply", "spec.json", "in.ndjson", "-o", "whole.db")
    #expect(whole.firstError.hasPrefix("warning[RK3045]: E.at has fractions of 0 and 1 digits"))
    let loaded = try place.run("load", "spec.json", "sorted.txt", "-o", "a.db")
    #expect(loaded.error == whole.error)
    #expect(try place.run("merge", "spec.json", "sorted.txt").error == "")
  }

  @Test("a trailer without its counts, or without the hash of its spec, is none")
  func incompleteTrailer() throws {
    let place = try Self.place()
    let words = ["apply", "spec.json", "in.ndjson", "--emit", "keyed", "--trailer"]
    let lines = try place.run(words).output
    for member in [/"lines":[0-9]+,/, /,"spec":"[^"]*"/, /"part":0,/] {
      try place.write(Self.sorted(lines.replacing(member, with: "")), to: "other.txt")
      let trial = try place.run("merge", "spec.json", "other.txt", "--parts", "1", "--quiet")
      #expect(trial.status == 4)
      #expect(trial.error.contains("error[RK4051]"), "\(trial.error)")
    }
  }

  @Test("several files, by whatever they are named, are refused", arguments: ["merge", "load"])
  func severalFiles(command: String) throws {
    let place = try Self.place()
    try place.write("", to: "parts/a.json")
    try place.write("", to: "parts/b.json")
    for operands in [["sorted.txt", "keyed.txt"], ["parts/*.json"], ["parts"]] {
      let output = command == "load" ? ["-o", "a.db"] : []
      let trial = try place.run([command, "spec.json"] + operands + output)
      #expect(trial.status == 2)
      #expect(trial.error.contains("error[RK5905]: '\(command)' reads one input, and '"))
    }
  }

  @Test("RK4009: a named file of no bytes is told; the standard input may have nothing")
  func empty() throws {
    let place = try Self.place()
    try place.write("", to: "none.txt")
    for words in [
      ["merge", "spec.json"], ["load", "spec.json", "-o", "a.db"],
      ["apply", "spec.json", "--emit", "keyed", "--positions"],
    ] {
      let named = try place.run([words[0], words[1], "none.txt"] + words.dropFirst(2))
      #expect(named.error.hasPrefix("warning[RK4009]: the input 'none.txt' is empty\n"))
      #expect(named.status == 0)
      let piped = try place.run(words, input: [])
      // A filter may have nothing to do.
      let makesFile = words.contains("-o")
      #expect((piped.error.contains("RK4009"), piped.status) == (makesFile, 0))
    }
  }

  @Test("a file of any name takes keyed lines")
  func anyName() throws {
    let place = try Self.place()
    for words in [["apply", "spec.json", "in.ndjson"], ["merge", "spec.json", "sorted.txt"]] {
      for name in ["keyed.txt.1", "keyed.part"] {
        let trial = try place.run(words + ["--emit", "keyed", "--quiet", "-o", name])
        #expect((trial.error, trial.status) == ("", 0))
        #expect(try place.read(name).contains("\t"))
      }
    }
  }

  @Test("keyed lines are recognized where JSON is wanted")
  func wantedJSON() throws {
    let trial = try Self.place().run("apply", "spec.json", "keyed.txt")
    #expect(trial.status == 4)
    #expect(trial.error.contains("the input looks like keyed lines, not JSON: 'rkmap merge'"))
  }
}
