import Foundation

/// The example of a code: its case in fixtures/diagnostics, as docs/diagnostics.md shows it.
struct CatalogueExample {
  /// The most lines of a file that an example shows.
  private static let shownCount = 24

  /// What the files and the command do not show.
  var note = ""
  /// The files that can be shown, with `...` for lines that are left out.
  var files: [(name: String, text: String)] = []
  /// Empty if no command provokes the diagnostic by itself.
  var command = ""
  var output = ""

  init(of golden: GoldenCase) throws {
    let note = golden.folder.appending(path: "note.txt")
    if FileManager.default.fileExists(atPath: note.path) {
      self.note = try String(contentsOf: note, encoding: .utf8).trimmingCharacters(in: .newlines)
    }
    guard golden.hasCommand else { return }
    let expected = try golden.expectation()
    let isInOutput = String(decoding: expected.output, as: UTF8.self)
      .contains("[\(golden.name.prefix(6))]: ")
    files = try Self.names(of: golden).compactMap { name in
      let bytes = try Data(contentsOf: golden.folder.appending(path: name))
      return Self.text(of: bytes).map { (name, $0) }
    }
    command = try golden.command.trimmingCharacters(in: .newlines)
    output = Self.text(of: isInOutput ? expected.output : expected.error) ?? ""
  }

  /// Its lines in docs/diagnostics.md.
  var text: String {
    var text = note.isEmpty ? "\nExample:\n" : "\nExample: \(note)\n"
    for file in files { text += "\n`\(file.name)`:\n```\n\(file.text)```\n" }
    if !command.isEmpty { text += "\n```\n$ \(command)\n\(output)```\n" }
    return text
  }

  /// The files of a case that its command reads, with the folders that lead to them.
  static func names(of golden: GoldenCase) throws -> [String] {
    let folder = golden.folder.path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
      let path = golden.folder.appending(path: name).path(percentEncoded: false)
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type]
      return type as? FileAttributeType != .typeDirectory && !name.hasPrefix("expected.")
        && !["command.txt", "note.txt", "page.md"].contains(name)
    }
  }

  /// The text of a file; nil if it cannot be shown.
  private static func text(of bytes: Data) -> String? {
    guard let text = String(data: bytes, encoding: .utf8) else { return nil }
    let isShown = text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || (scalar.value >= 0x20 && scalar.value != 0x7F)
    }
    guard isShown else { return nil }
    var lines = text.components(separatedBy: "\n")
    if lines.last == "" { lines.removeLast() }
    if lines.count > shownCount {
      lines.replaceSubrange((shownCount - 6)..<(lines.count - 4), with: ["..."])
    }
    return lines.map { "\($0)\n" }.joined()
  }
}
