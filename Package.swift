// swift-tools-version: 6.2

import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
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
    .target(name: "CPages"),
    .target(name: "RKDiagnostics", dependencies: ["CPages", "RKEngine"], swiftSettings: strict),
    .target(
      name: "RKFormats",
      dependencies: ["RKDiagnostics", "RKEngine"],
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
      name: "RKCommandLine",
      dependencies: [
        "RKAuthoring", "RKVerdict", "RKSQLite", "RKMapping", "RKDiagnostics", "RKEngine",
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
      dependencies: ["RKFormats", "RKDiagnostics", "RKEngine"],
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
      name: "RKCommandLineTests",
      dependencies: ["RKCommandLine", "RKDiagnostics", "RKSQLite", "RKVerdict", "TestSupport"],
      swiftSettings: strict
    ),
    .target(
      name: "TestSupport",
      dependencies: ["RKEngine"],
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
