import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("Help for missing values: similar keys")
struct RenamedKeyTests {
  /// All diagnostics of a spec for an input.
  private func findings(_ input: String, by spec: String) throws -> [Diagnostic] {
    let folder = try ScratchFolder()
    let mapper = try Mapper(
      Mapping(text: spec),
      options: MapperOptions()
    )
    let receiver = FindingList()
    _ = mapper.apply(
      to: [.bytes(Array(input.utf8), name: "in.json")],
      into: .file(folder.path(of: "output")),
      reportingTo: receiver
    )
    return receiver.diagnostics
  }

  /// What the first help text of the only diagnostic names.
  private func name(_ input: String, _ attributes: String) throws -> String? {
    let findings = try findings(input, by: spec(attributes: attributes))
    #expect(findings.map(\.code) == [.requiredMissing])
    let help = try #require(findings.first?.help.first)
    return help.firstMatch(of: /^the object has '(.*)': did '.*' become that\?/).map {
      String($0.1)
    }
  }

  @Test(
    "a missing required value may have another name",
    arguments: [
      (#"{"id":1,"username":2}"#, "username"),
      (#"{"id":1,"userName":2,"used_name":3}"#, "userName"),
      (#"{"id":1,"user_nmae":2,"other":3}"#, "user_nmae"),
      (#"{"id":1,"USER-NAME":2,"other":3}"#, "USER-NAME"),
      (#"{"id":1,"user\u005Fnames":2,"other":3}"#, "user_names"),
      // It moved into another object.
      (#"{"id":1,"profile":{"user_name":2},"x":3}"#, "profile.user_name"),
      // There is no other candidate.
      (#"{"id":1,"login":2}"#, "login"),
    ]
  )
  func renamed(input: String, expected: String) throws {
    #expect(try name(input, #"["id", {"to": "user_name", "required": true}]"#) == expected)
    #expect(try name(input, #"["id", {"to": "user_name", "onMissing": "error"}]"#) == expected)
  }

  @Test(
    "keys read by another mapper are unread here, even with a similar prefix"
  )
  func otherMapper() throws {
    let spec = #"""
      {"root-map-ref": "a", "mappers": [
        {"id": "a", "target": "A", "attributes": ["id", {"to": "user_name", "required": true}]},
        {"id": "a.b", "target": "B", "attributes": ["user_names"]}]}
      """#
    let findings = try findings(#"{"id":1,"user_names":2,"other":3}"#, by: spec)
    #expect(findings.map(\.code) == [.requiredMissing])
    #expect(findings.first?.help.first?.hasPrefix("the object has 'user_names'") == true)
  }

  @Test(
    "nothing is guessed without a similar name",
    arguments: [
      #"{"id":1,"a":2,"b":3}"#, #"{"id":1}"#, #"{"id":1,"login":2,"name":3}"#,
      // Other rules read it.
      #"{"id":1,"user_names":2}"#, #"{"id":1,"user":{"name":2}}"#,
    ]
  )
  func unlike(input: String) throws {
    let attributes = #"""
      ["id", {"from": "user_name", "to": "u", "required": true}, {"from": "user_names", "to": "v"},
        {"from": "user.name", "to": "w"}]
      """#
    #expect(try name(input, attributes) == nil)
  }

  @Test("a member of a nested object is searched for beside it")
  func nested() throws {
    let attributes = #"["id", {"from": "address.city", "to": "city", "required": true}]"#
    #expect(try name(#"{"id":1,"address":{"citty":2,"x":1}}"#, attributes) == "address.citty")
    #expect(try name(#"{"id":1,"city":2,"x":1}"#, attributes) == "city")
  }

  @Test("a null is not another name")
  func null() throws {
    let attributes = #"["id", {"to": "user_name", "required": true}]"#
    #expect(try name(#"{"id":1,"user_name":null,"username":2}"#, attributes) == nil)
  }

  @Test("a representation of which nothing is mapped is reported with its keys")
  func unmappable() throws {
    let findings = try findings(#"{"foo":1,"bar":{"x":2}}"#, by: spec(attributes: #"["x"]"#))
    #expect(findings.map(\.code) == [.unmappable])
    #expect(findings.first?.help.first == "it has 'foo', 'bar'")
  }

  @Test("a key path of one key may have become another key of the document")
  func keyPath() throws {
    let spec = #"{"keyPath": "users", "mappers": [{"id": "a", "attributes": ["x"]}]}"#
    let finding = try #require(try findings(#"{"user":[{"x":1}]}"#, by: spec).first)
    #expect(finding.help.first == "the document has 'user': did 'users' become that?")
    #expect(finding.related.map(\.subject) == ["descriptor of 'users'"])
  }

  @Test("diagnostics of an input are in the order of their positions")
  func order() throws {
    let spec = spec(
      attributes: #"["k", {"to": "b", "type": "integer"}, {"to": "a", "type": "integer"}]"#
    )
    let findings = try findings(#"[{"k":1,"a":"x","b":"z"},{"k":2,"b":2.5}]"#, by: spec)
    #expect(findings.map { $0.location?.pointer } == ["/0/a", "/0/b", "/1/b"])
  }
}
