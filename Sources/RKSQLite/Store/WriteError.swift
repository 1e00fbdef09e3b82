package import RKDiagnostics
package import RKEngine

/// Why rows could not be written.
package enum WriteError: Error, Sendable {
  /// SQLite or the system refused.
  case failure(Database.Failure)
  /// A file beside the database could not be written.
  case system(SystemError)
  /// The data is to blame, for the reason in the diagnostic.
  case data(Diagnostic)
  /// The data is to blame. Also has the root record whose rows were written: its event in the
  /// batch, the name of its input, and the byte where the faulty part begins.
  case record(Diagnostic, event: Int, input: String?, byteOffset: Int)
  /// The database is to blame, for the reason in the diagnostic.
  case output(Diagnostic)
}
