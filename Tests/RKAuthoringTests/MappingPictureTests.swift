import RKAuthoring
import RKMapping
import Testing

@Suite("A picture of a spec")
struct MappingPictureTests {
  private func picture(_ spec: String, _ form: MappingPicture.Form) throws -> String {
    MappingPicture(of: try Mapping(text: spec)).text(form)
  }

  private let animals = #"""
    {"keyPath": "pets", "root-map-ref": "pet", "mappers": [
      {"id": "pet", "dynamic": true, "matchers": [
        {"keyPath": "kind", "expectValues": ["cat", "lion"], "map-ref": "cat"},
        {"keyPath": "legs", "expectType": "number", "map-ref": "other"},
        {"predicate": "wings > 0", "map-ref": "other"}]},
      {"id": "cat", "target": "Cat", "identification": "id", "attributes": ["id"],
       "relationships": [{"from": "kittens", "to": "kittens", "map-ref": "cat", "many": true}]},
      {"id": "other", "target": "Other", "attributes": [{"to": "fixed", "value": 1}]},
      {"id": "lost", "target": "Lost", "attributes": ["x"]}]}
    """#

  @Test("DOT: conditions label choices, identities are marked, what nothing reaches is dotted")
  func dot() throws {
    let text = try picture(animals, .dot)
    #expect(text.contains(#""descriptor:0" -> "mapper:pet";"#))
    #expect(text.contains(#""mapper:pet" -> "mapper:cat" [label="kind IN {\"cat\",\"lion\"}"];"#))
    #expect(text.contains(#""mapper:pet" -> "mapper:other" [label="legs is number"];"#))
    #expect(text.contains(#""mapper:pet" -> "mapper:other" [label="wings > 0"];"#))
    #expect(text.contains(#""mapper:cat" -> "mapper:cat" [label="kittens*"];"#))
    #expect(text.contains("# id \u{2190} id"))
    #expect(text.contains("style=dotted"))
  }

  @Test("Mermaid: nodes by their numbers in the spec, entities for what has a meaning")
  func mermaid() throws {
    let text = try picture(animals, .mermaid)
    #expect(text.hasPrefix("flowchart LR\n"))
    #expect(text.contains("  d0 --> m0\n"))
    #expect(text.contains(#"m0 -->|"kind IN {#quot;cat#quot;,#quot;lion#quot;}"| m1"#))
    #expect(text.contains(#"m1 -->|"kittens*"| m1"#))
  }

  @Test(
    "names cannot leave their place, whatever they are made of",
    arguments: MappingPicture.Form.allCases
  )
  func hostile(form: MappingPicture.Form) throws {
    let name = #"</script><svg onload=x>\"'&\u0001\u202e]|--"#
    let spec = #"""
      {"mappers": [{"id": "\#(name)", "target": "\#(name)", "attributes": [{"from": "a", "to": "b", "default": "\#(name)"}]}]}
      """#
    let text = try picture(spec, form)
    #expect(!text.contains("\u{1}"))
    #expect(!text.contains("\u{202E}"))
    if form == .svg || form == .html {
      #expect(text.components(of: "</script>") == (form == .html ? 2 : 1))
      #expect(!text.contains("<svg onload"))
    }
  }

  @Test("attributes for programs have ids exactly, also with line ends")
  func exactIDs() throws {
    let spec = #"{"mappers": [{"id": "a\n\"b\tc", "target": "T", "attributes": ["x"]}]}"#
    let text = try picture(spec, .svg)
    #expect(text.contains(#"data-mapper="a&#10;&quot;b&#9;c""#))
    #expect(text.contains(#"data-rule="mappers.a&#10;&quot;b&#9;c.attributes.x""#))
  }

  @Test("boxes do not overlap, and edges run through none that is not theirs")
  func layout() throws {
    let text = try picture(animals, .svg)
    let boxes = text.matches(
      of: /data-mapper="(\w+)"[^>]*><rect x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/
    ).map { match in
      (
        name: String(match.output.1), x: Int(match.output.2) ?? 0, y: Int(match.output.3) ?? 0,
        width: Int(match.output.4) ?? 0, height: Int(match.output.5) ?? 0
      )
    }
    #expect(boxes.map(\.name) == ["pet", "cat", "other", "lost"])
    for (number, box) in boxes.enumerated() {
      for other in boxes.dropFirst(number + 1) {
        let isApart =
          box.x + box.width <= other.x || other.x + other.width <= box.x
          || box.y + box.height <= other.y || other.y + other.height <= box.y
        #expect(isApart)
      }
    }
  }
}

extension String {
  /// How many parts some text divides it into.
  fileprivate func components(of separator: String) -> Int {
    var count = 1
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
