import RKDiagnostics
import RKMapping
import Testing

@Suite("Policies as members of a spec")
struct PolicyMemberTests {
  /// The places where a policy is allowed, marked by `%`.
  private static let places = [
    #"{"defaults": {%}, "mappers": [{"id": "a"}]}"#,
    #"{"mappers": [{"id": "a", %}]}"#,
    #"{"mappers": [{"id": "a", "attributes": [{"to": "x", %}]}]}"#,
    #"{"mappers": [{"id": "a", "attributes": {"x": {"to": "y", %}}}]}"#,
    #"{"mappers": [{"id": "a", "relationships": [{"from": "x", "to": "x", "map-ref": "a", %}]}]}"#,
    #"{"mappers": [{"id": "a", "relationships": [{"from": "x", "to": "x", %}]}]}"#,
  ]

  private static let values = [
    "onMissing": ["absent", "null", "default", "error"],
    "onNull": ["null", "absent", "default", "error"],
    "onError": ["absent", "null", "default", "fail"],
    "nullPath": ["missing", "null"],
    "emptyString": ["keep", "null"],
    "unknown": ["ignore", "report", "error"],
  ]

  @Test("each policy with each of its values is allowed everywhere", arguments: places)
  func values(place: String) {
    for (policy, values) in Self.values {
      for value in values {
        let spec = place.replacing("%", with: #""\#(policy)": "\#(value)""#)
        #expect(annotated(spec) == spec)
      }
    }
    let spec = place.replacing("%", with: #""ignoreKeys": ["_links", "_*", "meta.debug"]"#)
    #expect(annotated(spec) == spec)
  }

  @Test("RK2010: any other value is an error, with the choices", arguments: places)
  func unknownValues(place: String) throws {
    for (policy, values) in Self.values {
      for value in [#""skip""#, #""Null""#, "1"] {
        let code = value == "1" ? "RK2006" : "RK2010"
        let marked = place.replacing("%", with: "\"\(policy)\": \u{AB}\(code)\u{BB}\(value)")
        #expect(annotated(marked) == marked)
        let finding = try #require(MarkedSpec(marked).findings().first)
        for choice in values {
          #expect((finding.message + finding.help.joined()).contains("\"\(choice)\""))
        }
      }
    }
  }

  @Test(
    "RK2018: a key to be ignored that cannot be read is an error at its place",
    arguments: [
      #"["x", "a.«RK2018».b"]"#, #"["x", "a.«RK2018»"]"#, #"["«RK2018».a"]"#, #"["«RK2018»[x]"]"#,
      #"["a«RK2018»[0]"]"#, #"«RK2018»"a\\""#, #"[«RK2018»"[\"a\"]x"]"#, #"[«RK2018»"[\"a"]"#,
    ]
  )
  func badKeys(list: String) {
    let marked = #"{"mappers": [{"id": "a", "ignoreKeys": \#(list)}]}"#
    #expect(annotated(marked) == marked)
  }

  @Test("RK2006: the keys are texts")
  func keysOfAnotherKind() {
    for list in [#"[«RK2006»1]"#, "«RK2006»7", "«RK2006»{}"] {
      let marked = #"{"mappers": [{"id": "a", "ignoreKeys": \#(list)}]}"#
      #expect(annotated(marked) == marked)
    }
  }
}
