internal import CPages
internal import RKEngine

/// Texts that are embedded in the program.
package enum EmbeddedText: Sendable {
  /// The file docs/diagnostics.md.
  case diagnostics
  /// The JavaScript of a report's page.
  case reportScript
  /// The style sheet of a report's page.
  case reportStyle

  package var bytes: [UInt8] {
    // SAFETY: the C target has that many bytes at that place, which never change.
    let text =
      switch self {
      case .diagnostics: unsafe rk_pages()
      case .reportScript: unsafe rk_report_script()
      case .reportStyle: unsafe rk_report_style()
      }
    return unsafe [UInt8](UnsafeRawBufferPointer(start: text.bytes, count: text.count))
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
