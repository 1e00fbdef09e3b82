/// Whose SQL a script or the statements of a schema are.
enum SQLDialect: String, CaseIterable {
  case sqlite
  case postgres
}
