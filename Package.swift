// swift-tools-version: 6.2

import Foundation
import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A library that the program has in it where the system has it, and does without where not.
struct OptionalLibrary {
  var name: String
  var header: String

  /// The system has what is needed to build with it.
  ///
  /// On Linux the archive goes into the program, which then needs no library where it runs; macOS has
  /// its libraries wherever it runs. `RKMAP_WITHOUT=zstd,expat` builds without some.
  var isFound: Bool {
    let unwanted = (Context.environment["RKMAP_WITHOUT"] ?? "").split(separator: ",")
    if unwanted.contains(Substring(name)) { return false }
    #if os(Linux)
      let folders = ["/usr/include", "/usr/local/include"]
      let archives = Self.libraryFolders.map { "\($0)/lib\(linkName).a" }
      return Self.isThere(folders.map { "\($0)/\(header)" }) && Self.isThere(archives)
    #else
      return name == "zlib" || name == "expat" || Self.isThere(["/usr/local/include/\(header)"])
    #endif
  }

  private var linkName: String { name == "zlib" ? "z" : name }

  private static func isThere(_ paths: [String]) -> Bool {
    paths.contains(where: FileManager.default.fileExists)
  }

  private static let libraryFolders =
    ["x86_64", "aarch64"].map { "/usr/lib/\($0)-linux-gnu" }
    + ["/usr/lib64", "/usr/lib", "/usr/local/lib"]

  var cSettings: [CSetting] { isFound ? [.define("RK_HAS_\(name.uppercased())")] : [] }

  var linkerSettings: [LinkerSetting] {
    isFound
      ? [
        .linkedLibrary(":lib\(linkName).a", .when(platforms: [.linux])),
        .linkedLibrary(linkName, .when(platforms: [.macOS])),
      ] : []
  }
}

let formatLibraries = [
  OptionalLibrary(name: "zlib", header: "zlib.h"),
  OptionalLibrary(name: "zstd", header: "zstd.h"),
  OptionalLibrary(name: "expat", header: "expat.h"),
]

let package = Package(
  name: "rkmap",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "rkmap", targets: ["rkmap"]),
    .library(name: "RKMapping", targets: ["RKMapping"]),
    .library(name: "RKSQLite", targets: ["RKSQLite"]),
  ],
  traits: [
    .trait(
      name: "Concurrency",
      description: "The library's Mapper.records(in:); the program is built without it."
    ),
    .default(enabledTraits: ["Concurrency"]),
  ],
  targets: [
    .target(name: "CScan"),
    .target(
      name: "RKEngine",
      dependencies: ["CScan"],
      swiftSettings: strict + [.enableExperimentalFeature("Lifetimes")]
    ),
    .target(name: "CPages", exclude: ["report.css", "report.js"]),
    .target(name: "RKDiagnostics", dependencies: ["CPages", "RKEngine"], swiftSettings: strict),
    .target(
      name: "CFormats",
      cSettings: formatLibraries.flatMap(\.cSettings),
      linkerSettings: formatLibraries.flatMap(\.linkerSettings)
    ),
    .target(
      name: "RKFormats",
      dependencies: ["CFormats", "RKDiagnostics", "RKEngine"],
      swiftSettings: strict
    ),
    .target(
      name: "RKMapping",
      dependencies: ["RKFormats", "RKDiagnostics", "RKEngine"],
      swiftSettings: strict
    ),
    .target(
      name: "RKAuthoring",
      dependencies: ["RKMapping", "RKDiagnostics", "RKEngine"],
      swiftSettings: strict
    ),
    .target(
      name: "RKVerdict",
      dependencies: ["RKMapping", "RKDiagnostics", "RKEngine"],
      swiftSettings: strict
    ),
    .systemLibrary(
      name: "CSQLite",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]
    ),
    .target(
      name: "RKSQLite",
      dependencies: ["RKMapping", "RKDiagnostics", "RKEngine", "CSQLite"],
      swiftSettings: strict,
      // The installed archive goes into the program, which then needs no library where it runs.
      linkerSettings: [
        .linkedLibrary(":libsqlite3.a", .when(platforms: [.linux])),
        .linkedLibrary("m", .when(platforms: [.linux])),
        .linkedLibrary("sqlite3", .when(platforms: [.macOS])),
      ]
    ),
    .target(
      name: "RKPostgres",
      dependencies: ["RKSQLite", "RKMapping", "RKDiagnostics", "RKEngine"],
      swiftSettings: strict
    ),
    .target(
      name: "RKCommandLine",
      dependencies: [
        "RKAuthoring", "RKVerdict", "RKPostgres", "RKSQLite", "RKMapping", "RKDiagnostics",
        "RKEngine",
      ],
      swiftSettings: strict
    ),
    .executableTarget(name: "rkmap", dependencies: ["RKCommandLine"], swiftSettings: strict),
    .executableTarget(
      name: "rkbench",
      dependencies: ["RKMapping", "RKEngine"],
      swiftSettings: strict
    ),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .testTarget(
      name: "GoldenTests",
      dependencies: ["RKDiagnostics", "TestSupport", "rkmap"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "RKCommandLine", "RKAuthoring", "RKSQLite", "RKMapping", "RKDiagnostics", "RKEngine",
        "TestSupport",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKDiagnosticsTests",
      dependencies: ["RKDiagnostics", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKMappingTests",
      dependencies: ["RKDiagnostics", "RKEngine", "RKMapping", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKFormatsTests",
      dependencies: ["RKFormats", "RKDiagnostics", "RKEngine", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKAuthoringTests",
      dependencies: ["RKAuthoring", "RKMapping", "RKDiagnostics", "RKEngine", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKVerdictTests",
      dependencies: ["RKVerdict", "RKMapping", "RKDiagnostics", "RKEngine", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKSQLiteTests",
      dependencies: ["RKDiagnostics", "RKEngine", "RKMapping", "RKSQLite", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKPostgresTests",
      dependencies: ["RKEngine", "RKMapping", "RKPostgres"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKCommandLineTests",
      dependencies: ["RKCommandLine", "RKDiagnostics", "RKSQLite", "RKVerdict", "TestSupport"],
      swiftSettings: strict
    ),
    .target(
      name: "TestSupport",
      dependencies: ["RKFormats", "RKEngine"],
      path: "Tests/TestSupport",
      swiftSettings: strict
    ),
    .testTarget(
      name: "JSONTestSuiteTests",
      dependencies: ["RKDiagnostics", "RKEngine", "RKMapping", "TestSupport"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "RKEngineTests",
      dependencies: ["RKEngine", "TestSupport"],
      swiftSettings: strict
    ),
  ]
)

// The fuzzer is built by `make fuzz` alone, which sets this.
if Context.environment["RKMAP_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "RKAuthoring", "RKDiagnostics", "RKEngine", "RKFormats", "RKMapping", "TestSupport",
      ],
      path: "Tests/Fuzz",
      swiftSettings: strict + [.enableExperimentalFeature("Extern")]
    )
  )
}
