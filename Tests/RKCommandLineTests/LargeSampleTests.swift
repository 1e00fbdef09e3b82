import Testing

@Suite("Samples that are too large to be read whole")
struct LargeSampleTests {
  /// A document with its records behind two keys.
  private func document(_ records: Range<Int>) -> String {
    let list = records.map { number in
      #"{"id": \#(number), "text": "\#(String(repeating: "x", count: 400))", "kind": {"id": \#(number % 7)}}"#
    }
    return
      #"{"total": 9, "data": {"items": [\#(list.joined(separator: ","))], "page": 1}, "next": null}"#
  }

  @Test("A document that is taken apart gives the spec of its parts")
  func apart() throws {
    let place = try Workplace(spec: "{}", input: document(0..<20_000))
    try place.write(document(0..<10_000), to: "one.json")
    try place.write(document(10_000..<20_000), to: "two.json")
    let whole = try place.run(["infer", "in.json", "--no-comments"])
    let parts = try place.run(["infer", "one.json", "two.json", "--no-comments"])
    #expect(whole.status == 0)
    #expect(whole.output.contains(#""keyPath": "data.items""#))
    #expect(whole.output == parts.output)
  }
}
