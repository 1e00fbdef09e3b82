import RKEngine
import Testing

/// Deep merging is RKDictionaryUtilitiesTest's table (docs/restkit.md).
@Suite("Metadata")
struct MetadataTests {
  private func tree(_ entries: [(String, String)]) -> Metadata {
    var tree = Metadata()
    for (path, text) in entries {
      tree.set(.text(text), at: path.split(separator: ".").map(String.init))
    }
    return tree
  }

  private func text(_ tree: Metadata) -> String {
    String(decoding: Metadata.Value.group(tree).jsonText, as: UTF8.self)
  }

  @Test(
    "the entries of another take precedence, and groups are merged",
    arguments: [
      ([("a.b", "1")], [("a.c", "2")], #"{"a":{"b":"1","c":"2"}}"#),
      ([("a.b", "1")], [("a.b", "2")], #"{"a":{"b":"2"}}"#),
      ([("a", "1")], [("b.c", "2")], #"{"a":"1","b":{"c":"2"}}"#),
      ([("a", "1")], [("a.b", "2")], #"{"a":{"b":"2"}}"#),
      ([("a.b", "1")], [("a", "2")], #"{"a":"2"}"#),
      (
        [("a.b.c", "1"), ("a.d", "2")], [("a.b.e", "3")], #"{"a":{"b":{"c":"1","e":"3"},"d":"2"}}"#
      ),
    ]
  )
  func merging(own: [(String, String)], others: [(String, String)], expected: String) {
    var merged = tree(own)
    merged.merge(tree(others))
    #expect(text(merged) == expected)
  }

  @Test("names lead to their values, or nowhere")
  func lookup() {
    let tree = tree([("a.b", "1")])
    #expect(tree[["a", "b"]] == .text("1"))
    #expect(tree[["a"]] == .group(self.tree([("b", "1")])))
    #expect(tree[["a", "c"]] == nil)
    #expect(tree[["a", "b", "c"]] == nil)
    #expect(tree[["A", "b"]] == nil)
    #expect(tree[[]] == nil)
  }

  @Test("a group may ignore the case of names, also when merged")
  func ignoringCase() {
    var headers = Metadata(ignoresCase: true)
    headers["X-A"] = .text("1")
    headers["x-a"] = .text("2")
    var tree = tree([("h.x-A", "0"), ("h.b", "3")])
    var other = Metadata()
    other["h"] = .group(headers)
    tree.merge(other)
    #expect(text(tree) == #"{"h":{"x-A":"2","b":"3"}}"#)
    #expect(tree[["h", "B"]] == .text("3"))
  }

  @Test("texts are escaped, numbers are not quoted")
  func json() {
    var tree = Metadata()
    tree.set(.text("a\"\\\n"), at: ["\"x"])
    tree.set(.number(-3), at: ["n"])
    #expect(text(tree) == #"{"\"x":"a\"\\\n","n":-3}"#)
  }
}
