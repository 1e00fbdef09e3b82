/// Lays out rows of cells as lines of text.
package enum TextColumns {
  /// The rows with two spaces between columns.
  ///
  /// A column is as wide as its widest cell, but cells wider than `limit` do not widen it.
  package static func lines(_ rows: [[String]], limit: Int = .max) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      min(rows.map { $0[column].count }.max() ?? 0, limit)
    }
    return rows.map { row in
      let cells = zip(row, widths).dropLast().map { $0.padded(to: $1) }
      return (cells + row.suffix(1)).joined(separator: "  ")
    }
  }
}

extension String {
  /// The text, padded with spaces to a width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
