import Testing

/// Unsafe code needs an owner, a reason and a limit: this is the limit.
struct UnsafeTests {
  /// The files that may use `unsafe`, and how often they do.
  ///
  /// A number may fall; one rises only with a reason in the same commit.
  static let counts: [String: Int] = [
    "Sources/RKCommandLine/ProcessEnvironment.swift": 2,
    "Sources/RKDiagnostics/EmbeddedText.swift": 4,
    "Sources/RKEngine/Bytes/Emergency.swift": 11,
    "Sources/RKEngine/Files/FileDescriptor+Link.swift": 2,
    "Sources/RKEngine/Files/FileDescriptor+Places.swift": 6,
    "Sources/RKEngine/Files/FileDescriptor+Standard.swift": 3,
    "Sources/RKEngine/Files/FileDescriptor.swift": 35,
    "Sources/RKEngine/Files/FileGlob.swift": 1,
    "Sources/RKEngine/Files/FileMapping.swift": 2,
    "Sources/RKEngine/Files/FileMemory.swift": 6,
    "Sources/RKEngine/Files/FolderListing.swift": 9,
    "Sources/RKEngine/Files/InputBuffer.swift": 7,
    "Sources/RKEngine/Bytes/Interruption.swift": 4,
    "Sources/RKEngine/Bytes/Memory.swift": 11,
    "Sources/RKEngine/Bytes/Timestamp.swift": 1,
    "Sources/RKEngine/Bytes/OutputBuffer.swift": 33,
    "Sources/RKEngine/Bytes/SystemError.swift": 2,
    "Sources/RKEngine/Bytes/UniqueArray.swift": 48,
    "Sources/RKEngine/Bytes/WideLoads.swift": 1,
    "Sources/RKEngine/Index/TokenView.swift": 5,
    "Sources/RKEngine/Segments/Monitor.swift": 9,
    "Sources/RKEngine/Run/RoomyStack.swift": 1,
    // A thread that is left to end by itself is named to the system once more.
    "Sources/RKEngine/Segments/SystemThread.swift": 20,
    "Sources/RKFormats/CompressionSteps.swift": 14,
    "Sources/RKFormats/XMLParsing.swift": 14,
    "Sources/RKEngine/Scan/ScanKernel.swift": 38,
    "Sources/RKSQLite/Store/Database+Copy.swift": 4,
    "Sources/RKSQLite/Store/Database.swift": 25,
    "Sources/RKSQLite/Store/PatientFiles.swift": 45,
    "Sources/RKSQLite/Store/Statement.swift": 28,
  ]

  /// How often a file uses `unsafe`, as an expression or an attribute.
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

  /// How far above a line with unsafe code its reason may be.
  static let reach = 12

  @Test(
    "A line with unsafe code has a reason for its safety at most 12 lines above",
    arguments: SourceTree.sources.filter { counts[$0.path] != nil }
  )
  func unsafeHasReasons(file: SourceTree.File) {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    let code = file.code.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in code.enumerated() where line.contains(/(^|[^@])\bunsafe\b/) {
      let reasons = lines[max(0, number - Self.reach)..<number].filter { $0.contains("// SAFETY:") }
      #expect(!reasons.isEmpty, "line \(number + 1) says `unsafe` without a reason")
    }
  }

  @Test("Nothing is force-unwrapped and nothing is bit-cast", arguments: SourceTree.sources)
  func nothingIsForced(file: SourceTree.File) {
    #expect(!file.code.contains("try!"))
    #expect(!file.code.contains("unsafeBitCast"))
    #expect(!file.code.contains(" as! "))
  }
}
