package import RKDiagnostics

/// Why rows could not be written.
package enum WriteError: Error, Sendable {
  /// SQLite refused, or the system did.
  case failure(Database.Failure)
  /// The data is to blame, as the finding says.
  case data(Diagnostic)
  /// The database is to blame, as the finding says.
  case output(Diagnostic)
}
