import Foundation
import RKDiagnostics
import Testing

@Suite("Diagnostics for programs")
struct JSONRendererTests {
  private let place = Location(file: "in.json", byteRange: 40..<45, line: 5, column: 27)

  private func members(_ diagnostic: Diagnostic) throws -> [String: Any] {
    let line = JSONRenderer().render(diagnostic)
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return try #require(value as? [String: Any])
  }

  @Test("a diagnostic is one line with a line feed at its end")
  func oneLine() {
    let line = JSONRenderer().render(Diagnostic(.notFound, "two\nlines", at: place))
    #expect(line.filter(\.isNewline) == "\n")
    #expect(line.last == "\n")
  }

  @Test("a diagnostic has its severity, code, name and message")
  func head() throws {
    let all = try members(Diagnostic(.notFound, "nothing found"))
    #expect(all["severity"] as? String == "error")
    #expect(all["code"] as? String == "RK1001")
    #expect(all["name"] as? String == "not-found")
    #expect(all["message"] as? String == "nothing found")
  }

  @Test("missing parts of a diagnostic are left out")
  func absentMembers() throws {
    let names = try Set(members(Diagnostic(.notFound, "nothing found")).keys)
    #expect(names == ["severity", "code", "name", "message"])
  }

  @Test("a place is its file, line, column, byte and pointer")
  func location() throws {
    var place = place
    place.pointer = "/articles/0/publication_date"
    let all = try members(Diagnostic(.conversionFailed, "", at: place))
    let location = try #require(all["location"] as? [String: Any])
    #expect(location["file"] as? String == "in.json")
    #expect(location["line"] as? Int == 5)
    #expect(location["column"] as? Int == 27)
    #expect(location["byteOffset"] as? Int == 40)
    #expect(location["pointer"] as? String == "/articles/0/publication_date")
  }

  @Test("a place in a record has the record's number")
  func recordNumber() throws {
    var place = place
    place.recordNumber = 3
    let location = try members(Diagnostic(.notFound, "", at: place))["location"] as? [String: Any]
    #expect(location?["record"] as? Int == 3)
  }

  @Test("a wrong value is shown with what was expected")
  func expectedAndActual() throws {
    var finding = Diagnostic(.conversionFailed, "")
    finding.expected = "a date"
    finding.actual = "null"
    let all = try members(finding)
    #expect(all["expected"] as? String == "a date")
    #expect(all["actual"] as? String == "null")
  }

  @Test("the pointer to a whole document is an empty text; without a pointer the member is missing")
  func pointerOfDocument() throws {
    var whole = place
    whole.pointer = ""
    let with = try members(Diagnostic(.notFound, "", at: whole))["location"] as? [String: Any]
    let without = try members(Diagnostic(.notFound, "", at: place))["location"] as? [String: Any]
    #expect(with?["pointer"] as? String == "")
    #expect(without?["pointer"] == nil)
  }

  @Test("the related place has a subject and a message")
  func related() throws {
    let other = Diagnostic.Related(location: place, subject: "mappers.a", message: "type date")
    let all = try members(Diagnostic(.conversionFailed, "", related: [other]))
    let related = try #require((all["related"] as? [[String: Any]])?.first)
    #expect(related["subject"] as? String == "mappers.a")
    #expect(related["message"] as? String == "type date")
    #expect((related["location"] as? [String: Any])?["line"] as? Int == 5)
  }

  @Test("help is a list of texts")
  func help() throws {
    let all = try members(Diagnostic(.notFound, "", help: ["this", "or \"that\""]))
    #expect(all["help"] as? [String] == ["this", "or \"that\""])
  }

  @Test("a fix-it has the replaced bytes and their replacement")
  func fixIt() throws {
    let fixIt = FixIt("write \"PUT\"", replacing: 7..<13, with: "\"PUT\"")
    let all = try members(Diagnostic(.oldMethodName, "", fixIts: [fixIt]))
    let change = try #require((all["fixIts"] as? [[String: Any]])?.first)
    #expect(change["title"] as? String == "write \"PUT\"")
    #expect(change["byteOffset"] as? Int == 7)
    #expect(change["byteCount"] as? Int == 6)
    #expect(change["replacement"] as? String == "\"PUT\"")
  }

  @Test(
    "texts of any characters are preserved",
    arguments: [
      "\"", "\\", "\u{0}\u{1}\u{1F}\u{7F}", "\u{E9} \u{1F600}", "</script>", "\u{2028}",
      "\u{9B}31m\u{202E}x\u{2066}\u{200F}\u{61C}", "##[error]x ##vso[y] ##", "# ## ###[x]",
    ]
  )
  func escapes(text: String) throws {
    let place = Location(file: text, byteRange: 0..<0, line: 1, column: 1)
    let finding = Diagnostic(.notFound, text, at: place, help: [text])
    let all = try members(finding)
    #expect(all["message"] as? String == text)
    #expect((all["location"] as? [String: Any])?["file"] as? String == text)
    #expect(all["help"] as? [String] == [text])
    let line = JSONRenderer().render(finding)
    #expect(!line.contains(/##[A-Za-z]*\[/))
    #expect(!line.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
    #expect(!line.unicodeScalars.contains { $0.properties.isBidiControl })
  }

  @Test("a diagnostic that represents several has their counts")
  func extent() throws {
    var finding = Diagnostic(.conversionFailed, "it is wrong")
    finding.extent = Diagnostic.Extent(findings: 3, records: 2, recordsRead: 40)
    let extent = try #require(try members(finding)["extent"] as? [String: Int])
    #expect(extent == ["findings": 3, "records": 2, "recordsRead": 40])
  }
}
