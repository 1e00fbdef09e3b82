import Foundation
import TestSupport

/// The tables of docs/json-policy.md.
struct JSONPolicy {
  /// What the page says of one file.
  struct Row: Sendable {
    var file: String
    /// "reads", or "refuses" and a code.
    var verdict: String
    /// "copied", "nothing", "two records", a code, or "-" if nothing is read.
    var mapped: String
  }

  /// The rows of all tables whose first column names a file.
  static func rows() throws -> [Row] {
    let page = String(decoding: try Repository.bytes(of: "docs/json-policy.md"), as: UTF8.self)
    return page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| `"), cells.count == 4 else { return nil }
      return Row(
        file: cells[0].trimmingCharacters(in: ["`"]),
        verdict: cells[1],
        mapped: cells[2]
      )
    }
  }
}
