internal import RKEngine

/// The statements for rows of one rule that give values to the same columns, prepared on demand.
///
/// Their parameters are prefixes of `columns`: first the key, then the columns with values, then
/// those with values for new rows only.
final class RowStatements {
  let shape: RowShape
  let columns: [Int]
  let keyCount: Int
  /// How many columns an update compares or sets.
  let updatedCount: Int
  private var insertion: Statement?
  private var update: Statement?
  private var probe: Statement?

  init(_ shape: RowShape, _ form: RowForm) {
    self.shape = shape
    let others = (0..<form.columnCount).filter { !form.key.contains($0) }
    let values = others.filter { shape[$0] == RowShape.Column.value }
    let fallbacks = others.filter { shape[$0] == RowShape.Column.fallback }
    columns = form.key + values + fallbacks
    keyCount = form.key.count
    updatedCount = keyCount + values.count
  }

  /// Whether rows give nothing but the key.
  var isEmpty: Bool { updatedCount == keyCount }

  // Adds a row, unless its key exists.

  /// Adds a row, unless its key exists.
  func insertion(
    _ form: RowForm,
    _ database: Database
  ) throws(Database.Failure) -> Statement {
    if let insertion { return insertion }
    var sql = "INSERT INTO \(form.name) "
    if columns.isEmpty {
      sql += "DEFAULT VALUES"
    } else {
      let places = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      sql += "(\(list(columns[...], form))) VALUES (\(places))"
    }
    if !form.isProbed && keyCount > 0 {
      sql += " ON CONFLICT (\(list(columns[..<keyCount], form))) DO NOTHING"
    }
    let made = try Statement(database, sql)
    insertion = made
    return made
  }

  /// Updates a row, unless it already has the values.
  func update(_ form: RowForm, _ database: Database) throws(Database.Failure) -> Statement {
    if let update { return update }
    let values = (keyCount..<updatedCount).map { "\(form.names[columns[$0]]) = ?\($0 + 1)" }
    let made = try Statement(
      database,
      """
      UPDATE \(form.name) SET \(values.joined(separator: ", ")) \
      WHERE \(found(form)) AND (\(differs(keyCount..<updatedCount, form)))
      """
    )
    update = made
    return made
  }

  /// Reads a row: whether the update would change it, all existing columns, and for each replacing
  /// reference of the form whether it would lead to another row.
  func probe(_ form: RowForm, _ database: Database) throws(Database.Failure) -> Statement {
    if let probe { return probe }
    var results = [isEmpty ? "0" : differs(keyCount..<updatedCount, form)]
    results += form.columns.map { form.names[$0] }
    for reference in form.replacing {
      let places = (keyCount..<updatedCount).filter { reference.columns.contains(columns[$0]) }
      results.append(places.isEmpty ? "0" : differs(places, form))
    }
    let made = try Statement(
      database,
      "SELECT \(results.joined(separator: ", ")) FROM \(form.name) WHERE \(found(form))"
    )
    probe = made
    return made
  }

  private func list(_ columns: ArraySlice<Int>, _ form: RowForm) -> String {
    columns.map { form.names[$0] }.joined(separator: ", ")
  }

  private func found(_ form: RowForm) -> String {
    (0..<keyCount).map { "\(form.names[columns[$0]]) = ?\($0 + 1)" }.joined(separator: " AND ")
  }

  private func differs(_ places: some Sequence<Int>, _ form: RowForm) -> String {
    places.map { "\(form.names[columns[$0]]) IS NOT ?\($0 + 1)" }.joined(separator: " OR ")
  }
}
