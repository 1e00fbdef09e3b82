import RKDiagnostics
import RKMapping
import TestSupport
import Testing

@Suite("What is told of records that cannot be written")
struct WriteWordsTests {
  private func findings(
    _ records: String,
    onto original: String,
    by spec: String,
    deletes: Bool = false
  ) throws -> [Diagnostic] {
    var options = RecordSerializer.Options()
    options.hasOriginal = true
    let receiver = FindingList()
    _ = try RecordSerializer(Mapping(text: spec), options: options).run(
      on: .bytes(Array(records.utf8), name: "records.json"),
      onto: .bytes(Array(original.utf8), name: "original.json"),
      deletes: deletes,
      into: .nowhere,
      reportingTo: receiver
    )
    return receiver.diagnostics
  }

  private func spec(_ attributes: String, _ members: String = "") -> String {
    #"{"mappers": [{"id": "u", "target": "U", "attributes": \#(attributes)\#(members)}]}"#
  }

  @Test("a record that is not in the original has a value of a one-way rule")
  func newOneWay() throws {
    let spec = spec(
      #"["id", {"from": "t", "to": "t", "transform": "lowercase"}]"#,
      #", "identification": "id""#
    )
    let new = try findings(#"[{"id": 2, "t": "a"}]"#, onto: #"[{"id": 1, "t": "A"}]"#, by: spec)
    #expect(
      new.map(\.message) == ["this record is not in the original, and U.t cannot be written"]
    )
    #expect(new.first?.help.first?.contains("identity") == true)
    let old = try findings(#"[{"id": 1, "t": "b"}]"#, onto: #"[{"id": 1, "t": "A"}]"#, by: spec)
    #expect(old.first?.message.contains("another value than in the original") == true)
  }

  @Test("a member that is missing would be read all the same")
  func unsaid() throws {
    let missing = spec(#"["id", {"from": "z", "to": "z", "onMissing": "null"}]"#)
    let gone = try findings(#"{"id": 1}"#, onto: #"{"id": 1}"#, by: missing, deletes: true)
    #expect(gone.map(\.message) == ["U.z is missing here, and would be read as null"])
    let required = spec(#"["b", {"from": "f", "to": "f", "required": true, "default": 3}]"#)
    let trial = try SerializeTrial(required, #"{"b": 7}"#)
    #expect(trial.findings == ["RK1030 "])
    #expect(trial.diagnostics.first?.message.hasPrefix("U.f is missing here, and would") == true)
  }

  @Test(
    "the value that another rule contradicts is pointed at, also inside of what the other wrote"
  )
  func contradiction() throws {
    let spec = spec(#"["a", {"from": "a.b", "to": "ab"}]"#)
    let trial = try SerializeTrial(spec, #"{"a": 5, "ab": 2}"#)
    #expect(trial.findings == ["RK1030 /ab"])
    #expect(trial.diagnostics.first?.message == "two rules write different values to 'a.b'")
    #expect(trial.diagnostics.first?.related.first?.subject == "mappers.u.attributes.ab")
  }

  @Test("no type is suggested that is the same")
  func types() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "as", "root-map-ref": "a"}, {"keyPath": "bs", "root-map-ref": "b"}],
       "mappers": [{"id": "a", "target": "A", "attributes": ["id"]}, {"id": "b", "target": "B", "attributes": ["id"]}]}
      """#
    let other = try SerializeTrial(spec, #"{"as":[{"T":"B","id":1}]}"#) { $0.typeKey = "T" }
    #expect(other.findings == ["RK1006 /as/0"])
    #expect(other.diagnostics.first?.message.contains("did you mean") == false)
    let none = try SerializeTrial(spec, #"{"id":1}"#) { $0.typeKey = "T" }
    #expect(none.diagnostics.first?.help == ["'apply --type-key T' writes it"])
  }
}
