/// Whose SQL a script or the statements of a schema are.
package enum SQLDialect: String, CaseIterable {
  case sqlite
  case postgres
}
