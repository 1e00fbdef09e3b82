import Foundation
import Testing

/// The size of the sources in tokens, which neither layout nor comments nor long names change.
struct SizeTests {
  /// The most tokens of each target; a commit that raises a number states why in a line beside it.
  static let limits = [
    // Suites that see the first null, objects without members told.
    "RKAuthoring": 79_041,
    "RKCommandLine": 51_832,
    "RKDiagnostics": 13_223,
    // Operators that cannot compute, lists that name members again, what parts have to tell.
    "RKEngine": 304_546,
    "RKFormats": 26_279,
    // What is told at the end travels in trailers.
    "RKMapping": 299_969,
    "RKPostgres": 18_633,
    // Runs that failed, references that had another name.
    "RKSQLite": 69_191,
    "RKVerdict": 29_943,
    "rkbench": 1_890,
    "rkmap": 71,
  ]

  /// The counting program, which stands beside the project like the conformance suite.
  static let measure = SourceTree.root.appending(path: "../shared/measure").standardized

  @Test("A target has at most the tokens that it is allowed")
  func targetsAreSmall() throws {
    guard FileManager.default.fileExists(atPath: Self.measure.path) else {
      print("skipped: the counting program is not at \(Self.measure.path)")
      return
    }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["python3", Self.measure.path] + Self.limits.keys.sorted().map { "Sources/\($0)" }
    process.currentDirectoryURL = SourceTree.root
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let rows = text.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.count == Self.limits.count + 1)
    for row in rows where row.count == 2 && row[1] != "all" {
      let target = String(row[1].split(separator: "/").last ?? "")
      let count = try #require(Int(row[0]))
      #expect(count <= Self.limits[target] ?? 0, "\(target) has \(count) tokens")
    }
  }

  /// The most lines of C and JavaScript, which the tokens do not count.
  @Test(
    "C and JavaScript stay small",
    arguments: [("CScan", 1_643), ("CFormats", 668), ("CPages", 878), ("CSQLite", 28)]
  )
  func othersAreSmall(target: String, limit: Int) {
    let files = SourceTree.files(in: "Sources/\(target)", ["c", "h", "js", "css", "S", "inc"])
    #expect(files.reduce(0) { $0 + $1.lineCount } <= limit)
  }
}
