import RKCommandLine
import Testing

@Suite("rkmap check --fix")
struct CheckFixTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func fix(_ flags: String...) -> CommandTrial {
    CommandTrial(["check", "--fix", place.path("spec.json")] + flags)
  }

  @Test("safe changes are applied, the rest is reported")
  func safe() throws {
    try place.write(
      "{mappers: [{'id': a\n\"atributes\": [\"x\",], // x\n}]}",
      to: "spec.json"
    )
    let trial = fix()
    #expect(
      try place.read("spec.json")
        == "{\"mappers\": [{\"id\": \"a\",\n\"atributes\": [\"x\"] // x\n}]}"
    )
    #expect(
      trial.output.hasPrefix(
        "note[RK2131]: 6 findings were fixed in '\(place.path("spec.json"))'\n"
          + "error[RK2005]: a mapper has no member 'atributes'"
      )
    )
    #expect(!trial.output.contains("RK2004"))
    #expect(trial.status == .badSpec)
  }

  @Test("included files are fixed, too")
  func includes() throws {
    try place.write(#"{"include": ['more.json'], "root-map-ref": "a"}"#, to: "spec.json")
    try place.write(#"{"mappers": [{"id": "a", "attributes": ["b"],}]}"#, to: "more.json")
    #expect(fix().status == .success)
    #expect(try place.read("spec.json") == #"{"include": ["more.json"], "root-map-ref": "a"}"#)
    #expect(try place.read("more.json") == #"{"mappers": [{"id": "a", "attributes": ["b"]}]}"#)
  }

  @Test("changes within changes are made one after the other")
  func nested() throws {
    try place.write(
      #"{"name": "a", "mappers": ["id": b, "attributes": ["c": ["to": 'd',]]], "name": 'e'}"#,
      to: "spec.json"
    )
    #expect(fix().status == .success)
    #expect(
      try place.read("spec.json")
        == #"{"mappers": [{"id": "b", "attributes": {"c": {"to": "d"}}}], "name": "e"}"#
    )
  }

  @Test(
    "a file is not touched if there is nothing to fix, or if its text is not understood",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": ["b"]}]}"#, #"{'mappers': [{"id": "a",}], : }"#,
      // The user must confirm that this name was intended, and that a comment may be removed.
      #"{"mapers": []}"#, "{\"name\": 1, // why\n\"name\": \"b\", \"mappers\": [{\"id\": \"a\"}]}",
    ]
  )
  func untouched(text: String) throws {
    try place.write(text, to: "spec.json")
    let before = CommandTrial(["check", place.path("spec.json")])
    let trial = fix()
    #expect(try place.read("spec.json") == text)
    #expect(trial.output == before.output)
    #expect(trial.status == before.status)
  }

  @Test("there is no file to fix in the standard input, and nothing in inputs")
  func refusals() throws {
    #expect(try place.run("check", "--fix", "-").status == 2)
    #expect(try place.run("check", "--fix", "spec.json", "input.json").status == 2)
  }
}
