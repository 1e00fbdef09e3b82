internal import CSQLite
internal import RKEngine

/// A connection to a database, closed when its owner is destroyed.
@safe
package final class Database {
  /// A failed call, with SQLite's reason.
  package struct Failure: Error, Sendable, Hashable {
    /// SQLite's extended result code.
    package var code: Int32
    package var message: String
    /// The system's reason, if a system call has failed; otherwise 0.
    package var systemCode: Int32 = 0

    /// The code without its extension.
    package var primaryCode: Int32 { code & 0xFF }
  }

  let handle: OpaquePointer

  /// Turns off SQLite's memory statistics, which nobody reads and which cost a lock for each
  /// allocation.
  ///
  /// If the library is in use already, its setting stays.
  private static let withoutCounts: Void = { _ = rk_sqlite3_count_memory(0) }()

  /// Opens a database file, and creates it if it is missing and `mayCreate` is true.
  ///
  /// An empty path opens a temporary database.
  ///
  /// If the database is opened read-only, the path may be a URI with parameters.
  package init(
    path: String,
    mayCreate: Bool = true,
    mayWrite: Bool = true
  ) throws(Failure) {
    Self.withoutCounts
    PatientFiles.areUsed
    var handle: OpaquePointer?
    let access =
      mayWrite
      ? SQLITE_OPEN_READWRITE | (mayCreate ? SQLITE_OPEN_CREATE : 0)
      : SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    // SAFETY: the path is a C string during the call, which fills in the handle.
    let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle = unsafe handle else {
      let message = unsafe Self.message(of: handle, code)
      // SAFETY: a failed call may return a handle, which must be closed.
      unsafe sqlite3_close_v2(handle)
      throw Failure(code: code, message: message)
    }
    unsafe self.handle = handle
  }

  deinit {
    // SAFETY: statements keep their database alive; there are none any more.
    unsafe sqlite3_close_v2(handle)
  }

  private static func message(of handle: OpaquePointer?, _ code: Int32) -> String {
    // SAFETY: the message is copied before anything else is done with the handle.
    let text = unsafe handle.map { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    return unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  /// The failure that the last call ended with.
  func failure(_ code: Int32) -> Failure {
    // SAFETY: the handle is open.
    let systemCode = unsafe sqlite3_system_errno(handle)
    return Failure(
      code: code,
      message: unsafe Self.message(of: handle, code),
      systemCode: systemCode
    )
  }

  /// Ends the program if the last call returned no value because memory ran out, which SQLite
  /// reports in no other way.
  func endIfWithoutMemory() {
    // SAFETY: as above.
    if unsafe sqlite3_errcode(handle) == SQLITE_NOMEM { Emergency.endWithoutMemory() }
  }

  /// Runs statements that return no rows.
  package func run(_ sql: String) throws(Failure) {
    // SAFETY: the text is a C string during the call.
    let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// How many rows the last statement inserted, changed or deleted.
  package var changeCount: Int {
    // SAFETY: the handle is open.
    unsafe Int(sqlite3_changes64(handle))
  }

  package var lastRowID: Int64 {
    // SAFETY: as above.
    unsafe sqlite3_last_insert_rowid(handle)
  }

  /// How long a call waits for another writer.
  package func setBusyTimeout(milliseconds: Int) {
    // SAFETY: as above.
    _ = unsafe sqlite3_busy_timeout(handle, Int32(milliseconds))
  }

  /// Makes long calls fail when the user interrupts the program.
  package func heedInterruption() {
    // SAFETY: the handler only reads a flag.
    unsafe sqlite3_progress_handler(handle, 10_000, { _ in Interruption.isPending ? 1 : 0 }, nil)
  }

  /// Whether no transaction is open: none was begun, or a trigger or constraint has rolled it back.
  package var isOutsideTransaction: Bool {
    // SAFETY: the handle is open.
    unsafe sqlite3_get_autocommit(handle) != 0
  }

  /// Whether the file cannot be written to.
  package var isReadOnly: Bool {
    // SAFETY: the handle is open.
    unsafe sqlite3_db_readonly(handle, "main") == 1
  }

  /// The number of pages that the cache has missed since the last call.
  func takeCacheMisses() -> Int {
    var (count, most): (Int32, Int32) = (0, 0)
    // SAFETY: the handle is open; the call fills in two numbers.
    _ = unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_MISS, &count, &most, 1)
    return Int(count)
  }

  /// Whether the open file no longer has its name.
  package var hasMoved: Bool {
    var hasMoved: Int32 = 0
    // SAFETY: the handle is open; the call fills in a number.
    let code = unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// SQLite's version, such as `3.40.1`.
  package static var version: String {
    // SAFETY: the version is a constant C string.
    unsafe String(cString: sqlite3_libversion())
  }

  /// The first column of a statement's first row; nil if there is no row, or if it is null.
  package func text(_ sql: String) throws(Failure) -> String? {
    let statement = try Statement(self, sql)
    return try statement.step() ? statement.text(0) : nil
  }

  package func integer(_ sql: String) throws(Failure) -> Int64? {
    let statement = try Statement(self, sql)
    return try statement.step() && statement.kind(0) != .null ? statement.integer(0) : nil
  }

  /// Whether this SQLite treats a word as a keyword.
  static func isKeyword(_ word: String) -> Bool {
    // SAFETY: the call reads as many bytes as stated.
    unsafe sqlite3_keyword_check(word, Int32(clamping: word.utf8.count)) != 0
  }

  /// Allows or forbids writes to the schema table and other operations that can damage a database.
  func allowDamage(_ isAllowed: Bool) {
    // SAFETY: the handle is open.
    _ = unsafe rk_sqlite3_set_defensive(handle, isAllowed ? 0 : 1)
  }
}
