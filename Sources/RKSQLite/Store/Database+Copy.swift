internal import CSQLite
internal import RKEngine

extension Database {
  /// Makes this empty database a copy of another one.
  func copy(_ other: Database) throws(Failure) {
    // SAFETY: both handles are open, and stay so until the copy is finished.
    guard let copy = unsafe sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw failure(unsafe sqlite3_extended_errcode(handle))
    }
    var code = SQLITE_OK
    while code == SQLITE_OK && !Interruption.isPending {
      // SAFETY: the copy is not finished.
      code = unsafe sqlite3_backup_step(copy, 1_000)
    }
    // SAFETY: as above; nothing uses it any more.
    let end = unsafe sqlite3_backup_finish(copy)
    if code == SQLITE_OK { code = SQLITE_INTERRUPT }
    if code != SQLITE_DONE { throw other.failure(code) }
    if end != SQLITE_OK { throw failure(end) }
  }
}
