import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("Interruption")
struct InterruptionTests {
  @Test("a run that the user interrupts is exit 130, says nothing, and leaves the old file")
  func interrupted() throws {
    let place = try Workplace(spec: Articles.streamSpec, input: "")
    try place.write("old", to: "out.ndjson")
    try place.write("", to: "error")
    let input = Pipe()
    let process = Process()
    process.executableURL = ProgramTrial.executable
    process.arguments = ["apply", "spec.json", "-", "-o", "out.ndjson"]
    process.currentDirectoryURL = URL(filePath: place.path(""))
    process.standardInput = input
    process.standardError = FileHandle(forWritingAtPath: place.path("error"))
    Self.letChildrenBeInterrupted()
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{\"n\":1}\n{\"n\":2}\n".utf8))
    // The file beside the output shows that the run is under way, waiting for more input.
    Self.wait { place.names.contains { $0.hasSuffix(".partial") } }
    process.interrupt()
    Self.wait { !process.isRunning }
    // Ends a run that did not heed the signal.
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 130)
    #expect(try place.read("error") == "")
    #expect(try place.read("out.ndjson") == "old")
    #expect(place.names == ["error", "in.json", "out.ndjson", "spec.json"])
  }

  /// Waits for something to come true, but not for ever.
  private static func wait(for condition: () -> Bool) {
    for _ in 0..<10_000 {
      if condition() { return }
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  /// Lets this thread, whose signals a child inherits, take interruptions: threads of a pool block
  /// them.
  private static func letChildrenBeInterrupted() {
    var signals = sigset_t()
    // SAFETY: the set is a variable of this function.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
