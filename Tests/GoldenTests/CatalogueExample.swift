import Foundation
import RKDiagnostics

/// The example of a code, as the catalogue should have it: the code's case in fixtures/diagnostics.
enum CatalogueExample {
  /// The most lines of a file that an example shows.
  private static let shownCount = 24

  /// What a case comes to in the catalogue.
  static func example(of golden: GoldenCase) throws -> CodeExample {
    let expected = try golden.expectation()
    let isInOutput = String(decoding: expected.output, as: UTF8.self)
      .contains("[\(golden.name.prefix(6))]: ")
    let names = try names(of: golden)
    let note = golden.folder.appending(path: "note.txt")
    return CodeExample(
      String(golden.name.prefix(6)),
      note: FileManager.default.fileExists(atPath: note.path)
        ? try String(contentsOf: note, encoding: .utf8).trimmingCharacters(in: .newlines) : "",
      files: try names.compactMap { name in
        let bytes = try Data(contentsOf: golden.folder.appending(path: name))
        return text(of: bytes).map { CodeExample.File(name, $0) }
      },
      command: try golden.command.trimmingCharacters(in: .newlines),
      output: text(of: isInOutput ? expected.output : expected.error) ?? ""
    )
  }

  /// The files of a case that its command reads, with the folders that lead to them.
  static func names(of golden: GoldenCase) throws -> [String] {
    let folder = golden.folder.path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
      let path = golden.folder.appending(path: name).path(percentEncoded: false)
      let type = try FileManager.default.attributesOfItem(atPath: path)[.type]
      return type as? FileAttributeType != .typeDirectory && !name.hasPrefix("expected.")
        && name != "command.txt" && name != "note.txt"
    }
  }

  /// The text of a file; nil when it is none that can be shown.
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

  // MARK: - Sources

  /// The files of Sources/RKDiagnostics/Examples, by their names: one for ten numbers, and the list.
  static func sources(of examples: [CodeExample]) -> [String: String] {
    let groups = Dictionary(grouping: examples) { $0.code.dropLast().lowercased() + "x" }
    var sources: [String: String] = [:]
    for (group, examples) in groups {
      sources["CodeExample+\(group.uppercased().dropLast())x.swift"] =
        head + "  static let \(group): [CodeExample] = [\n"
        + examples.map(source).joined() + "  ]\n}\n"
    }
    sources["CodeExample+Cases.swift"] =
      head + "  /// The cases of fixtures/diagnostics.\n"
      + "  public static let ofCases: [CodeExample] = [\n"
      + groups.keys.sorted().map { "    \($0),\n" }.joined() + "  ].flatMap(\\.self)\n}\n"
    return sources
  }

  private static let head = """
    // swift-format-ignore-file
    // Made of fixtures/diagnostics by `make golden`.

    extension CodeExample {

    """

  private static func source(_ example: CodeExample) -> String {
    var text = "    CodeExample(\n      \"\(example.code)\",\n"
    if !example.note.isEmpty { text += "      note: \(literal(example.note)),\n" }
    if !example.files.isEmpty {
      text += "      files: [\n"
      for file in example.files {
        text += "        File(\"\(file.name)\", \(literal(file.text))),\n"
      }
      text += "      ],\n"
    }
    text += "      command: \(literal(example.command)),\n"
    return text + "      output: \(literal(example.output))\n    ),\n"
  }

  /// A literal of Swift in ASCII; several lines are one of several.
  private static func literal(_ text: String) -> String {
    let content = text.unicodeScalars.map { scalar in
      scalar.isASCII ? String(scalar) : "\\#u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }.joined()
    guard content.contains("\n") else { return "#\"\(content)\"#" }
    return "#\"\"\"\n\(content)\n\"\"\"#"
  }
}
