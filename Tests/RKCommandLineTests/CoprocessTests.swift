import Foundation
import Testing

@Suite("apply --coprocess")
struct CoprocessTests {
  private static let spec = #"""
    {"mappers": [{"id": "m", "target": "M", "when": "a != 0", "attributes": [
      {"from": "a", "to": "x", "type": "integer", "onError": "fail"}]}]}
    """#

  private static func answers(_ input: [UInt8], _ spec: String = spec, _ flags: String...) throws
    -> ProgramTrial
  {
    let place = try Workplace(spec: spec, input: "")
    return try place.run(["apply", "spec.json", "--coprocess"] + flags, input: input)
  }

  @Test("each line is answered before the next is read, whatever it holds")
  func dialogue() throws {
    let dialogue = try Dialogue(
      try Workplace(spec: Self.spec, input: ""),
      ["apply", "spec.json", "--coprocess"]
    )
    for (line, answer) in [
      ("{\"a\":1}\n", "{\"x\":1}\n"), ("{\"a\":0}\n", "null\n"), ("\n", "null\n"),
      (" \r\n", "null\n"),
      ("null\n", "null\n"), ("[]\n", "[]\n"), ("[null,{\"a\":0}]\n", "[]\n"),
      ("[{\"a\":1},{\"a\":0},{\"a\":2}]\n", "[{\"x\":1},{\"x\":2}]\n"), ("{\"a\"", ""),
      (":5}\n", "{\"x\":5}\n"), ("{\"a\":6}\n{\"a\":7}\n", "{\"x\":6}\n{\"x\":7}\n"),
      ("{\"a\":8}", ""),
    ] {
      #expect(try dialogue.exchange(line, for: answer) == answer, "\(line)")
    }
    let end = try dialogue.end()
    #expect(end.rest == "{\"x\":8}\n")
    #expect(end.status == 0)
  }

  @Test("a line that is not JSON, and one of which a record fails, is answered by the reason")
  func failures() throws {
    let lines: [[UInt8]] = [
      Array("x".utf8), [0xFF, 0xFE], [0x1F, 0x8B, 0], Array("{\"a\":1} {\"a\":2}".utf8), [0],
      Array("[{\"a\":1},{\"a\":2.5},{\"a\":\"y\"}]".utf8), Array("7".utf8), Array("\"".utf8),
    ]
    let trial = try Self.answers(lines.flatMap { $0 + [0x0A] } + Array("{\"a\":3}".utf8))
    let answers = trial.output.split(separator: "\n")
    #expect(answers.count == lines.count + 1)
    #expect(answers.dropLast().allSatisfy { $0.hasPrefix("{\"$error\":{\"code\":\"RK") })
    for (number, answer) in answers.dropLast().enumerated() {
      #expect(
        answer.contains("\"line\":\(number + 1),") || answer.contains("\"line\":\(number + 1)}")
      )
    }
    #expect(answers[5].contains("got number 2.5"))
    #expect(answers.last == "{\"x\":3}")
    #expect(trial.status == 0)
  }

  @Test("keys that occur twice fail their line alone")
  func repeatedKeys() throws {
    let input = "{\"a\":1,\"a\":2}\n{\"a\":3}\n"
    let trial = try Self.answers(Array(input.utf8), Self.spec, "--duplicate-keys", "error")
    let answers = trial.output.split(separator: "\n")
    #expect(answers.count == 2)
    #expect(answers.first?.hasPrefix("{\"$error\":{\"code\":\"RK4") == true)
    #expect(answers.last == "{\"x\":3}")
    #expect(trial.status == 0)
  }

  @Test("several descriptors, and lists at their key paths, are answered by lists")
  func lists() throws {
    let several = #"""
      {"responseDescriptors": [{"requests": [
        {"keyPath": "p", "optional": true, "root-map-ref": "m"},
        {"keyPath": "q", "optional": true, "root-map-ref": "m"}]}],
        "mappers": [{"id": "m", "target": "M", "attributes": ["a"]}]}
      """#
    let input = "{\"p\":{\"a\":1},\"q\":{\"a\":2}}\n{\"q\":{\"a\":3}}\n{\"r\":1}\n\nnull\n"
    let trial = try Self.answers(Array(input.utf8), several)
    #expect(
      trial.output == "[{\"a\":1},{\"a\":2}]\n[{\"a\":3}]\n[]\nnull\nnull\n",
      "\(trial.error)"
    )
    let path = #"""
      {"keyPath": "p", "mappers": [{"id": "m", "target": "M", "attributes": ["a"]}]}
      """#
    let lists = try Self.answers(
      Array("{\"p\":[{\"a\":1}]}\n{\"p\":{\"a\":2}}\n{\"p\":[]}\n".utf8),
      path
    )
    #expect(lists.output == "[{\"a\":1}]\n{\"a\":2}\n[]\n")
  }

  @Test("documents are numbered, and know their lines, as in one stream")
  func metadata() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "attributes": [
        {"@metadata.mapping.collectionIndex": "i"}, {"@metadata.file.line": "l"}, "a"]}]}
      """#
    let input = Array("\u{FEFF}{\"a\":1}\n\n{\"a\":2}\n".utf8)
    let trial = try Self.answers(input, spec, "--type-key", "@type", "--ascii")
    #expect(
      trial.output == """
        {"@type":"M","i":0,"l":1,"a":1}
        null
        {"@type":"M","i":1,"l":3,"a":2}

        """
    )
  }

  @Test("an empty input is answered by nothing")
  func empty() throws {
    let trial = try Self.answers([])
    #expect((trial.output, trial.error, trial.status) == ("", "", 0))
  }

  @Test(
    "what does not go with it is exit 2",
    arguments: [
      ["in.json"], ["-o", "out.ndjson"], ["--trailer"], ["--limit", "3"], ["--unify"],
      ["--to", "json"], ["--to", "csv"], ["--from", "csv"], ["--on-error", "skip"],
      ["--on-error", "fail"], ["--dry-run"], ["--target", "in.json"],
    ]
  )
  func refused(flags: [String]) throws {
    let place = try Workplace(spec: Self.spec, input: "{}")
    let trial = try place.run(["apply", "spec.json", "--coprocess"] + flags)
    #expect(trial.status == 2)
    #expect(trial.error.contains("--coprocess"))
    #expect(trial.output == "")
  }

  @Test("connections lead to records of other lines, and are refused")
  func connections() throws {
    let spec = #"""
      {"mappers": [{"id": "m", "target": "M", "identification": "id", "attributes": ["id", "next"],
        "connections": [{"to": "other", "target": "M", "where": {"next": "id"}}]}]}
      """#
    let trial = try Self.answers([], spec)
    #expect(trial.status == 2)
    #expect(trial.error.contains("--coprocess"), "\(trial.error)")
  }

  @Test("lines of any length are answered, in whatever pieces they come")
  func longLines() throws {
    let filling = String(repeating: "[1, 2], ", count: 60_000)
    let dialogue = try Dialogue(
      try Workplace(spec: Self.spec, input: ""),
      ["apply", "spec.json", "--coprocess"]
    )
    for number in 1...3 {
      try dialogue.say("{\"u\": [\(filling)")
      let answer = "{\"x\":\(number)}\n"
      #expect(try dialogue.exchange("0], \"a\": \(number)}\n", for: answer) == answer)
    }
    #expect(try dialogue.end().status == 0)
  }
}
