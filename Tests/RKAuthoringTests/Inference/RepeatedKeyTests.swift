import RKAuthoring
import RKMapping
import Testing

struct RepeatedKeyTests {
  /// The spec of a document, without the values that do not count.
  private func spec(_ document: String, keepsFirst: Bool) throws -> (text: String, key: String?) {
    let collector = SampleCollector(namesRequests: true)
    let unique = UniqueKeySamples(collector, keepsFirst: keepsFirst)
    let text = Array(document.utf8) + [UInt8](repeating: 0x20, count: 64)
    unique.receive(text.span, 0..<document.utf8.count, SampleOrigin(file: "in.json"))
    var options = InferenceOptions()
    options.hasComments = false
    let made = try #require(try Inference(collector, files: ["in.json"], options: options))
    return (try compact(String(decoding: made.spec, as: UTF8.self)), collector.repeatedKey)
  }

  private let document = #"""
    [{"id": 1, "a": "x", "b": [{"c": 1, "c": "y"}], "\u0061": {"q": [1, {}], "r": true}}, {"id": 2, "a" : {"q": [5]}}]
    """#

  @Test("Of a key that occurs twice in one object the value is learned from that counts")
  func counting() throws {
    let last = try spec(document, keepsFirst: false)
    #expect(last.text.contains(#""a":"A""#))
    #expect(last.text.contains(#""c":"string""#))
    #expect(last.key == nil)
    let first = try spec(document, keepsFirst: true)
    #expect(first.text.contains(#""a":"any""#))
    #expect(first.text.contains(#""c":"integer""#))
  }

  @Test("A key that occurs twice in one object is noticed, in whatever order the keys are")
  func notice() throws {
    for (text, key) in [
      (document, "c"), (#"[{"a": 1, "b": 2}, {"b": 1, "a": 2}]"#, nil),
      (#"[{"a": 1, "b": 2}, {"b": 1, "a": 2, "b": 3}]"#, "b"),
      (#"{"a": {"b": 1}, "b": {"a": 1}}"#, nil),
    ] {
      let collector = SampleCollector(namesRequests: true)
      let bytes = Array(text.utf8) + [UInt8](repeating: 0x20, count: 64)
      collector.receive(bytes.span, 0..<text.utf8.count, SampleOrigin(file: "in.json"))
      #expect(collector.repeatedKey == key, "\(text)")
    }
  }
}
