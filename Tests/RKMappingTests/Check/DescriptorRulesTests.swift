import RKDiagnostics
import Testing

@Suite("RK2101, RK2102: descriptors of one key path")
struct DescriptorRulesTests {
  private func spec(_ descriptors: [String]) -> String {
    """
    {"descriptors": [\(descriptors.joined(separator: ", "))],
     "mappers": [
      {"id": "a", "target": "A", "attributes": ["x"]}, {"id": "b", "target": "B", "attributes": ["x"]},
      {"id": "u", "target": "U", "attributes": ["x"],
       "relationships": [{"from": "a", "to": "a", "map-ref": "a"}, {"from": "b", "to": "b", "map-ref": "b"}]}
     ]}
    """
  }

  /// The severities and codes of diagnostics about descriptors; others use all mappers.
  private func found(_ descriptors: String...) -> [String] {
    let spec = spec(descriptors + [#"{"path": "/all", "keyPath": "all", "root-map-ref": "u"}"#])
    return MarkedSpec(spec).findings(isLinted: true).filter { $0.code != .heldDocument }
      .map { "\($0.severity) \($0.code.id)" }
  }

  @Test("a descriptor is shadowed if narrower ones cover all of its status codes together")
  func statusCodes() {
    let all = #"{"path": "/p", "methods": "GET", "statusCodes": "2XX", "root-map-ref": "a"}"#
    let low = #"{"path": "/p", "statusCodes": "200-249", "methods": "GET", "root-map-ref": "b"}"#
    let high =
      #"{"path": "p/", "statusCodes": "250-299", "methods": ["GET", "PUT"], "root-map-ref": "b"}"#
    #expect(found(all, low, high) == ["warning RK2101"])
    #expect(found(all, low).isEmpty)
    #expect(found(low, high).isEmpty)
  }

  @Test("any method is more than all named ones")
  func methods() {
    let open = #"{"path": "/p", "root-map-ref": "a"}"#
    let named =
      #"{"path": "/p", "methods": ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"], "root-map-ref": "b"}"#
    #expect(found(open, named).isEmpty)
  }

  @Test("the same twice is a mistake, two mappers for the same are worth a note")
  func alike() {
    let one = #"{"path": "/p/:id", "methods": "GET", "root-map-ref": "a"}"#
    let same = #"{"path": "/p/:name", "methods": "GET", "root-map-ref": "a"}"#
    let other = #"{"path": "/p/:id", "methods": "GET", "root-map-ref": "b"}"#
    #expect(found(one, same) == ["warning RK2102"])
    #expect(found(one, other) == ["note RK2102"])
  }

  @Test(
    "descriptors that are equally specific and share some requests",
    arguments: [
      (
        #""path": "/p", "methods": ["GET", "PUT"]"#, #""path": "/p", "methods": ["GET", "POST"]"#,
        true
      ),
      (#""path": "/p", "methods": "GET""#, #""path": "/p", "methods": "POST""#, false),
      (
        #""path": "/p", "statusCodes": "200-203""#, #""path": "/p", "statusCodes": "201-204""#, true
      ),
      (#""path": "/p", "statusCodes": 200"#, #""path": "/p", "statusCodes": 404"#, false),
      (#""path": "/:a/xyz""#, #""path": "/abc/:b""#, true),
      (#""path": "/:a/xyz""#, #""path": "/:a/abc""#, false),
      (#""path": "/a/:id""#, #""path": "/b/:id""#, false),
      (#""path": "/p-:a""#, #""path": "/:b-q""#, true),
      (#""path": "/p""#, #""path": "/p/:id""#, false),
      (#""path": "/p", "keyPath": "k""#, #""path": "/p", "keyPath": "l""#, false),
    ]
  )
  func overlap(first: String, second: String, isFound: Bool) {
    let findings = found(
      #"{\#(first), "root-map-ref": "a"}"#,
      #"{\#(second), "root-map-ref": "b"}"#
    )
    #expect(findings == (isFound ? ["warning RK2102"] : []))
  }

  @Test("they are called by their names, if they have any")
  func names() {
    let spec = spec([
      #"{"name": "one", "path": "/p", "root-map-ref": "u"}"#,
      #"{"path": "/p", "root-map-ref": "u"}"#,
    ])
    #expect(
      lintMessages(spec) == [
        "this descriptor is the same as the descriptor 'one': its records come twice"
      ]
    )
  }
}
