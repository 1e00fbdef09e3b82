import Foundation

/// Waits for a condition, with a limit.
func wait(for condition: () -> Bool) {
  for _ in 0..<5_000 {
    if condition() { return }
    Thread.sleep(forTimeInterval: 0.001)
  }
}

extension Process {
  /// Whether the process is the program, sleeping in a call that waits for a pipe, or has ended.
  var isAtRest: Bool {
    #if os(Linux)
      func read(_ name: String) -> String {
        let path = "/proc/\(processIdentifier)/\(name)"
        return String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
      }
      let call = read("wchan")
      return !isRunning
        || (read("comm") == "rkmap\n" && (call.contains("pipe") || call.contains("poll")))
    #else
      Thread.sleep(forTimeInterval: 0.3)
      return true
    #endif
  }
}
