package import RKDiagnostics
package import RKEngine

/// Why rows could not be written.
package enum WriteError: Error, Sendable {
  /// SQLite refused, or the system did.
  case failure(Database.Failure)
  /// A file beside the database could not be written.
  case system(SystemError)
  /// The data is to blame, as the diagnostic says.
  case data(Diagnostic)
  /// The same, with the root record whose rows were written: its event in the batch, the name of its
  /// input, and the byte there where what is to blame begins.
  case record(Diagnostic, event: Int, input: String?, byteOffset: Int)
  /// The database is to blame, as the diagnostic says.
  case output(Diagnostic)
}
