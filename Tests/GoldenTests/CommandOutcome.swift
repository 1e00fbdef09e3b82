import Foundation
import TestSupport

/// The result of a command line: the bytes that it wrote and its status.
struct CommandOutcome {
  var output = Data()
  var error = Data()
  var status: Int32 = 0

  /// Runs a command line in a folder, with the built program as `rkmap`.
  ///
  /// The output goes through files, since a pipe would fill up.
  static func running(_ command: String, in folder: URL) throws -> CommandOutcome {
    let scratch = try ScratchFolder()
    let output = URL(filePath: try scratch.write("", to: "stdout"))
    let error = URL(filePath: try scratch.write("", to: "stderr"))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging([
      "PATH": "\(Project.products.path):/usr/bin:/bin", "NO_COLOR": "1", "CI": "",
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: error)
    try process.run()
    process.waitUntilExit()
    return CommandOutcome(
      output: try Data(contentsOf: output),
      error: try Data(contentsOf: error),
      status: process.terminationStatus
    )
  }
}

extension Data {
  /// The first line that differs from another text's, as a sentence; nil if they are the same.
  func difference(from expected: Data) -> String? {
    guard self != expected else { return nil }
    let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let others = expected.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let same = zip(lines, others).prefix { $0 == $1 }.count
    return """
      line \(same + 1) is
        \(Data.shown(lines, same))
      and was expected to be
        \(Data.shown(others, same))
      """
  }

  private static func shown(_ lines: [Data], _ number: Int) -> String {
    guard number < lines.count else { return "(the end)" }
    return String(decoding: lines[number].prefix(500), as: UTF8.self)
  }
}
