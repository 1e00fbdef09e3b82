import Foundation
import Testing

/// Which modules may import which: the package manager does not enforce this, so these tests do.
struct FloorTests {
  /// What each target may import: targets below it, and system modules only in the files of
  /// `systemFiles`.
  static let floors: [String: Set<String>] = [
    "RKEngine": ["CScan"],
    "RKDiagnostics": ["CPages", "RKEngine"],
    "RKFormats": ["CFormats", "RKDiagnostics", "RKEngine"],
    "RKMapping": ["RKFormats", "RKDiagnostics", "RKEngine"],
    "RKAuthoring": ["RKMapping", "RKDiagnostics", "RKEngine"],
    "RKVerdict": ["RKMapping", "RKDiagnostics", "RKEngine"],
    "RKSQLite": ["CSQLite", "RKMapping", "RKDiagnostics", "RKEngine"],
    "RKPostgres": ["RKSQLite", "RKMapping", "RKDiagnostics", "RKEngine"],
    "RKCommandLine": [
      "RKAuthoring", "RKVerdict", "RKPostgres", "RKSQLite", "RKMapping", "RKDiagnostics",
      "RKEngine",
    ],
    "rkmap": ["RKCommandLine"],
    "rkbench": ["RKMapping", "RKEngine"],
  ]

  static let systemModules: Set<String> = ["Glibc", "Musl", "Darwin", "Synchronization"]

  /// The files that use system modules.
  static let systemFiles: Set<String> = [
    "Sources/RKCommandLine/ProcessEnvironment.swift",
    "Sources/RKCommandLine/ProcessSignals.swift",
    "Sources/RKEngine/Files/FileDescriptor+Link.swift",
    "Sources/RKEngine/Files/FileDescriptor+Places.swift",
    "Sources/RKEngine/Files/FileDescriptor+Standard.swift",
    "Sources/RKEngine/Files/FileDescriptor.swift",
    "Sources/RKEngine/Files/FileGlob.swift",
    "Sources/RKEngine/Files/FileMemory.swift",
    "Sources/RKEngine/Files/FolderListing.swift",
    "Sources/RKEngine/Bytes/Interruption.swift",
    "Sources/RKEngine/Bytes/Memory.swift",
    "Sources/RKEngine/Bytes/Timestamp.swift",
    "Sources/RKEngine/Bytes/SystemCall.swift",
    "Sources/RKEngine/Bytes/SystemError.swift",
    "Sources/RKEngine/Bytes/UniqueArray.swift",
    "Sources/RKEngine/Segments/Monitor.swift",
    "Sources/RKEngine/Run/RoomyStack.swift",
    "Sources/RKVerdict/MapperCache.swift",
    "Sources/RKEngine/Segments/SystemThread.swift",
    "Sources/RKVerdict/Snapshots/SnapshotKeeper.swift",
    "Sources/rkmap/main.swift",
  ]

  private static func imports(of file: SourceTree.File) -> [String] {
    file.code.matches(of: /(?m)^\s*(?:\w+ )?import (?:struct |enum |func |class )?(\w+)/).map {
      String($0.output.1)
    }
  }

