import RKEngine
import Testing

@Suite("@metadata.file.line")
struct LineTests {
  private static func spec(_ members: String = "", _ inner: String = "") -> String {
    #"""
    {\#(members) "root-map-ref": "m", "mappers": [
      {"id": "m", "target": "M", "attributes": [
          {"@metadata.file.line": "l"}, {"from": "self", "to": "s", "hidden": true}],
        "relationships": [{"from": "b", "to": "b", "map-ref": "k"},
          {"from": "a", "to": "a", "map-ref": "k"}] \#(inner)},
      {"id": "k", "target": "K", "attributes": [{"@metadata.file.line": "l"}]}]}
    """#
  }

  private static let gap = String(repeating: " ", count: 90) + "\n\n"

  @Test(
    "it is the line on which a representation begins, in any chunks of the input",
    arguments: [
      (spec(), "\n\n{\n}", "", InputFormat.json),
      (spec(), "\n{\"x\":\n1}", #"{"l":2}"#, .json),
      (spec(), "{\"x\":1}\n{\"x\":1}\n\n{\"x\":1}", "{\"l\":1}\n{\"l\":2}\n{\"l\":4}", .ndjson),
      (spec(), "{\"x\":\n1}\n{\"x\":1}\n", "{\"l\":1}\n{\"l\":3}", .json),
      (
        spec(), "[{\"x\":1},\(gap){\"x\":\"\(gap.dropLast(2))\"},\n{}]",
        "{\"l\":1}\n{\"l\":3}\n{\"l\":4}", .json
      ),
      (
        spec(#""keyPath": "i","#), "{\"n\":[\(gap)],\"i\":[{\"x\":1},\(gap)\n{\"x\":2}]\(gap)}",
        "{\"l\":3}\n{\"l\":6}", .json
      ),
      (
        spec("", #", "forceCollection": true, "keyAttribute": "key""#),
        "{\"u\":\n{\"x\":1},\(gap)\"v\":{\"x\":1}}",
        "{\"key\":\"u\",\"l\":2}\n{\"key\":\"v\",\"l\":4}", .json
      ),
      // Children, in the order of the spec, which is not that of the document.
      (
        spec(), "{\"a\":[{},\n{}],\(gap)\"b\":[\n{},\n\n{}]}",
        #"{"l":1,"b":[{"l":5},{"l":7}],"a":[{"l":1},{"l":2}]}"#, .json
      ),
    ]
  )
  func lines(spec: String, input: String, output: String, format: InputFormat) throws {
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(spec, Array(input.utf8), way, format: format)
      #expect(run.output.isEmpty == output.isEmpty, "\(way)")
      if !output.isEmpty { #expect(run.output == output + "\n", "\(way)") }
    }
  }

  @Test("a first line that proves to be one of several is counted once")
  func restart() throws {
    let input = "\n{\"x\":\"\(String(repeating: "y", count: 300))\"}\n\n{\"x\":1}\n"
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(Self.spec(), Array(input.utf8), way, mayBeLines: true)
      #expect(run.output == "{\"l\":2}\n{\"l\":4}\n", "\(way)")
    }
  }

  @Test("lines that are not JSON are counted")
  func badLines() throws {
    let input = "{\"x\":1}\n{\"x\":\n\n{\"x\":1}\n"
    for way in [.whole] + ChunkedRun.Way.all {
      let run = try ChunkedRun(Self.spec(), Array(input.utf8), way, format: .ndjson, rule: .skip)
      #expect(run.output == "{\"l\":1}\n{\"l\":4}\n", "\(way)")
    }
  }

  @Test("many children of one record are counted in time linear in them")
  func manyChildren() throws {
    let list = Array(repeating: "{}", count: 20_000).joined(separator: ",\n")
    let input = "{\"a\":[\(list)],\"b\":[\(list)]}"
    let run = try ChunkedRun(Self.spec(), Array(input.utf8))
    #expect(run.output.hasSuffix(#"{"l":20000}]}"# + "\n"))
  }
}
