import RKMapping
import TestSupport
import Testing

@Suite("Records made at random")
struct SerializeRandomTests {
  private static let spec = #"""
    {"keyPath": "k", "root-map-ref": "m", "mappers": [
      {"id": "m", "target": "M",
       "attributes": ["a", {"from": "b.c", "to": "b"}, {"from": "l[1]", "to": "l"}, {"from": "t", "to": "t", "transform": "split:,"},
         {"from": "d", "to": "d", "type": "date", "format": ["d/M/yyyy", "epoch"]}, {"from": "i", "to": "i", "type": "integer"},
         {"from": "v", "to": "v", "map": {"1": "one", "x": 2, "true": null}}, {"from": "s", "to": "s", "type": "set<string>"},
         {"from": "j", "to": "j", "transform": ["toJSON", "base64Encode"]}, {"from": "kid.more", "to": "more"}],
       "relationships": [{"from": "kid", "to": "kid", "map-ref": "s"}, {"from": "kids", "to": "kids", "map-ref": "n"},
         {"from": "", "to": "self", "map-ref": "p"}]},
      {"id": "s", "target": "S", "attributes": ["id", "name"], "scalarAs": "id"},
      {"id": "n", "target": "N", "keyAttribute": "key", "forceCollection": true, "attributes": [{"from": "", "to": "value"}]},
      {"id": "p", "target": "P", "attributes": ["a", "q"]}]}
    """#

  private static let values = [
    "1", "1.0", "null", "true", #""x""#, #""1""#, #""one""#, "[1]", "[]", "{}", #"["a","b,c"]"#,
    #"["a","a"]"#,
    #""2011-07-04T00:00:00Z""#, #""2011-07-04T00:00:01.5Z""#, #""\u00e9 \ud83d\ude00""#,
    #"{"id":5}"#,
    #"{"id":5,"name":null}"#, #"{"id":{"more":1}}"#,
    #"[{"key":"a","value":1},{"key":2,"value":{"x":[]}}]"#,
    #"[{"key":"a"},{"key":"a"}]"#, #"{"a":1,"q":2}"#, #""W10=""#, #""eyJhIjoxfQ==""#, "\" \"",
    #""\"""#,
  ]

  private static func record(_ random: inout RandomJSON) -> String {
    let names = [
      "a", "b", "l", "t", "d", "i", "v", "s", "j", "more", "kid", "kids", "self", "other",
    ]
    var members: [String] = []
    for name in names where random.generator.oneIn(4) {
      let value =
        random.generator.oneIn(6)
        ? String(decoding: random.document(size: 20), as: UTF8.self) : random.generator.pick(values)
      members.append(#""\#(name)": \#(value)"#)
    }
    return "{" + members.joined(separator: ", ") + "}"
  }

  /// What these hold may be no related records at all.
  private static let related = ["more", "kid", "kids", "self"]

  @Test(
    "a record is written or fails once, and of what is written the same is written again",
    arguments: 0..<6
  )
  func lossless(seed: Int) throws {
    var random = RandomJSON(seed: UInt64(seed))
    random.breaksLines = false
    var count = 0
    for _ in 0..<80 {
      let record = Self.record(&random)
      let trial = try SerializeTrial(Self.spec, record)
      guard let written = trial.output else {
        #expect(trial.findings.count == 1, "\(record)")
        continue
      }
      let isRelated = Self.related.contains { record.contains("\"\($0)\": ") }
      if isRelated || written == #"{"k":{}}"# { continue }
      let read = try MappingTrial(Self.spec, written)
      #expect(read.findings == [], "\(record) \(written)")
      let records = try #require(read.output)
      #expect(try SerializeTrial(Self.spec, records).output == written, "\(record) \(records)")
      count += 1
    }
    #expect(count > 0)
  }
}
