/// The SQL dialect of a script or of schema statements.
package enum SQLDialect: String, CaseIterable {
  case sqlite
  case postgres
}
