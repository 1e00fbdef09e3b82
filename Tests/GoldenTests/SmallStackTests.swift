import Foundation
import TestSupport
import Testing

@Suite("The program with less stack than usual")
struct SmallStackTests {
  /// Text in functions or operators of each kind, nested as deeply as allowed.
  private static func nested(
    _ first: String,
    _ last: String,
    _ inner: String,
    count: Int = 98
  ) -> String {
    String(repeating: first, count: count) + inner + String(repeating: last, count: count)
  }

  /// Specs of the greatest depth.
  private static var specs: [String] {
    let expressions = [
      nested("abs(", ")", "x"), nested("-", "", "x"), nested("{", "}", "x"),
      nested("TERNARY(x == 1, ", ", 2)", "x"),
      nested("SUBQUERY(l, $a, ", ".@count == 1)", "l", count: 33),
    ].map { #"["x", {"to": "y", "expression": "\#($0)"}]"# }
    let patterns = [nested("(", ")*", "a"), nested("(?:", "|b)", "a")]
      .map { #"["x", {"from": "s", "to": "y", "transform": "replace:/\#($0)/b/"}]"# }
    let mappers = (0..<99).map { number in
      #"{"id": "m\#(number)", "relationships": [{"from": "", "to": "k", "many": false, "map-ref": "m\#(number + 1)"}]}"#
    }
    let constant = String(repeating: "[", count: 190) + String(repeating: "]", count: 190)
    let attributes = expressions + patterns + [#"["x", {"to": "y", "value": \#(constant)}]"#]
    return attributes.map { #"{"mappers": [{"id": "m", "attributes": \#($0)}]}"# } + [
      #"{"mappers": [{"id": "m", "when": "\#(nested("NOT ", "", "x == 1"))", "attributes": ["x"]}]}"#,
      #"{"root-map-ref": "m0", "mappers": [\#((mappers + [#"{"id": "m99", "attributes": ["x"]}"#]).joined(separator: ", "))]}"#,
    ]
  }

  @Test(
    "specs of the greatest depth are checked, written and applied on a stack of 256 KB",
    arguments: specs.indices
  )
  func deepSpecs(number: Int) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.specs[number], to: "spec.json")
    try folder.write(#"{"x":1,"s":"aaaa","l":[{"x":1}]}"#, to: "in.json")
    let commands = [
      "check --quiet", "check --plan", "fmt --stdout", "schema --of records",
      "apply in.json", "apply in.json in.json -j 2", "apply in.json --to csv --quiet",
    ]
    for command in commands {
      let words = command.replacing(/^\w+/) { "rkmap \($0.output) spec.json" }
      let outcome = try CommandOutcome.running(
        "ulimit -s 256; \(words)",
        in: URL(filePath: folder.path)
      )
      // Not all of them can be written as rows, nor do all have a value; but none crashes.
      #expect(
        [0, 1, 2].contains(outcome.status),
        "\(words): \(String(decoding: outcome.error, as: UTF8.self))"
      )
    }
  }
}
