import RKDiagnostics
import Testing

@Suite("The nearest name")
struct NearestNameTests {
  @Test(
    "a mistake of one letter is found: changed, left out, inserted, swapped",
    arguments: ["atXributes", "atributes", "atttributes", "attirbutes", "attributez"]
  )
  func slips(name: String) {
    #expect(NearestName.of(name, among: ["id", "target", "attributes"]) == "attributes")
  }

  @Test("case does not count")
  func letterCase() {
    #expect(NearestName.of("KEYPATH", among: ["path", "keyPath"]) == "keyPath")
  }

  @Test("of several the one with the fewest changes is chosen")
  func nearest() {
    #expect(NearestName.of("mapings", among: ["matchers", "mappings", "mapper"]) == "mappings")
  }

  @Test("of equally similar ones the first is chosen")
  func tie() {
    #expect(NearestName.of("bat", among: ["cat", "bar"]) == "cat")
  }

  @Test("a name similar to none has no nearest one")
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
    "a typed word may be an abbreviation",
    arguments: [("--comp", "; did you mean '--compact'?"), ("--", ""), ("", "")]
  )
  func beginning(name: String, expected: String) {
    let flags = ["--color", "--compact"]
    #expect(NearestName.suggestion(forWord: name, among: flags) == expected)
  }

  @Test("of several words that an abbreviation begins the shortest is suggested")
  func shortest() {
    let flags = ["--strict-tables", "--strict", "--strict-required"]
    #expect(
      NearestName.suggestion(forWord: "--stric", among: flags)
        == "; did you mean '--strict'?"
    )
  }

  @Test("without a suggestion there is no text")
  func noSuggestion() {
    #expect(NearestName.suggestion(for: "frobnicate", among: ["id"]).isEmpty)
  }

  @Test("a mistake is found in the shortest names, too")
  func shortNames() {
    #expect(NearestName.of("ix", among: ["target", "id"]) == "id")
    #expect(NearestName.of("xy", among: ["target", "id"]) == nil)
  }
}
