import Foundation
import TestSupport
import Testing

@Suite("rkmap split")
struct SplitTests {
  private static func split(_ input: String, at path: String, _ flags: String...) throws
    -> ProgramTrial
  {
    let place = try Workplace(spec: "", input: input)
    return try place.run(["split", "in.json", "--at", path] + flags)
  }

  @Test("elements are lines of the bytes that they have, without white space")
  func elements() throws {
    let input =
      #"{"x": [9], "a": {"b": [ {"x": 1.50 , "x":"a \" b"} , null, [1, 2 ], "\ud800", [ ], true, -0.0 ]}}"#
    let trial = try Self.split(input, at: "a.b")
    #expect(
      trial.output == #"""
        {"x":1.50,"x":"a \" b"}
        null
        [1,2]
        "\ud800"
        []
        true
        -0.0

        """#
    )
    #expect((trial.error, trial.status) == ("", 0))
  }

  @Test(
    "the arrays of several documents come one after the other, in any form of the input",
    arguments: [
      ("{\"a\":[1]} {\"a\":[]}\n{\"a\":[2,null]}", "json"),
      ("{\"a\":[1]}\n{\"a\":[]}\n{\"a\":[2,null]}", ""),
      ("{\"a\":[1]}\n\n{\"a\":[ ]}\n{\"a\":[2,null]}\n", "ndjson"),
      ("\u{1E}{\"a\":[1]}\n\u{1E}{\"a\":\n[2,null]}", "seq"),
    ]
  )
  func documents(input: String, form: String) throws {
    let place = try Workplace(spec: "", input: input)
    let flags = form.isEmpty ? [] : ["--from", form]
    #expect(try place.run(["split", "in.json", "--at", "a"] + flags).output == "1\n2\nnull\n")
  }

  @Test(
    "the elements of a list of XML, and the rows of CSV in a list, can be split, too",
    .enabled(if: Machine.has("expat"), "this build lacks expat")
  )
  func otherForms() throws {
    let place = try Workplace(spec: "", input: "<a><b>1</b><b>2</b></a>")
    #expect(
      try place.run("split", "in.json", "--from", "xml", "--at", "a.b").output == "\"1\"\n\"2\"\n"
    )
  }

  @Test("keys may have dots and quotes in them")
  func keys() throws {
    let input = #"{"a.b": {"c d": [1]}, "": [2]}"#
    #expect(try Self.split(input, at: #"a\.b.c d"#).output == "1\n")
    #expect(try Self.split(input, at: #"["a.b"].c d"#).output == "1\n")
  }

  @Test(
    "where there is no array is told, with exit 1",
    arguments: [
      ("{\"a\":1}", "b", "RK1001", "in.json:1:1"), ("{\"a\":null}", "a", "RK1001", "in.json:1:1"),
      ("{\"a\":5}", "a.b", "RK1001", "in.json:1:1"), ("null", "", "RK1001", "in.json:1:1"),
      ("{\"a\": 1}", "a", "RK1002", "in.json:1:7   /a"),
      ("{\"a\": {}}", "a", "RK1002", "in.json:1:7   /a"),
      ("{\"a\": [{\"b\":[1]}]}", "a.b", "RK1002", "in.json:1:7   /a"),
      ("\"x\"", "", "RK1002", "in.json:1:1"),
      ("[1]\n{}", "", "RK1002", "in.json:2:1"), ("{\"a\":[1]}\n{}\n", "a", "RK1001", "in.json:2:1"),
    ]
  )
  func missing(input: String, path: String, code: String, place: String) throws {
    let trial = try Self.split(input, at: path)
    #expect(trial.status == 1)
    #expect(trial.error.contains("error[\(code)]"), "\(trial.error)")
    #expect(trial.error.contains("--> \(place)"), "\(trial.error)")
    #expect(!trial.error.contains(":::"))
  }

  @Test("lines before a fault stay, and a fault of JSON is exit 4")
  func faults() throws {
    let trial = try Self.split("[1, 2, x]", at: "")
    #expect(trial.output == "1\n2\n")
    #expect(trial.status == 4)
    #expect(try Self.split("{\"a\":[1],\"a\":[2]}", at: "a").status == 4)
  }

  @Test("a limit, a file, and a summary")
  func flags() throws {
    let place = try Workplace(spec: "", input: "[1,2,3]")
    let trial = try place.run(
      "split",
      "in.json",
      "--at",
      "",
      "--limit",
      "2",
      "-o",
      "out.ndjson",
      "--summary"
    )
    #expect(trial.output == "")
    #expect(trial.error.hasPrefix("rkmap: 2 records, 0 failed"))
    #expect(try place.read("out.ndjson") == "1\n2\n")
    #expect(try place.run("split", "--at", "", input: "[ 7 ]").output == "7\n")
  }

  @Test(
    "a wrong command line is exit 2",
    arguments: [
      ["in.json"], ["in.json", "--at", "a[*]"], ["in.json", "--at", "a..b"],
      ["in.json", "--at", "@root.a"],
      ["in.json", "--at", "a."], ["in.json", "other.json", "--at", ""],
      ["in.json", "--at", "", "-o", "in.json"],
    ]
  )
  func refused(arguments: [String]) throws {
    let place = try Workplace(spec: "", input: "[]")
    #expect(try place.run(["split"] + arguments).status == 2)
  }

  @Test(
    "the elements of random documents are what they were put together of",
    arguments: 0..<40 as Range<UInt64>
  )
  func random(seed: UInt64) throws {
    var json = RandomJSON(seed: seed)
    json.breaksLines = seed % 2 == 0
    let count = json.generator.pick([0, 1, 2, 30, 400])
    var text = Array(#"{"before": [[1], {}], "deep": {"list": ["#.utf8)
    var lines: [UInt8] = []
    for number in 0..<count {
      let element = json.document(size: json.generator.pick([1, 10, 100, 3000]))
      if number > 0 { text.append(UInt8(ascii: ",")) }
      text += element
      lines += Self.compact(element) + [0x0A]
    }
    text += Array(#"], "after": 1}}"#.utf8)
    let place = try Workplace(spec: "", input: "")
    try place.write(text, to: "in.json")
    for threads in ["1", "3"] {
      let trial = try place.run("split", "in.json", "--at", "deep.list", "-j", threads)
      #expect(trial.output == String(decoding: lines, as: UTF8.self), "seed \(seed)")
      #expect(trial.status == 0)
    }
  }

  /// The text without white space outside strings.
  private static func compact(_ text: [UInt8]) -> [UInt8] {
    var (isInString, isEscaped) = (false, false)
    return text.filter { byte in
      defer {
        if isInString && !isEscaped && byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else {
          if byte == UInt8(ascii: "\"") && !isEscaped { isInString.toggle() }
          isEscaped = false
        }
      }
      return isInString || ![0x20, 0x09, 0x0A, 0x0D].contains(byte)
    }
  }
}
