import Foundation

/// A folder in which the program is run.
final class Workplace {
  private let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "rkmap-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: name),
      withIntermediateDirectories: true
    )
  }

  func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path(""))) ?? []).sorted()
  }

  /// Runs the program here, with an empty environment.
  func run(_ arguments: String..., input: String = "") throws -> ProgramTrial {
    try run(arguments, input: Array(input.utf8))
  }

  func run(_ arguments: [String], input: [UInt8] = [], from file: String? = nil) throws
    -> ProgramTrial
  {
    let streams = try Workplace()
    try streams.write(input, to: "in")
    try streams.write("", to: "out")
    try streams.write("", to: "error")
    let process = Process()
    process.executableURL = ProgramTrial.executable
    process.arguments = arguments
    process.environment = [:]
    process.currentDirectoryURL = url
    process.standardInput = FileHandle(forReadingAtPath: file ?? streams.path("in"))
    process.standardOutput = FileHandle(forWritingAtPath: streams.path("out"))
    process.standardError = FileHandle(forWritingAtPath: streams.path("error"))
    try process.run()
    process.waitUntilExit()
    return ProgramTrial(
      output: try streams.read("out"),
      error: try streams.read("error"),
      status: process.terminationStatus
    )
  }

  /// Runs the program with a standard output that is given; tells its status and what it wrote to
  /// the standard error.
  func run(_ arguments: [String], output: FileHandle) throws -> ProgramTrial {
    let streams = try Workplace()
    try streams.write("", to: "error")
    let process = Process()
    process.executableURL = ProgramTrial.executable
    process.arguments = arguments
    process.environment = [:]
    process.currentDirectoryURL = url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: streams.path("error"))
    try process.run()
    process.waitUntilExit()
    return ProgramTrial(
      output: "",
      error: try streams.read("error"),
      status: process.terminationStatus
    )
  }
}

/// What a run of the program gives.
struct ProgramTrial {
  var output: String
  var error: String
  var status: Int32

  /// The first line of what is written to the standard error.
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
