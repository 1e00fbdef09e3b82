import RKDiagnostics
import RKMapping
import Testing

@Suite("The transforms of a spec")
struct TransformMemberTests {
  @Test(
    "RK2010: an error of a transform is marked at its position",
    arguments: [
      #"«RK2010»"upercase""#, #"["trim", «RK2010»"upercase", "trim"]"#, #"["round:«RK2010»x"]"#,
      #"["trim«RK2010»:x"]"#, #"[«RK2010»"prefix", «RK2010»"join"]"#,
      #"["replace:«RK2010»/a/b"]"#, #"["replace:/«RK2010»(/b/"]"#, #"["replace:/a/«RK2010»$1/"]"#,
    ]
  )
  func flaws(transforms: String) {
    let marked = spec(attributes: #"[{"to": "x", "transform": \#(transforms)}]"#)
    #expect(annotated(marked) == marked)
  }

  @Test("RK2006: a transform is a text", arguments: ["1", "{}", "[1]", "[[]]", #"["trim", null]"#])
  func kinds(transforms: String) {
    let findings = MarkedSpec(
      spec(attributes: #"[{"to": "x", "transform": \#(transforms)}]"#)
    ).findings()
    #expect(findings.map(\.code.id) == ["RK2006"])
  }

  @Test("nothing requests none", arguments: ["[]", "null", #""""#])
  func none(transforms: String) throws {
    let spec = spec(attributes: #"[{"to": "x", "transform": \#(transforms)}]"#)
    #expect(try map(#"{"x":" a "}"#, by: spec) == #"{"x":" a "}"#)
  }
}
