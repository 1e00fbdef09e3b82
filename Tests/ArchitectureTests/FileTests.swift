import Testing

/// What all files have in common.
struct FileTests {
  static let code = SourceTree.files(in: "Sources", ["swift", "c", "h"])
  static let tests = SourceTree.files(in: "Tests", ["swift", "c", "h"])

  @Test("A source file has at most 800 lines", arguments: code)
  func filesAreShort(file: SourceTree.File) {
    #expect(file.lineCount <= 800)
  }

  @Test("A test file has at most 500 lines", arguments: tests)
  func testsAreShort(file: SourceTree.File) {
    #expect(file.lineCount <= 500)
  }

  @Test("The median source file has at most 150 lines")
  func filesAreMostlyShorter() {
    let counts = Self.code.map(\.lineCount).sorted()
    #expect(counts[counts.count / 2] <= 150)
  }

  @Test("A source file is ASCII", arguments: code)
  func sourcesAreASCII(file: SourceTree.File) {
    #expect(file.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test("A source file leaves nothing for later without an issue", arguments: code)
  func nothingIsLeft(file: SourceTree.File) {
    for word in ["TODO", "FIXME", "XXX"] { #expect(!file.text.contains(word)) }
  }

  @Test("In CI no test is skipped", arguments: tests)
  func testsAreRun(file: SourceTree.File) {
    #expect(!file.code.contains(/\.disabled\(|\.enabled\((?!\s*if: Machine\.(offers|has)\()/))
  }

  @Test("The library neither prints nor exits", arguments: code)
  func libraryIsSilent(file: SourceTree.File) {
    guard file.target.hasPrefix("RK"), file.target != "RKCommandLine" else { return }
    #expect(!file.code.contains(/\b(print|exit|fatalError|getenv)\(/))
  }
}
