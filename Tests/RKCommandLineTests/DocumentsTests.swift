import RKCommandLine
import Testing

@Suite("Pages that are made from the program")
struct DocumentsTests {
  @Test("the page of the command line has every command", arguments: HelpTests.commands)
  func commandLine(command: String) {
    #expect(CommandTrial("documents", "cli").output.contains("rkmap \(command)"))
  }

  @Test("the manual has every command and its flags", arguments: ["apply", "check", "duplicate"])
  func manual(word: String) {
    #expect(CommandTrial("documents", "man").output.contains(word))
  }

  @Test("an unknown page is exit 2", arguments: [["documents"], ["documents", "x"]])
  func unknownPage(arguments: [String]) {
    #expect(CommandTrial(arguments).status == .badCommandLine)
  }

  @Test("the command is left out of the overview")
  func hidden() {
    #expect(!CommandTrial("help").output.contains("\n  documents"))
  }
}
