import TestSupport
import Testing

@Suite("Colours on a terminal", .enabled(if: Machine.offers(PseudoTerminal.isThere)))
struct TerminalTests {

  /// The standard error of a command, which is a terminal or a pipe.
  private func error(
    _ arguments: String...,
    isTerminal: Bool = true,
    environment: [String: String] = ["TERM": "xterm"]
  ) throws -> String {
    try PseudoTerminal.text(
      on: .error,
      width: isTerminal ? 80 : nil,
      ["apply", "spec.json", "in.json"] + arguments,
      in: try Workplace(input: Articles.dubious),
      environment: environment
    )
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
