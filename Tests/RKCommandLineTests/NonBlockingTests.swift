import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Non-blocking pipes")
struct NonBlockingTests {
  private func makeNonBlocking(_ file: FileHandle) {
    let flags = fcntl(file.fileDescriptor, F_GETFL)
    _ = fcntl(file.fileDescriptor, F_SETFL, flags | O_NONBLOCK)
  }

  @Test("an output that is full for a while is waited for")
  func output() throws {
    let lines = (0..<40_000).map { "{\"n\":\($0)}\n" }.joined()
    let place = try Workplace(spec: Articles.streamSpec, input: lines)
    let pipe = Pipe()
    makeNonBlocking(pipe.fileHandleForWriting)
    let process = place.process(["apply", "spec.json", "in.json"])
    process.standardOutput = pipe
    try process.run()
    wait { process.isAtRest }
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: output, as: UTF8.self) == lines)
  }

  @Test("a stream writes what it can before it waits for more")
  func live() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    let (input, output) = (Pipe(), Pipe())
    let process = place.process(["apply", "spec.json", "--from", "ndjson"])
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // A line is complete when the block of 64 bytes that it ends in has arrived.
    let text = "{\"n\":1}\n{\"n\":2}" + String(repeating: " ", count: 64)
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    var waiting = pollfd()
    waiting.fd = output.fileHandleForReading.fileDescriptor
    waiting.events = Int16(POLLIN)
    wait { unsafe poll(&waiting, 1, 0) > 0 }
    try #require(waiting.revents != 0)
    let given = output.fileHandleForReading.availableData
    #expect(String(decoding: given, as: UTF8.self) == "{\"n\":1}\n")
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("an input that is empty for a while is waited for")
  func input() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    let pipe = Pipe()
    makeNonBlocking(pipe.fileHandleForReading)
    let process = place.process(["apply", "spec.json", "-o", "out.json"])
    process.standardInput = pipe
    try process.run()
    wait { process.isAtRest }
    try #require(process.isRunning)
    try pipe.fileHandleForWriting.write(contentsOf: Data("{\"n\":1}".utf8))
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect((try? place.read("out.json")) == "{\"n\":1}\n")
  }
}
