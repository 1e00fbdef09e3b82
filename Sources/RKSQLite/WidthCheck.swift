package import RKDiagnostics
package import RKMapping

/// Finds tables that are too wide for SQLite.
package enum WidthCheck {
  /// The most columns that a table has.
  static let largestWidth = 2_000

  /// Why tables of these columns cannot be made; nil when they can.
  package static func finding(in schema: TableSchema) -> Diagnostic? {
    guard let table = schema.tables.first(where: { $0.columns.count > largestWidth }) else {
      return nil
    }
    return Diagnostic(
      .tooManyColumns,
      "the table '\(table.name)' would have more than \(largestWidth) columns",
      help: ["\"identification\" on the related mappers makes tables of their own"]
    )
  }
}
