// swift-tools-version: 6.2

import PackageDescription

// A package that uses the library as those of others do: what is public must be enough for it.
let package = Package(
  name: "Consumer",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "rkmap", path: "../..")],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [
        .product(name: "RKMapping", package: "rkmap"),
        .product(name: "RKSQLite", package: "rkmap"),
      ]
    )
  ]
)
