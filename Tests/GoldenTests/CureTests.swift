import Foundation
import TestSupport
import Testing

/// What the help of a diagnostic advises, applied literally to the case that shows the diagnostic.
struct Cure: Sendable, CustomTestStringConvertible {
  /// The case's folder begins with it.
  var code: String
  /// In the file at `file`, each first text becomes the second.
  var file = "spec.json"
  var edits: [(from: String, to: String)] = []
  /// What to run first.
  var command: String?
  /// A file and its new name.
  var renaming: (from: String, to: String)?

  var testDescription: String { "\(code): \(edits.map(\.to).joined(separator: ", "))" }

  static let all: [Cure] = [
    Cure(code: "RK1018", edits: [(#""keyPath": "items","#, #""keyPath": "results","#)]),
    Cure(code: "RK1018", edits: [(#""name": "items","#, #""name": "items", "optional": true,"#)]),
    Cure(code: "RK1040", edits: [(#""zip"]"#, #"{ "to": "zip", "type": "number" }]"#)]),
    Cure(code: "RK2029", command: "rkmap check --fix spec.json"),
    Cure(code: "RK2115", edits: [("[\"id\"],\n      \"relationships\": [", "[\"id\",\n      ")]),
    Cure(code: "RK2161", edits: [(#""type": "number""#, #""type": "decimal""#)]),
    Cure(code: "RK2161", edits: [(#", "column": "text""#, "")]),
    Cure(code: "RK2162", edits: [(#""type": "decimal""#, #""type": "decimal", "column": "text""#)]),
    Cure(code: "RK3015", file: "rkmap.test.json", edits: [(#""declined": 1"#, #""declined": 2"#)]),
    Cure(code: "RK3016", file: "rkmap.test.json", edits: [(#""empty": true"#, "")]),
    Cure(code: "RK3017", renaming: ("isue.GET.404.json", "issue.GET.404.json")),
    Cure(code: "RK3024", command: "rkmap test --update rkmap.test.json"),
    Cure(
      code: "RK3048",
      file: "rkmap.test.json",
      edits: [("  \"cases\"", "  \"untested\": [\"fixtures/more.json\"],\n  \"cases\"")]
    ),
    Cure(code: "RK3055", command: "rkmap test --update rkmap.test.json"),
    Cure(code: "RK3056", command: "rkmap test --update rkmap.test.json"),
    Cure(
      code: "RK3040",
      edits: [
        (#""type": "integer""#, #""type": "integer", "conversions": "allow""#),
        (#""type": "[integer]""#, #""type": "[integer]", "conversions": "allow""#),
        (#""many": true"#, #""many": true, "conversions": "allow""#),
      ]
    ),
    Cure(code: "RK3041", edits: [(#""dynamic": "YES","#, #""dynamic": "YES", "default": null,"#)]),
    Cure(
      code: "RK3042",
      edits: [
        (#""retweets_count""#, #""retweet_count""#),
        (#""lang""#, #"{ "to": "lang", "onMissing": "absent" }"#),
      ]
    ),
    Cure(
      code: "RK3043",
      edits: [(#""type": "date""#, #""type": "date", "format": ["iso8601", "MM/dd/yyyy"]"#)]
    ),
    Cure(code: "RK3044", edits: [("qty > 5", "number(qty) > 5")]),
    Cure(code: "RK3047", file: "input.json", edits: [(#""two""#, "2")]),
    Cure(code: "RK3057", file: "orders.xml", edits: [("<item>milk</item>", "")]),
    Cure(code: "RK3045", edits: [(#""type": "date""#, #""type": "date", "precision": "ms""#)]),
    Cure(code: "RK3046", edits: [(#""type": "date""#, #""type": "date", "timeZone": "UTC""#)]),
    Cure(code: "RK4009", file: "input.json", edits: [("", "[]")]),
  ]
}

@Suite("The help of a diagnostic, followed literally")
struct CureTests {
  @Test("removes the diagnostic", arguments: Cure.all)
  func follow(cure: Cure) throws {
    guard Machine.canRun("the cure of \(cure.code)", cure.file) else { return }
    let golden = try #require(GoldenCase.all.first { $0.name.hasPrefix("\(cure.code)-") })
    let before = try CommandOutcome.running(golden.command, in: golden.folder)
    #expect(text(before).contains("[\(cure.code)]"))

    let scratch = try ScratchFolder()
    let folder = URL(filePath: scratch.path(of: "case"))
    try FileManager.default.copyItem(at: golden.folder, to: folder)
    let file = folder.appending(path: cure.file)
    var content = try String(contentsOf: file, encoding: .utf8)
    for edit in cure.edits {
      if edit.from.isEmpty {
        content = edit.to
      } else {
        #expect(content.contains(edit.from))
        content = content.replacing(edit.from, with: edit.to)
      }
    }
    try content.write(to: file, atomically: true, encoding: .utf8)
    if let (from, to) = cure.renaming {
      let manager = FileManager.default
      try manager.moveItem(at: folder.appending(path: from), to: folder.appending(path: to))
    }
    if let command = cure.command { _ = try CommandOutcome.running(command, in: folder) }
    let after = try CommandOutcome.running(golden.command, in: folder)
    #expect(!text(after).contains("[\(cure.code)]"), "\(text(after))")
    #expect(!text(after).contains("error["), "\(text(after))")
    #expect(after.status == 0)
  }

  private func text(_ outcome: CommandOutcome) -> String {
    String(decoding: outcome.output + outcome.error, as: UTF8.self)
  }
}