  @Test("A file imports only what lies below its target", arguments: SourceTree.sources)
  func importsPointDownward(file: SourceTree.File) throws {
    let allowed = try #require(Self.floors[file.target], "the target has no floor")
    for name in Self.imports(of: file) where !allowed.contains(name) {
      #expect(
        Self.systemModules.contains(name) && Self.systemFiles.contains(file.path),
        "\(file.path) imports \(name)"
      )
    }
  }

  @Test("Every file that may talk to the system exists and does")
  func systemFilesAreTrue() {
    for path in Self.systemFiles {
      let file = SourceTree.sources.first { $0.path == path }
      let imports = file.map(Self.imports) ?? []
      #expect(!Self.systemModules.isDisjoint(with: imports), "\(path) is listed for nothing")
    }
  }

  @Test(
    "The program links nothing of the concurrency library, which would be set up at each start",
    arguments: SourceTree.sources.filter {
      // The program is built without the library's sequence (decision 0049).
      $0.target != "rkbench" && !$0.text.contains("\n#if Concurrency\n")
    }
  )
  func noConcurrency(file: SourceTree.File) {
    #expect(!file.code.contains(/\b(?:ContinuousClock|SuspendingClock|Task|async|await|actor)\b/))
  }

  @Test("One file each calls the C kernels, compares 16 bytes, counts processors, ends the process")
  func kernelsHaveOneCaller() {
    let callers = SourceTree.sources.filter { Self.imports(of: $0).contains("CScan") }
    let folder = "Sources/RKEngine"
    #expect(
      callers.map(\.path).sorted()
        == ["Bytes/Emergency", "Bytes/OutputBuffer", "Scan/Processors", "Scan/ScanKernel"].map {
          "\(folder)/\($0).swift"
        }
    )
  }

  @Test("Only one file allocates C memory, so that running out of it ends the run in one place")
  func memoryHasOneSource() {
    let allocation = /\b(?:malloc|calloc|realloc|posix_memalign|aligned_alloc|strdup)\(/
    let callers = SourceTree.sources.filter { $0.code.contains(allocation) }
    #expect(callers.map(\.path) == ["Sources/RKEngine/Bytes/Memory.swift"])
  }

  @Test("One file alone calls the libraries of compressed formats")
  func compressionHasOneCaller() {
    let callers = SourceTree.sources.filter { Self.imports(of: $0).contains("CFormats") }
    #expect(
      callers.map(\.path)
        == ["Sources/RKFormats/CompressionSteps.swift", "Sources/RKFormats/XMLParsing.swift"]
    )
  }

  @Test("Few files call SQLite: its connection, its statements, its files, and what its codes mean")
  func databaseHasFewCallers() {
    let callers = SourceTree.sources.filter { Self.imports(of: $0).contains("CSQLite") }
    let names = callers.map { String($0.path.split(separator: "/").last ?? "") }
    // Copying a database, for dry runs, needs calls of its own.
    #expect(
      names.sorted()
        == [
          "Database+Copy.swift", "Database.swift", "PatientFiles.swift", "Statement.swift",
          "WriteError+Diagnostic.swift",
        ]
    )
  }

  @Test("The manifest names no package but this one")
  func thereAreNoThirdParties() throws {
    let manifest = try #require(
      SourceTree.files(in: ".").first { $0.path == "./Package.swift" }
    )
    #expect(!manifest.code.contains(".package("))
  }

  /// The folders of a target from the lowest to the highest; an empty name is for files in no folder.
  static let folders: [String: [String]] = [
    "RKEngine": [
      "Bytes", "Files", "Scan", "Index", "Plan", "Rows", "Numbers", "Dates", "Patterns", "Values",
      "Expressions", "Paths", "Trace", "Coverage", "Map", "Output", "Compare", "Serialize",
      "Segments",
      "Run",
    ],
    "RKMapping": [
      "Language", "Spec", "Graph", "Compile", "Check", "Report", "Input", "Output", "Records",
      "Serialize", "Coverage", "", "Compare", "Explain",
    ],
    "RKSQLite": ["Store", "Schema", "Rows", "Members", "File", "Compare", ""],
  ]

  @Test("Every folder of a layered target has a place", arguments: Array(folders.keys.sorted()))
  func foldersAreKnown(target: String) {
    let found = Set(SourceTree.sources.filter { $0.target == target }.map(\.folder))
    #expect(found.isSubset(of: Self.folders[target] ?? []))
  }

  @Test("CONTRIBUTING lists the folders in this order", arguments: Array(folders.keys.sorted()))
  func foldersAreListed(target: String) throws {
    let page = try String(
      contentsOf: SourceTree.root.appending(path: "CONTRIBUTING.md"),
      encoding: .utf8
    )
    let section = page.split(separator: "\n### ").first { $0.hasPrefix("Folders of \(target),") }
    let links = /\(Sources\/\w+\/(\w+)\)|\| files in no folder/
    let listed = try #require(section).matches(of: links).map { String($0.1 ?? "") }
    #expect(listed == Self.folders[target])
  }

  @Test("A folder uses no type of a folder above it", arguments: Array(folders.keys.sorted()))
  func foldersPointDownward(target: String) {
    let order = Self.folders[target] ?? []
    let files = SourceTree.sources.filter { $0.target == target }
    for (level, folder) in order.enumerated() {
      let above = files.filter { (order.firstIndex(of: $0.folder) ?? 0) > level }
      let types = Set(above.flatMap(Self.declaredTypes))
      #expect(level == order.count - 1 || !types.isEmpty, "no types were found above \(folder)")
      for file in files where file.folder == folder {
        let known = Self.words(of: file).intersection(types)
        #expect(known.isEmpty, "\(file.path) knows \(known.sorted())")
      }
    }
  }

  /// The types that a file declares at its top for others.
  private static func declaredTypes(_ file: SourceTree.File) -> [String] {
    let declaration =
      /(?m)^(?:package |public )?(?:final |indirect )?(?:struct|enum|class|protocol|typealias) (\w+)/
    return file.code.matches(of: declaration).map { String($0.output.1) }
  }

  private static func words(of file: SourceTree.File) -> Set<String> {
    Set(file.code.matches(of: /\b[A-Z]\w*/).map { String($0.output) })
  }
}
