import Testing

/// Unsafe code has an owner, a promise and a fence: this is the fence.
struct UnsafeTests {
  /// The files that may say `unsafe`, and how often they do.
  ///
  /// A number may fall; one rises only with a reason in the same commit.
  static let counts: [String: Int] = [
    "Sources/RKCommandLine/ProcessSignals.swift": 14,
    "Sources/RKEngine/Bytes/FileDescriptor.swift": 22,
    "Sources/RKEngine/Bytes/FileGlob.swift": 6,
    "Sources/RKEngine/Bytes/InputBuffer.swift": 3,
    "Sources/RKEngine/Bytes/OutputBuffer.swift": 21,
    "Sources/RKEngine/Bytes/SystemError.swift": 2,
    "Sources/RKEngine/Bytes/UniqueArray.swift": 23,
    "Sources/RKEngine/Bytes/WideLoads.swift": 1,
    "Sources/RKEngine/Index/TokenView.swift": 5,
    "Sources/RKEngine/Scan/ScanKernel.swift": 14,
  ]

  /// How often a file says `unsafe`, as an expression or an attribute.
  private static func count(_ file: SourceTree.File) -> Int {
    file.code.matches(of: /\bunsafe\b/).count
  }

  @Test("A file says `unsafe` as often as it is allowed to", arguments: SourceTree.sources)
  func unsafeStaysInside(file: SourceTree.File) {
    #expect(Self.count(file) == Self.counts[file.path] ?? 0)
  }

  @Test("Every file that may be unsafe exists")
  func listIsTrue() {
    let paths = Set(SourceTree.sources.map(\.path))
    #expect(Self.counts.keys.filter { !paths.contains($0) } == [])
  }

  @Test(
    "A file with unsafe code says why it is safe",
    arguments: SourceTree.sources.filter { counts[$0.path] != nil }
  )
  func unsafeHasReasons(file: SourceTree.File) {
    #expect(file.text.contains("// SAFETY:"))
  }

  @Test("Nothing is forced and nothing is cast by its bits", arguments: SourceTree.sources)
  func nothingIsForced(file: SourceTree.File) {
    #expect(!file.code.contains("try!"))
    #expect(!file.code.contains("unsafeBitCast"))
    #expect(!file.code.contains(" as! "))
  }
}
