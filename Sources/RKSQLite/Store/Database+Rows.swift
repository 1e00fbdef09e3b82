extension Database {
  /// All rows of a query as texts.
  ///
  /// The parameters are texts, too.
  func rows(_ sql: String, _ parameters: String...) throws(Failure) -> [[String?]] {
    let statement = try Statement(self, sql)
    for (place, parameter) in parameters.enumerated() { try statement.bind(place + 1, parameter) }
    var rows: [[String?]] = []
    while try statement.step() {
      rows.append((0..<statement.columnCount).map { statement.text($0) })
    }
    return rows
  }

  /// The first column of all rows of a query, without nulls.
  func column(_ sql: String) throws(Failure) -> [String] {
    try rows(sql).compactMap { $0.first ?? nil }
  }
}
