import RKDiagnostics
import RKMapping
import Testing

@Suite("Messages about values that cannot be converted")
struct ConversionMessageTests {
  /// The only diagnostic about `value` under an attribute's members.
  private func finding(_ value: String, _ members: String) throws -> Diagnostic {
    let attributes = #"[{"from": "v", "to": "v", \#(members)}, "k"]"#
    let receiver = FindingList()
    _ = try Mapper(Mapping(text: spec(attributes: attributes))).apply(
      to: [.bytes(Array(#"{"k":0,"v":\#(value)}"#.utf8))],
      into: .nowhere,
      reportingTo: receiver
    )
    try #require(receiver.diagnostics.count == 1)
    return receiver.diagnostics[0]
  }

  @Test(
    "the message says how the converted value was made from the one shown",
    arguments: [
      (
        #""9""#, #""transform": "suffix:x", "type": "integer""#,
        #"A.v expects an integer, got what 'suffix:x' makes of string "9""#
      ),
      (
        "1", #""map": {"1": "one"}, "type": "integer""#,
        "A.v expects an integer, got what the value map has for number 1"
      ),
      (
        #""a,b""#, #""transform": "split:,", "map": {"a": "x"}"#,
        #"the value map of A.v has no entry for what 'split:,' makes of string "a,b""#
      ),
    ]
  )
  func origin(value: String, members: String, message: String) throws {
    #expect(try finding(value, members).message == message)
  }

  @Test(
    "the diagnostic points at the element of a list that a transform does not accept",
    arguments: [
      (#"["a", {}, "b"]"#, "trim", "/v/1", "'trim' of A.v cannot be applied to an object"),
      (#"[1, null, "x"]"#, "floor", "/v/2", #"'floor' of A.v cannot be applied to string "x""#),
      ("[[1], 2, [3]]", "trim", "/v/0", "'trim' of A.v cannot be applied to an array"),
      ("[{}, null, []]", "join:-", "/v/0", "'join:-' of A.v cannot be applied to an object"),
      ("[1, null, [2]]", "join:-", "/v/2", "'join:-' of A.v cannot be applied to an array"),
    ]
  )
  func element(value: String, transform: String, pointer: String, message: String) throws {
    let finding = try finding(value, #""transform": "\#(transform)""#)
    #expect(finding.location?.pointer == pointer)
    #expect(finding.message == message)
  }

  @Test("the same if a key path made the list")
  func pathElement() throws {
    let trial = try MappingTrial(
      spec(attributes: #"[{"from": "l.n", "to": "v", "transform": "trim"}, "k"]"#),
      #"{"k":0,"l":[{"n":"a"},{},{"n":{}}]}"#
    )
    #expect(trial.findings == ["RK1002 /l/2/n"])
  }

  @Test(
    "the diagnostic points at the text or key that contains a lone surrogate",
    arguments: [
      (#"["x", "\ud800"]"#, #""type": "[string]""#, "/v/1"),
      (#"["x", {"a": ["\udc00"]}]"#, #""type": "any""#, "/v/1/a/0"),
      (#"{"a": 1, "\ud800": 2}"#, #""transform": "toJSON""#, #"/v/\ud800"#),
    ]
  )
  func surrogate(value: String, members: String, pointer: String) throws {
    let finding = try finding(value, members)
    #expect(finding.location?.pointer == pointer)
    #expect(finding.message.hasSuffix(" with half of a surrogate pair"))
    #expect(
      finding.help.first
        == "a \\u escape of D800 to DFFF is a character only together with its other half"
    )
  }

  @Test(
    "the help says what would work",
    arguments: [
      (
        "1302201000123", #""type": "date""#,
        #"a number is seconds since 1970; "format": "epochMillis" reads milliseconds"#
      ),
      (
        "253402300800000", #""type": "date", "format": "epochMillis""#,
        #""onError": "null" on this attribute, or add the format"#
      ),
      (
        #""2011""#, #""type": "date""#,
        #"digits alone do not say what they count: name the "format""#
      ),
      (
        #""2011""#, #""type": "date", "format": "yyyy-MM-dd""#,
        #""onError": "null" on this attribute, or add the format"#
      ),
      (
        #""a""#, #""transform": "suffix:b", "type": "date""#,
        #""onError": "null" on this attribute, or add the format"#
      ),
      (
        "[[1]]", #""transform": "first", "type": "integer""#,
        #""onError" on this attribute says what to do with such a value"#
      ),
      (
        "{}", #""transform": "replace:/a/x/""#,
        "'replace' takes text, a number or a boolean, or a list of these"
      ),
    ]
  )
  func help(value: String, members: String, help: String) throws {
    #expect(try finding(value, members).help.first == help)
  }
}
