import RKCommandLine
import Testing

@Suite("Releases in documents")
struct InstallTests {
  private static func address() throws -> String {
    try Project.text("packaging/address").split(separator: "\n").joined()
  }

  @Test("docs/install.md has the address of the project, and no other document has it")
  func address() throws {
    let address = try Self.address()
    let documents = try Project.files(named: ".md").filter {
      try Project.text($0).contains(address)
    }
    #expect(documents == ["docs/install.md"])
    let release = "release=\(address)/releases/download/v\(CommandLineTool.version)\n"
    #expect(try Project.text("docs/install.md").contains(release))
  }

  @Test(
    "files of a release have the program's version",
    arguments: ["README.md", "docs/install.md"]
  )
  func version(path: String) throws {
    let names = try Project.text(path).matches(of: /rkmap[-_:@]v?(\d+\.\d+\.\d+)/)
    #expect(names.allSatisfy { $0.1 == CommandLineTool.version })
    #expect(path == "README.md" || !names.isEmpty)
  }
}
