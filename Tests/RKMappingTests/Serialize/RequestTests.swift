import RKDiagnostics
import RKMapping
import Testing

@Suite("What requests send")
struct RequestTests {
  private static func spec(_ requests: String) -> String {
    #"""
    {"requestDescriptors": [{"requests": [\#(requests)], "maps": [
      {"id": "one", "attributes": [{"from": "a", "to": "A", "type": "integer"}, {"to": "k", "value": 5}]},
      {"id": "two", "attributes": {"b": "B.c"}, "relationships": [{"from": "kids", "to": "Kids", "map-ref": "one"}]}]}],
     "targets": {"Base": {"properties": {}}, "Sub": {"extends": "Base", "properties": {}}}}
    """#
  }

  @Test("the mapper is applied to the record as it stands, with all of its rules")
  func asTheyStand() throws {
    let spec = Self.spec(#"{"sourceName": "S", "root-map-ref": "two"}"#)
    let records = #"{"b": 1, "kids": [{"a": "7"}], "other": true}"#
    #expect(try write(records, by: spec) == #"{"B":{"c":1},"Kids":[{"A":7,"k":5}]}"#)
    #expect(try write(#"{"other": 1}"#, by: spec) == "RK1003 ")
  }

  @Test("a value that the mapper cannot convert fails the record")
  func conversions() throws {
    let spec = Self.spec(#"{"sourceName": "S", "root-map-ref": "one"}"#)
    #expect(try write(#"[{"a": "x"}]"#, by: spec) == "RK1002 /0/a")
  }

  @Test(
    "the exact method goes before a set, that before any, and the target before what it extends",
    arguments: [
      ("POST", "Sub", #"{"post":{"k":5}}"#), ("PUT", "Sub", #"{"set":{"k":5}}"#),
      ("GET", "Sub", #"{"any":{"k":5}}"#), ("GET", "Base", #"{"base":{"k":5}}"#),
      ("GET", "Other", "RK1006 "),
    ]
  )
  func precedence(method: String, type: String, written: String) throws {
    let spec = Self.spec(
      #"""
      {"sourceName": "Base", "keyPath": "base", "root-map-ref": "one"},
      {"sourceName": "Sub", "keyPath": "any", "root-map-ref": "one"},
      {"sourceName": "Sub", "keyPath": "set", "methods": ["POST", "PUT"], "root-map-ref": "one"},
      {"sourceName": "Sub", "keyPath": "post", "methods": ["POST"], "root-map-ref": "one"}
      """#
    )
    let trial = try SerializeTrial(spec, #"{"@type": "\#(type)"}"#) {
      $0.typeKey = "@type"
      $0.context.method = method
    }
    #expect(trial.findings.first ?? trial.output == written)
  }

  @Test("no request is for a method")
  func none() throws {
    let spec = Self.spec(#"{"sourceName": "A", "method": "PUT", "root-map-ref": "one"}"#)
    let trial = try SerializeTrial(spec, "[{}]") { $0.context.method = "POST" }
    #expect(trial.findings == ["RK1006 /0"])
    #expect(!trial.needsTypeKey)
  }

  @Test("nothing says which of several types a record is of")
  func typeKey() throws {
    let spec = Self.spec(
      #"{"sourceName": "A", "root-map-ref": "one"}, {"sourceName": "B", "root-map-ref": "two"}"#
    )
    #expect(throws: DiagnosticsError.self) { try SerializeTrial(spec, "{}") }
  }

  private static let both = #"""
    {"descriptors": [{"keyPath": "as", "root-map-ref": "a"}, {"keyPath": "bs", "root-map-ref": "B"}],
     "mappers": [{"id": "a", "target": "A", "attributes": ["id"]}, {"id": "b", "target": "B", "attributes": ["id"]}],
     "requestDescriptors": [{"requests": [
        {"name": "a", "sourceName": "A", "keyPath": "xs", "root-map-ref": "r"},
        {"name": "b", "sourceName": "B", "keyPath": "ys", "root-map-ref": "r"}],
       "maps": [{"id": "r", "attributes": {"id": "i", "bs": "b"}}]}]}
    """#

  @Test(
    "records by the key paths of what was read are sent",
    arguments: [
      (#"{"as":[{"id":1}],"bs":[{"id":2}]}"#, #"{"xs":[{"i":1},{"i":2}]}"#),
      (#"{"as":{"id":1},"bs":null}"#, #"{"xs":{"i":1}}"#),
      (#"{"as":[],"bs":[]}"#, #"{"xs":[]}"#),
      (#"{"id":1,"bs":[2]}"#, #"{"xs":{"i":1,"b":[2]}}"#),
      (#"{"as":[{"id":1}],"cs":[]}"#, "RK1006 /cs"),
    ]
  )
  func byKeyPath(records: String, written: String) throws {
    let spec = Self.both.replacing(#""root-map-ref": "B""#, with: #""root-map-ref": "a""#)
    let trial = try SerializeTrial(spec, records) { $0.requestName = "a" }
    #expect(trial.findings.first ?? trial.output == written)
  }

  @Test(
    "the key path or the type key says what a record is",
    arguments: [
      (#"{"as":[{"id":1}],"bs":[{"id":2}]}"#, #"{"xs":[{"i":1}],"ys":[{"i":2}]}"#),
      (
        #"{"as":[{"T":"A","id":1}],"bs":[{"T":"B","id":2}]}"#, #"{"xs":[{"i":1}],"ys":[{"i":2}]}"#
      ),
      (#"{"as":[],"bs":[]}"#, #"{"xs":[],"ys":[]}"#),
      (#"{"T":"B","bs":[1]}"#, #"{"ys":{"b":[1]}}"#),
    ]
  )
  func byType(records: String, written: String) throws {
    let spec = Self.both.replacing(#""root-map-ref": "B""#, with: #""root-map-ref": "b""#)
    let trial = try SerializeTrial(spec, records) { $0.typeKey = "T" }
    #expect(trial.findings.first ?? trial.output == written)
    // No request is for the other target.
    let one = try SerializeTrial(spec, #"{"as":[],"bs":[{"id":2}]}"#) { $0.requestName = "a" }
    #expect(one.findings == ["RK1006 /bs/0"])
  }
}
