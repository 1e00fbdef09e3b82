import Foundation
import RKDiagnostics

/// docs/diagnostics.md, generated from the pages and cases in fixtures/diagnostics.
enum DiagnosticsDocument {
  static let path = "docs/diagnostics.md"

  private static let families = [
    (prefix: "RK1", subject: "Mapping"),
    (prefix: "RK2", subject: "The spec"),
    (prefix: "RK3", subject: "Coverage and drift"),
    (prefix: "RK4", subject: "The input"),
    (prefix: "RK5", subject: "The output and the command line"),
  ]

  /// The required content of the file.
  static func text() throws -> String {
    var text = """
      # Diagnostic codes

      Generated from fixtures/diagnostics by `make golden`; `rkmap help CODE` shows the page of one code. The \
      number of a code never changes, its text may. The first digit says what a diagnostic is about; \
      it is not the exit status. The output of an example is below its command; records are left out \
      where the diagnostics are elsewhere.

      """
    for family in families {
      text += "\n**\(family.prefix)xxx: \(family.subject)**\n\n| code | what it says |\n|---|---|\n"
      for code in DiagnosticCode.allCases where code.id.hasPrefix(family.prefix) {
        text +=
          "| [\(code)](#\(code.id.lowercased())-\(code.name)) | \(try page(of: code).title) |\n"
      }
    }
    for code in DiagnosticCode.allCases {
      let page = try page(of: code)
      text += """

        ## \(code.id) \(code.name)

        \(page.title) (\(code.severity.rawValue))

        \(page.explanation)
        \(try CatalogueExample(of: golden(of: code)).text)
        """
    }
    return text
  }

  /// The case of a code.
  static func golden(of code: DiagnosticCode) -> GoldenCase {
    let folder = "fixtures/diagnostics/\(code.id)-\(code.name)"
    return GoldenCase(folder: Project.root.appending(path: folder))
  }

  private static func page(of code: DiagnosticCode) throws -> (title: String, explanation: String) {
    let file = golden(of: code).folder.appending(path: "page.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let end = text.firstIndex(of: "\n") ?? text.endIndex
    return (String(text[..<end]), String(text[end...]).trimmingCharacters(in: .newlines))
  }
}
