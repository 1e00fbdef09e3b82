import RKAuthoring
import RKMapping
import Testing

struct RequestTests {
  /// The paths of the descriptors for the responses to some requests, which have records of one kind.
  private func paths(_ urls: String...) throws -> [String] {
    let collector = SampleCollector(namesRequests: true)
    for (number, url) in urls.enumerated() {
      let document = #"{"id": \#(number), "full_name": "n\#(number)"}"#
      let text = Array(document.utf8) + [UInt8](repeating: 0x20, count: 64)
      let origin = SampleOrigin(
        file: "a.har",
        method: "GET",
        url: "https://api.x\(url)",
        status: 200
      )
      collector.receive(text.span, 0..<document.utf8.count, origin)
    }
    let made = try #require(
      try Inference(collector, files: ["a.har"], options: InferenceOptions())
    )
    return String(decoding: made.spec, as: UTF8.self).matches(of: /"path": "([^"]*)"/).map {
      String($0.1)
    }
  }

  @Test("Two parts of a path that always differ together are parameters")
  func together() throws {
    let found = try paths("/repos/aa/x", "/repos/bb/y", "/repos/cc/z", "/repos/dd/w")
    #expect(found == ["/repos/:repoId/:repoId2"])
    let inner = try paths("/repos/aa/x/issues", "/repos/bb/y/issues", "/repos/cc/z/issues")
    #expect(inner == ["/repos/:repoId/:repoId2/issues"])
  }

  @Test("Parts that differ each for itself are parameters, one after the other")
  func apart() throws {
    let found = try paths(
      "/repos/aa/x",
      "/repos/aa/y",
      "/repos/aa/z",
      "/repos/bb/x",
      "/repos/bb/y",
      "/repos/bb/z",
      "/repos/cc/x",
      "/repos/cc/y",
      "/repos/cc/z"
    )
    #expect(found == ["/repos/:repoId/:repoId2"])
  }

  @Test("Few paths stay as they are")
  func few() throws {
    #expect(try paths("/repos/aa/x", "/repos/bb/y") == ["/repos/aa/x", "/repos/bb/y"])
  }
}
