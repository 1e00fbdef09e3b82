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
