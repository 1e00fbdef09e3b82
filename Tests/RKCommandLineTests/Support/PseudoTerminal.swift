import Foundation

/// Runs the program on a terminal: a pseudo-terminal that Python opens.
enum PseudoTerminal {
  private static let python = "/usr/bin/python3"

  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: python) }

  /// A stream of the program that is shown.
  enum Stream: String {
    case output = "stdout"
    case error = "stderr"
  }

  /// What the program writes to a stream, which is a terminal of a width, or a pipe if that is nil.
  static func text(
    on stream: Stream,
    width: Int?,
    _ arguments: [String],
    in place: Workplace,
    environment: [String: String] = [:]
  ) throws -> String {
    let script = """
      import fcntl, os, pty, struct, subprocess, sys, termios
      width = int(sys.argv[2])
      reader, writer = pty.openpty() if width else os.pipe()
      if width: fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
      streams = {"stdout": subprocess.DEVNULL, sys.argv[1]: writer}
      run = subprocess.Popen(sys.argv[3:], **streams)
      os.close(writer)
      text = b""
      while True:
        try: more = os.read(reader, 65536)
        except OSError: break
        if not more: break
        text += more
      run.wait()
      sys.stdout.buffer.write(text.replace(b"\\r\\n", b"\\n"))
      """
    let process = place.process(
      ["-c", script, stream.rawValue, "\(width ?? 0)", ProgramTrial.executable.path] + arguments
    )
    process.executableURL = URL(filePath: python)
    process.environment = environment
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }
}
