import TestSupport
import Testing

@Suite("XML as input", .enabled(if: Machine.has("expat"), "this build lacks expat"))
struct XMLInputTests {
  private func apply(_ attributes: String, _ input: [UInt8], _ flags: String...) throws
    -> ProgramTrial
  {
    let spec =
      #"{"keyPath": "o", "mappers": [{"id": "o", "target": "O", "attributes": [\#(attributes)]}]}"#
    let place = try Workplace()
    try place.write(spec, to: "spec.json")
    try place.write(input, to: "in.xml")
    return try place.run(["apply", "spec.json", "in.xml"] + flags)
  }

  @Test(
    "[*] says that there is a list, also of an element that stands alone",
    arguments: [
      (#""id", {"from": "m[*].k", "to": "mk", "type": "[string]"}"#, #"<m k="1"/>"#, #"["1"]"#),
      (#"{"from": "m[*]", "to": "mk"}"#, "<m>1</m>", #"["1"]"#),
      (#"{"from": "m[*].k", "to": "mk"}"#, #"<m k="1"/><m k="2"/>"#, #"["1","2"]"#),
      // Whatever other rules ask.
      (#"{"from": "m[*].k", "to": "mk"}, {"from": "m.k", "to": "x"}"#, #"<m k="1"/>"#, #"["1"]"#),
      (#"{"from": "m[0].k", "to": "mk"}, {"from": "m.k", "to": "x"}"#, #"<m k="1"/>"#, #""1""#),
      // All members of an element are no list of elements.
      (#"{"from": "m.*", "to": "mk"}"#, "<m><a>1</a><b>2</b></m>", #"["1","2"]"#),
    ]
  )
  func allElements(attributes: String, elements: String, list: String) throws {
    let trial = try apply(attributes, Array("<o>\(elements)</o>".utf8))
    #expect(trial.error == "")
    #expect(trial.output.contains(#""mk":\#(list)"#))
  }

  @Test("related elements inside one that stands alone or is repeated", arguments: [1, 2])
  func related(count: Int) throws {
    let place = try Workplace()
    try place.write(
      #"""
      {"keyPath": "o", "root-map-ref": "o", "mappers": [
        {"id": "o", "target": "O", "relationships": [
          {"from": "kids[*].kid", "to": "kids", "map-ref": "k", "many": true}]},
        {"id": "k", "target": "K", "attributes": ["n"]}]}
      """#,
      to: "spec.json"
    )
    let kids = (0..<count).map { "<kids><kid><n>\($0)</n></kid></kids>" }.joined()
    try place.write("<o>\(kids)</o>", to: "in.xml")
    let trial = try place.run("apply", "spec.json", "in.xml")
    #expect(trial.error == "")
    let records = (0..<count).map { #"{"n":"\#($0)"}"# }.joined(separator: ",")
    #expect(trial.output == "{\"kids\":[\(records)]}\n")
  }

  @Test(
    "an input of nothing is empty, as in other formats",
    arguments: [([], 0), (Array("\n\r\n".utf8), 1), ([0xEF, 0xBB, 0xBF], 0), ([], 100_000)]
  )
  func empty(beginning: [UInt8], spaces: Int) throws {
    let input = beginning + Array(repeating: 32, count: spaces)
    let trial = try apply(#""a""#, input)
    #expect(trial.firstError.hasPrefix("warning[RK4009]"))
    #expect(trial.error.contains("an element"))
    #expect(trial.output == "[]\n")
    #expect(trial.status == 0)
    let place = try Workplace(spec: Articles.spec, input: "")
    try place.write(input, to: "in.xml")
    let check = try place.run("check", "spec.json", "in.xml")
    #expect(check.output.hasPrefix("error[RK4009]"))
    #expect(check.status == 1)
  }

  @Test("a document without an element is not well-formed")
  func noElement() throws {
    let trial = try apply(#""a""#, Array("<!-- nothing -->".utf8))
    #expect(trial.firstError.hasPrefix("error[RK4040]"))
    #expect(trial.status == 4)
  }

  @Test("a byte order mark tells the encoding, whatever the declaration says")
  func mark() throws {
    let text = #"<?xml version="1.0" encoding="ISO-8859-1"?><o><a>\#u{E9}</a></o>"#
    let trial = try apply(#""a""#, [0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(trial.output == "{\"a\":\"\u{E9}\"}\n")
    let other = text.replacing("ISO-8859-1", with: "EBCDIC")
    #expect(try apply(#""a""#, [0xEF, 0xBB, 0xBF] + Array(other.utf8)).status == 0)
  }

  @Test("the charset of a header counts, also where the format is given")
  func charset() throws {
    let text =
      Array(#"<?xml version="1.0" encoding="UTF-8"?><o><a>"#.utf8) + [0xE9]
      + Array("</a></o>".utf8)
    let header = ["--header", "Content-Type: text/xml; charset=iso-8859-1"]
    for flags in [header, ["--from", "xml"] + header] {
      let spec = #"{"keyPath": "o", "mappers": [{"id": "o", "target": "O", "attributes": ["a"]}]}"#
      let place = try Workplace()
      try place.write(spec, to: "spec.json")
      try place.write(text, to: "in.dat")
      let trial = try place.run(["apply", "spec.json", "in.dat"] + flags)
      #expect(trial.output == "{\"a\":\"\u{E9}\"}\n")
    }
  }

  @Test(
    "what is read of an empty file is told in the words of its format",
    arguments: [("csv", "a header"), ("form", "name=value"), ("json", "[]")]
  )
  func emptyHelp(format: String, words: String) throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    let trial = try place.run("apply", "spec.json", "in.json", "--from", format)
    #expect(trial.firstError.hasPrefix("warning[RK4009]"))
    #expect(trial.error.contains(words))
    #expect(trial.status == 0)
  }

  @Test(
    "the cure for elements that are repeated fits what they are",
    arguments: [
      ("<m>1</m><m>2</m>", "m", "of its name", #""type": "[string]""#),
      ("<m k='1'/><m k='2'/>", "m", "of its name", #""type": "[any]""#),
      ("<m><k>1</k></m><m><k>2</k></m>", "m.k", "the second 'm' on the way", #""from": "m[*].k""#),
      ("<m><k>1</k><k>2</k></m>", "m.k", "of its name", #""type": "[string]""#),
    ]
  )
  func repeated(elements: String, path: String, words: String, cure: String) throws {
    let input = Array("<o><id>1</id>\(elements)</o>".utf8)
    let rule = #""from": "\#(path)""#
    let trial = try apply(#""id", {"to": "m", \#(rule)}"#, input)
    #expect(trial.firstError.contains(words))
    #expect(trial.error.contains("\(cure) takes all of them"))
    let cured = cure.contains("from") ? cure : "\(rule), \(cure)"
    #expect(try apply(#""id", {"to": "m", \#(cured)}"#, input).error == "")
  }
}
