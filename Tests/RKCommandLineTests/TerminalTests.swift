import Foundation
import TestSupport
import Testing

private let python = "/usr/bin/python3"

/// The program on a terminal: a pseudo-terminal that Python opens.
@Suite(
  "Colours on a terminal",
  .enabled(if: Machine.offers(FileManager.default.isExecutableFile(atPath: python)))
)
struct TerminalTests {

  /// The standard error of a command, which is a terminal or a pipe.
  private func error(
    _ arguments: String...,
    isTerminal: Bool = true,
    environment: [String: String] = ["TERM": "xterm"]
  ) throws -> String {
    let place = try Workplace(input: Articles.dubious)
    let script = """
      import os, pty, subprocess, sys
      reader, writer = pty.openpty() if sys.argv[1] == "terminal" else os.pipe()
      run = subprocess.Popen(sys.argv[2:], stderr=writer, stdout=subprocess.DEVNULL)
      os.close(writer)
      text = b""
      while True:
        try: more = os.read(reader, 65536)
        except OSError: break
        if not more: break
        text += more
      run.wait()
      sys.stdout.buffer.write(text)
      """
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments =
      ["-c", script, isTerminal ? "terminal" : "pipe", ProgramTrial.executable.path, "apply"]
      + [place.path("spec.json"), place.path("in.json")] + arguments
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  @Test("findings are coloured on a terminal")
  func terminal() throws {
    #expect(try error().hasPrefix("\u{1B}[1;33mwarning[RK1002]\u{1B}[0m"))
  }

  @Test("they are not if the terminal or the user disables colours")
  func refused() throws {
    for environment in [["TERM": "dumb"], ["TERM": "xterm", "NO_COLOR": "1"]] {
      let text = try error(environment: environment)
      #expect(text.contains("warning[RK1002]: "))
      #expect(!text.contains("\u{1B}"))
    }
    #expect(!(try error("--color", "never").contains("\u{1B}")))
  }

  @Test("a pipe has none, unless requested")
  func pipe() throws {
    let text = try error(isTerminal: false)
    #expect(text.hasPrefix("warning[RK1002]: "))
    #expect(!text.contains("\u{1B}"))
    #expect(try error("--color", "always", isTerminal: false).hasPrefix("\u{1B}["))
  }
}
