import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Interruption")
struct InterruptionTests {
  @Test(
    "an interrupted run is exit 130, prints nothing, and keeps the old file",
    arguments: [SIGINT, SIGTERM, SIGHUP]
  )
  func interrupted(signal: Int32) throws {
    let place = try Self.place()
    let trial = try Self.interrupt(
      place,
      ["apply", "spec.json", "-", "-o", "out.ndjson"],
      input: "{\"n\":1}\n{\"n\":2}\n",
      by: signal
    )
    #expect(trial.status == 130)
    #expect(trial.error == "")
    #expect(try place.read("out.ndjson") == "old")
    #expect(place.names == ["in.json", "out.ndjson", "spec.json"])
  }

  @Test(
    "the same while it waits for its input, whatever has come of it",
    arguments: ["", "[", "[{\"n\":1},", "[{\"n\":1}]", "{\"n\":1}"]
  )
  func waiting(input: String) throws {
    let place = try Self.place()
    let trial = try Self.interrupt(
      place,
      [
        "apply", "spec.json", "-o", "out.ndjson", "--report", "json=report", "--report",
        "gcc=lines",
      ],
      input: input,
      by: SIGINT
    )
    #expect(trial.status == 130)
    #expect(trial.error == "")
    #expect(try place.read("out.ndjson") == "old")
    #expect(place.names == ["in.json", "out.ndjson", "spec.json"])
  }

  @Test(
    "the same while it waits for its spec",
    arguments: [["check", "-"], ["apply", "-", "in.json"], ["check", "-", "--report", "json"]]
  )
  func waitingForSpec(arguments: [String]) throws {
    let trial = try Self.interrupt(Self.place(), arguments, input: "{", by: SIGTERM)
    #expect(trial.status == 130)
    #expect(trial.output == "")
    #expect(trial.error == "")
  }

  @Test("a run started with nohup ignores SIGHUP")
  func hangUpIgnored() throws {
    let place = try Self.place()
    let trial = try Self.interrupt(
      place,
      ["-c", "trap '' HUP; exec \"$0\" apply spec.json", ProgramTrial.executable.path()],
      input: "{\"n\":1}",
      by: SIGHUP,
      throughShell: true
    )
    #expect(trial.status == 0)
    #expect(trial.output == "{\"n\":1}\n")
  }

  @Test("a computing run without interruptible calls ends soon, too")
  func computing() throws {
    let attributes = (0..<150_000).map { "{\"from\":\"a\($0)\",\"to\":\"b\($0)\"}" }
    let spec = """
      {"descriptors":[{"root-map-ref":"m"}],"mappers":[{"id":"m","target":"M","attributes":[
      \(attributes.joined(separator: ","))]}]}
      """
    let place = try Workplace(spec: spec, input: "{}")
    let process = place.process(["apply", "spec.json", "in.json", "-o", "out.json"])
    Self.letChildrenHear(SIGTERM)
    try process.run()
    Thread.sleep(forTimeInterval: 0.3)
    #expect(process.isRunning)
    let start = Date()
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    // It takes a tenth of a second on an idle machine.
    #expect(Date().timeIntervalSince(start) < 1)
    #expect(process.terminationStatus == 130)
    #expect(place.names == ["in.json", "spec.json"])
  }

  @Test("a crash leaves the old file, and nothing beside it")
  func fault() throws {
    let place = try Self.place()
    let trial = try Self.interrupt(
      place,
      ["apply", "spec.json", "-", "-o", "out.ndjson"],
      input: "{\"n\":1}\n",
      by: SIGSEGV
    )
    #expect(trial.status == 70)
    #expect(trial.error.hasPrefix("error[RK5999]: "))
    #expect(try place.read("out.ndjson") == "old")
    #expect(place.names == ["in.json", "out.ndjson", "spec.json"])
  }

  // MARK: - Trials

  private static func place() throws -> Workplace {
    let place = try Workplace(spec: Articles.streamSpec, input: "{\"n\":1}")
    try place.write("old", to: "out.ndjson")
    return place
  }

  /// Runs the program, sends it a signal when it has read its input, and closes the input.
  private static func interrupt(
    _ place: Workplace,
    _ arguments: [String],
    input text: String,
    by signal: Int32,
    throughShell: Bool = false
  ) throws -> ProgramTrial {
    let streams = try Workplace()
    try streams.write("", to: "out")
    try streams.write("", to: "error")
    let input = Pipe()
    let process = place.process(arguments)
    if throughShell { process.executableURL = URL(filePath: "/bin/sh") }
    process.standardInput = input
    process.standardOutput = FileHandle(forWritingAtPath: streams.path("out"))
    process.standardError = FileHandle(forWritingAtPath: streams.path("error"))
    letChildrenHear(signal)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    wait { process.isAtRest }
    kill(process.processIdentifier, signal)
    if !throughShell { wait { !process.isRunning } }
    // Ends a run that did not react to the signal.
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return ProgramTrial(
      output: try streams.read("out"),
      error: try streams.read("error"),
      status: process.terminationStatus
    )
  }

  /// Unblocks a signal in this thread, whose mask a child inherits: threads of a pool block them.
  private static func letChildrenHear(_ number: Int32) {
    var signals = sigset_t()
    // SAFETY: the set is a variable of this function.
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, number)
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
