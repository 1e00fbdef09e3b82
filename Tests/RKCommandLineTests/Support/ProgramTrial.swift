import Foundation
import TestSupport

/// A folder in which the program is run.
final class Workplace {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  func path(_ name: String) -> String { folder.path(of: name) }

  func write(_ text: String, to name: String) throws { try folder.write(text, to: name) }

  func write(_ bytes: [UInt8], to name: String) throws { try folder.write(bytes, to: name) }

  func makeFolder(_ name: String) throws { try folder.makeFolder(name) }

  func read(_ name: String) throws -> String { try folder.text(of: name) }

  var names: [String] { folder.names }

  func names(in name: String) -> [String] { folder.names(in: name) }

  /// The program, ready to run here without an environment and without input.
  func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = ProgramTrial.executable
    process.arguments = arguments
    process.environment = [:]
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardInput = FileHandle.nullDevice
    return process
  }

  /// Runs a shell script here, in which the program is `$0`.
  func shell(_ script: String) throws -> Process {
    let process = process(["-c", script, ProgramTrial.executable.path(percentEncoded: false)])
    process.executableURL = URL(filePath: "/bin/sh")
    try process.run()
    process.waitUntilExit()
    return process
  }

  /// Runs the program here, with an empty environment.
  func run(_ arguments: String..., input: String = "") throws -> ProgramTrial {
    try run(arguments, input: Array(input.utf8))
  }

  func run(_ arguments: [String], input: [UInt8] = [], from file: String? = nil) throws
    -> ProgramTrial
  {
    let streams = try ScratchFolder()
    let source = try streams.write(input, to: "in")
    let output = try streams.write("", to: "out")
    var trial = try run(
      arguments,
      input: FileHandle(forReadingAtPath: file ?? source),
      output: FileHandle(forWritingAtPath: output)
    )
    trial.output = try streams.text(of: "out")
    return trial
  }

  /// Runs the program with a given standard output; returns its status and its standard error.
  func run(
    _ arguments: [String],
    input: FileHandle? = .nullDevice,
    output: FileHandle?
  ) throws -> ProgramTrial {
    let streams = try ScratchFolder()
    let error = try streams.write("", to: "error")
    let process = process(arguments)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: error)
    try process.run()
    process.waitUntilExit()
    return ProgramTrial(
      output: "",
      error: try streams.text(of: "error"),
      status: process.terminationStatus
    )
  }
}

/// The result of a run of the program.
struct ProgramTrial {
  var output: String
  var error: String
  var status: Int32

  /// The first line of the standard error.
  var firstError: Substring { error.prefix { $0 != "\n" } }

  /// The program, which is built beside the tests.
  static var executable: URL {
    #if os(macOS)
      let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? .main
      return tests.bundleURL.deletingLastPathComponent().appending(path: "rkmap")
    #else
      return Bundle.main.bundleURL.appending(path: "rkmap")
    #endif
  }
}
