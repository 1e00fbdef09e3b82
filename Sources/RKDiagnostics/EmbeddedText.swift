internal import CPages
internal import RKEngine

/// Texts that are embedded in the program.
package enum EmbeddedText: Sendable {
  /// docs/diagnostics.md.
  case diagnostics
  /// What makes the page of a report alive.
  case reportScript
  /// What it looks like.
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
