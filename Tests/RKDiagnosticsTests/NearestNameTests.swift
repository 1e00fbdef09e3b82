import RKDiagnostics
import Testing

@Suite("The nearest name")
struct NearestNameTests {
  @Test(
    "a slip of one letter is found: changed, left out, put in, swapped",
    arguments: ["atXributes", "atributes", "atttributes", "attirbutes", "attributez"]
  )
  func slips(name: String) {
    #expect(NearestName.of(name, among: ["id", "target", "attributes"]) == "attributes")
  }

  @Test("case does not count")
  func letterCase() {
    #expect(NearestName.of("KEYPATH", among: ["path", "keyPath"]) == "keyPath")
  }

  @Test("of several the one with the fewest changes is taken")
  func nearest() {
    #expect(NearestName.of("mapings", among: ["matchers", "mappings", "mapper"]) == "mappings")
  }

  @Test("of equally near ones the first is taken")
  func tie() {
    #expect(NearestName.of("bat", among: ["cat", "bar"]) == "cat")
  }

  @Test("a name that is like none has no nearest one")
  func none() {
    #expect(NearestName.of("frobnicate", among: ["id", "target", "attributes"]) == nil)
  }

  @Test("long names have no nearest one, and none that is much longer or shorter is near")
  func long() {
    let name = String(repeating: "a", count: 64)
    #expect(NearestName.of(name, among: [String(name.dropLast())]) == String(name.dropLast()))
    #expect(NearestName.of(name + "a", among: [name]) == nil)
    #expect(NearestName.of(name, among: [name + "a"]) == nil)
    #expect(NearestName.of("abcde", among: ["abcdefgh"]) == nil)
    #expect(NearestName.of("abcde", among: ["abcdefg"]) == "abcdefg")
  }

  @Test("without candidates there is no nearest one")
  func noCandidates() {
    #expect(NearestName.of("id", among: []) == nil)
  }

  @Test("the format's own example finds userMapper for userMapping")
  func documentedExample() {
    #expect(
      NearestName.suggestion(for: "userMapping", among: ["articleMapper", "userMapper"])
        == "; did you mean 'userMapper'?"
    )
  }

  @Test(
    "a word that is typed may be the beginning of the one that is meant",
    arguments: [("--comp", "; did you mean '--compact'?"), ("--", ""), ("", "")]
  )
  func beginning(name: String, expected: String) {
    let flags = ["--color", "--compact"]
    #expect(NearestName.suggestion(for: name, among: flags, later: ["--bom"]) == expected)
  }

  @Test("of a word for a later version this is said, unless one of this version is as near")
  func later() {
    #expect(
      NearestName.suggestion(for: "cvs", among: ["json"], later: ["csv"])
        == "; did you mean 'csv', which this version does not support yet?"
    )
    #expect(
      NearestName.suggestion(for: "--tu", among: ["--to"], later: ["--tx"])
        == "; did you mean '--to'?"
    )
  }

  @Test("no suggestion is no text")
  func noSuggestion() {
    #expect(NearestName.suggestion(for: "frobnicate", among: ["id"]).isEmpty)
  }

  @Test("a slip is found in the shortest names, too")
  func shortNames() {
    #expect(NearestName.of("ix", among: ["target", "id"]) == "id")
    #expect(NearestName.of("xy", among: ["target", "id"]) == nil)
  }
}
