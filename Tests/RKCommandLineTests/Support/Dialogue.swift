import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A run of the program with which one speaks: what it writes is read before more is written to it.
final class Dialogue {
  private let place: Workplace
  private let process: Process
  private let (input, output) = (Pipe(), Pipe())

  init(_ place: Workplace, _ arguments: [String]) throws {
    self.place = place
    process = place.process(arguments)
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func say(_ text: String) throws {
    // Writing to a pipe that nobody reads would end the tests.
    try #require(process.isRunning, "the program has ended")
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// What it writes, at most so many bytes, while the input is open.
  func hear(_ count: Int) -> String {
    var heard = Data()
    while heard.count < count {
      wait { isReady || !process.isRunning }
      guard isReady else { break }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      heard += more
    }
    return String(decoding: heard, as: UTF8.self)
  }

  /// Says something and hears what comes: as much as is wanted, and all that is there if that is
  /// nothing.
  func exchange(_ text: String, for answer: String) throws -> String {
    try say(text)
    if answer.isEmpty { wait { process.isAtRest } }
    return hear(max(answer.utf8.count, isReady ? 1 : 0))
  }

  /// Ends the input; returns what still comes, and the exit status.
  func end() throws -> (rest: String, status: Int32) {
    try input.fileHandleForWriting.close()
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: rest, as: UTF8.self), process.terminationStatus)
  }

  private var isReady: Bool {
    var waiting = pollfd()
    waiting.fd = output.fileHandleForReading.fileDescriptor
    waiting.events = Int16(POLLIN)
    return unsafe poll(&waiting, 1, 0) > 0
  }
}
