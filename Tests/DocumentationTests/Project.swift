import Foundation

/// The project's own files, and the program that was built of them.
enum Project {
  /// The folder that holds Package.swift.
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Examples are rewritten instead of compared; git diff is the review.
  static let rewritesExamples =
    ProcessInfo.processInfo.environment["RKMAP_REWRITE_EXAMPLES"] != nil

  /// The text of a file, by its path from the root.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The paths of all files below a folder of the project, without hidden ones.
  static func files(below folder: String = "", named suffix: String) -> [String] {
    let top = folder.isEmpty ? root : root.appending(path: folder)
    let found = FileManager.default.enumerator(
      at: top,
      includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    let paths = (found?.allObjects ?? []).compactMap { ($0 as? URL)?.path() }
    return paths.filter { $0.hasSuffix(suffix) }.map { String($0.dropFirst(root.path().count)) }
      .sorted()
  }

  /// The folder of the program: beside the tests.
  static let programFolder: URL = {
    let places = [CommandLine.arguments[0]] + Bundle.allBundles.map { $0.bundlePath }
    for place in places {
      var folder = URL(filePath: place)
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        let values = try? folder.appending(path: "rkmap").resourceValues(forKeys: [
          .isRegularFileKey
        ])
        if values?.isRegularFile == true { return folder }
      }
    }
    return root.appending(path: ".build/debug")
  }()

  /// The output of a shell script, including diagnostics, with `rkmap` being the built program.
  static func run(_ script: String, in folder: URL = root) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = folder
    process.environment = ["PATH": "\(programFolder.path()):/usr/bin:/bin", "NO_COLOR": "1"]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
