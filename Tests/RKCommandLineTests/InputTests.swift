import Foundation
import Testing

@Suite("Invalid inputs")
struct InputTests {
  private func place(_ input: [UInt8]) throws -> Workplace {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    try place.write(input, to: "in.json")
    return place
  }

  @Test("RK4001: a missing file is exit 4, and one sentence names it")
  func missing() throws {
    let trial = try place([]).run("apply", "spec.json", "none.json")
    #expect(trial.status == 4)
    #expect(trial.output == "")
    #expect(
      trial.error == "error[RK4001]: 'none.json' cannot be read: No such file or directory\n"
    )
  }

  @Test("RK4001: a folder without inputs is exit 4")
  func folder() throws {
    let place = try place([])
    try place.makeFolder("sub")
    let trial = try place.run("apply", "spec.json", "sub")
    #expect(trial.status == 4)
    #expect(trial.firstError == "error[RK4001]: the folder 'sub' has no JSON files")
  }

  @Test(
    "RK4001: a glob through an unreadable folder is exit 4",
    arguments: [["apply", "spec.json"], ["check", "spec.json"], ["check", "--tested"], ["fmt"]]
  )
  func unreadGlob(arguments: [String]) throws {
    let place = try place([])
    try place.makeFolder("a")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("a/loop"),
      withDestinationPath: "loop"
    )
    let trial = try place.run(arguments + ["a/*/*.json"])
    #expect(trial.status == 4)
    #expect(trial.output == "")
    #expect(
      trial.error == """
        error[RK4001]: 'a/loop', which 'a/*/*.json' passes through, cannot be read: \
        Too many levels of symbolic links

        """
    )
  }

  @Test("RK4001: a missing file among others is exit 4, and the lines before it stay")
  func missingAmongOthers() throws {
    let place = try place(Array("{\"n\":1}".utf8))
    let trial = try place.run("apply", "spec.json", "in.json", "none.json")
    #expect(trial.status == 4)
    #expect(trial.output == "{\"n\":1}\n")
    #expect(trial.firstError.hasPrefix("error[RK4001]"))
  }

  @Test(
    "an empty input, or white space alone, is success without records",
    arguments: ["", " \n\t\r\n"]
  )
  func empty(input: String) throws {
    let trial = try place(Array(input.utf8)).run("apply", "spec.json", "in.json")
    #expect(trial.status == 0)
    #expect(trial.output == "[]\n")
    #expect(trial.firstError == "warning[RK4009]: the input 'in.json' is empty")
  }

  @Test("a byte order mark is skipped")
  func byteOrderMark() throws {
    let trial = try place([0xEF, 0xBB, 0xBF] + Array("{\"n\":1}".utf8))
      .run("apply", "spec.json", "in.json")
    #expect(trial.status == 0)
    #expect(trial.output == "{\"n\":1}\n")
  }

  @Test(
    "RK4006: UTF-16 is exit 4, and named",
    arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf16]
  )
  func utf16(encoding: String.Encoding) throws {
    let data = try #require("{\"n\":1}".data(using: encoding))
    let trial = try place(Array(data)).run("apply", "spec.json", "in.json")
    #expect(trial.status == 4)
    #expect(trial.firstError == "error[RK4006]: 'in.json' is UTF-16, not UTF-8 text")
  }

  @Test(
    "RK4006: what is no text is exit 4, and told what it is"
  )
  func binary() throws {
    let bytes: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 0x02, 0x01, 0x00, 0x00]
    let trial = try place(bytes).run("apply", "spec.json", "in.json")
    #expect(trial.status == 4)
    #expect(trial.firstError == "error[RK4006]: 'in.json' is binary, not UTF-8 text")
  }

  @Test(
    "RK4044: what is compressed and cut off is exit 4, with the place of its end",
    arguments: [[0x1F, 0x8B], [0x1F, 0x8B, 0x08, 0x00], [0x28, 0xB5, 0x2F, 0xFD, 0x24]] as [[UInt8]]
  )
  func cut(bytes: [UInt8]) throws {
    let trial = try place(bytes).run("apply", "spec.json", "in.json")
    #expect(trial.status == 4)
    let reason = "it is cut off at byte \(bytes.count)"
    #expect(trial.firstError == "error[RK4044]: 'in.json' cannot be unpacked: \(reason)")
  }

  @Test("RK4002: a document that is not JSON is exit 4, with line, column and the line itself")
  func malformed() throws {
    let trial = try place(Array("{\n  \"n\": 1,\n}\n".utf8)).run("apply", "spec.json", "in.json")
    #expect(trial.status == 4)
    #expect(trial.output == "")
    #expect(
      trial.error == """
        error[RK4002]: expected a key in quotes, found '}'
          --> in.json:3:1
           |
         3 | }
           | ^
           = help: leave out the comma before '}'

        """
    )
  }

  @Test("RK4002: a byte order mark does not hide an HTML page or an archive")
  func errorPages() throws {
    let page = "<!doctype html>\n<html></html>"
    let marked = try place([0xEF, 0xBB, 0xBF] + Array(page.utf8)).run(
      "apply",
      "spec.json",
      "in.json"
    )
    #expect(marked.status == 4)
    #expect(marked.firstError.contains("looks like HTML"))

    let entry = #"""
      {"log":{"entries":[{"request":{"method":"GET","url":"http://a/x"},"response":{"status":200,
      "content":{"mimeType":"application/json","text":"<html></html>"}}}]}}
      """#
    let archived = try place(Array(entry.utf8)).run(
      "check",
      "spec.json",
      "in.json",
      "--from",
      "har"
    )
    #expect(archived.output.contains("looks like HTML"))

    let archive = try place(Array(page.utf8)).run("apply", "spec.json", "in.json", "--from", "har")
    #expect(archive.firstError.contains("looks like HTML"))
  }

  @Test(
    "RK4002: a first line that begins like a JSON value is no document where the text is something else",
    arguments: [
      ("1,2\n3,4\n", "CSV", "1:2"), ("\"a\",\"b\"\n\"c\",\"d\"\n", "CSV", "1:4"),
      ("12:00:01 {\"a\":1}\n12:00:02 {}\n", "a log", "1:3"),
    ]
  )
  func beginningScalar(text: String, name: String, place location: String) throws {
    let trial = try place(Array(text.utf8)).run("apply", "spec.json", "in.json")
    #expect(trial.status == 4)
    #expect(trial.firstError.contains("RK4002]: the input looks like \(name), not JSON"))
    #expect(trial.error.contains("--> in.json:\(location)\n"))
    #expect(!trial.error.contains("RK1002"))
  }

  @Test("Documents that are texts with commas are JSON")
  func textsWithCommas() throws {
    let trial = try place(Array("\"a,b\"\n\"c,d\"\n".utf8)).run("apply", "spec.json", "in.json")
    #expect(!trial.error.contains("RK4002"))
  }

  @Test("lines that are not JSON are not an empty input")
  func linesOfAnotherFormat() throws {
    let trial = try place(Array("<html>\n".utf8))
      .run("check", "spec.json", "in.json", "--from", "ndjson")
    #expect(trial.output.contains("looks like HTML"))
    #expect(!trial.output.contains("RK4009"))
  }

  @Test("RK4002: the standard input is named <stdin>")
  func standardInputName() throws {
    let trial = try place([]).run("apply", "spec.json", "-", input: "{\"n\":}")
    #expect(trial.status == 4)
    #expect(trial.error.contains("--> <stdin>:1:6\n"))
  }

  @Test(
    "RK4002: text that ends inside a document is exit 4",
    arguments: ["{", "[1", "\"a", "{\"n\":1"]
  )
  func truncated(input: String) throws {
    let trial = try place(Array(input.utf8)).run("apply", "spec.json", "in.json")
    #expect(trial.status == 4)
    #expect(trial.firstError.hasPrefix("error[RK4002]"))
  }

  @Test("RK4002: a bad line of NDJSON is exit 1, and the lines before it stay")
  func badLine() throws {
    let input = "{\"n\":1}\n{\"n\":2\n{\"n\":3}\n"
    let trial = try place(Array(input.utf8)).run("apply", "spec.json", "in.json")
    #expect(trial.status == 1)
    #expect(trial.output == "{\"n\":1}\n")
    #expect(trial.firstError == "error[RK4002]: the line ends before its document does")
    #expect(trial.error.contains("--> in.json:2:"))
  }

  @Test(
    "RK4002: errors of a JSON text sequence use its terms",
    arguments: [
      ("\u{1E}{\"n\":1}{\"n\":2}\n", "a second document after one record separator"),
      ("\u{1E}{\"n\":\u{1E}1}\n", "the next record separator comes before the document ends"),
      ("\u{1E}{\"n\":1\n", "the input ends before its last value does"),
    ]
  )
  func sequenceFaults(input: String, expected: String) throws {
    let trial = try place(Array(input.utf8)).run("apply", "spec.json", "in.json")
    #expect(trial.status == 1)
    #expect(trial.firstError == "error[RK4002]: \(expected)")
  }

  @Test("RK2001: a missing spec is exit 3")
  func missingSpec() throws {
    let trial = try place([]).run("apply", "none.json", "in.json")
    #expect(trial.status == 3)
    #expect(
      trial.error
        == "error[RK2001]: the spec 'none.json' cannot be read: No such file or directory\n"
    )
  }

  @Test("an invalid spec is exit 3, and no input is opened")
  func badSpec() throws {
    let place = try Workplace(spec: #"{"mapers": []}"#, input: "")
    let trial = try place.run("apply", "spec.json", "none.json")
    #expect(trial.status == 3)
    #expect(
      trial.error == """
        error[RK2005]: a spec has no member 'mapers'; did you mean 'mappers'?
          --> spec.json:1:2
           |
         1 | {"mapers": []}
           |  ^^^^^^^^

        """
    )
  }
}
