package import RKDiagnostics
internal import RKEngine

/// The file of a database in a run.
///
/// A new one is built aside, without a journal, and takes its place when the run has succeeded. One
/// that was there is changed in one transaction. Whatever is not committed goes.
package final class DatabaseFile {
  /// The connection; nil when the file is closed.
  package private(set) var database: Database?
  /// As the user named it; empty for a database that goes with the run.
  private let name: String
  private let place: String
  /// The file that a new database is built in, which is no more when it has taken its place.
  private var aside: FileDescriptor?
  /// Has that file go when the process ends before it is in its place.
  private var leftover: Leftover?
  private let usesWriteAheadLog: Bool
  /// How long another writer is waited for.
  private let patience: Duration
  /// It is a copy of one that was there, and goes with the run.
  private let isCopy: Bool

  /// A database that goes with the run: on the disk where it is large.
  package init() throws(WriteError) {
    name = ""
    place = ""
    aside = nil
    usesWriteAheadLog = false
    patience = .zero
    isCopy = false
    let database = try Self.open(place)
    try Self.prepareNew(database)
    self.database = database
  }

  /// A copy of the database of some name, or an empty one where there is none, that goes with the run:
  /// nothing of the file is changed, nor anything beside it.
  package init(
    copyOf path: String,
    patience: Duration = .seconds(5)
  ) throws(WriteError) {
    name = path
    place = ""
    aside = nil
    usesWriteAheadLog = false
    self.patience = patience
    let original = try Self.place(of: path)
    let kind = try Self.kind(of: original, path)
    isCopy = kind == .regular
    if !isCopy { try Self.refuseLeftovers(original, name: path) }
    let database = try Self.open(place)
    if isCopy {
      do { try database.copy(try Self.reading(original, patience)) } catch { throw .failure(error) }
    }
    try Self.prepareNew(database)
    database.allowDamage(false)
    self.database = database
  }

  /// Opens a database, or makes one; a link is followed.
  ///
  /// `patience` is how long another writer is waited for.
  package init(
    path: String,
    usesWriteAheadLog: Bool = false,
    patience: Duration = .seconds(5)
  ) throws(WriteError) {
    name = path
    self.usesWriteAheadLog = usesWriteAheadLog
    self.patience = patience
    isCopy = false
    place = try Self.place(of: path)
    switch try Self.kind(of: place, path) {
    case .some:
      aside = nil
      let database = try Self.open(place)
      try Self.beginOld(database, patience)
      // SQLite is content with reading where it may not write.
      if database.isReadOnly { throw .failure(.readOnly) }
      self.database = database
    case nil:
      try Self.refuseLeftovers(place, name: path)
      let file: FileDescriptor
      do {
        file = try .writing(asideOf: place, .database, leftover: &leftover)
      } catch {
        throw Self.unwritable(path, error.reason)
      }
      let asidePath = file.path
      aside = consume file
      do {
        let database = try Self.open(asidePath)
        try Self.prepareNew(database)
        self.database = database
      } catch {
        FileDescriptor.remove(asidePath)
        throw error
      }
    }
  }

  deinit { abandon() }

  /// There was no database before the run.
  package var isNew: Bool { aside != nil || (place.isEmpty && !isCopy) }

  // MARK: - Opening

  /// Where the file of a name is.
  private static func place(of path: String) throws(WriteError) -> String {
    let resolved = FileDescriptor.resolvedOrGiven(path)
    // SQLite has names of its own, such as ":memory:"; none of them begins like this.
    let place = resolved.hasPrefix("/") ? resolved : "./" + resolved
    let isLink: Bool
    do {
      isLink = try FileDescriptor.target(ofLink: place) != nil
    } catch {
      throw unwritable(path, error.reason)
    }
    if isLink { throw unwritable(path, "links lead to one another") }
    return place
  }

  /// An ordinary file, or none.
  private static func kind(of place: String, _ path: String) throws(WriteError)
    -> FileDescriptor.Kind?
  {
    let kind: FileDescriptor.Kind?
    do {
      kind = try FileDescriptor.kind(of: place)
    } catch {
      throw unwritable(path, error.reason)
    }
    switch kind {
    case .directory: throw unwritable(path, "it is a folder")
    case .other: throw unwritable(path, "a database needs an ordinary file")
    case .regular, nil: return kind
    }
  }

  /// A database to be read and nothing else.
  ///
  /// Beside one with a write-ahead log SQLite makes the file of the log, even for a reader: where there
  /// is none, the database is read as it stands.
  private static func reading(
    _ place: String,
    _ patience: Duration
  ) throws(Database.Failure) -> Database {
    var uri = "file:"
    for byte in place.utf8 {
      if byte.isPlainInPath {
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        uri += digits.utf8.count == 1 ? "%0" + digits : "%" + digits
      }
    }
    if FileDescriptor.isFree(place + "-wal") && usesLog(place) { uri += "?immutable=1" }
    let database = try Database(path: uri, mayWrite: false)
    database.setBusyTimeout(milliseconds: Int(patience.components.seconds * 1_000))
    return database
  }

  /// The file says that the database has a write-ahead log.
  private static func usesLog(_ place: String) -> Bool {
    do throws(SystemError) {
      let header = try FileDescriptor.reading(place).read(upTo: 20)
      return header.count == 20 && header[19] == 2
    } catch {
      return false
    }
  }

  private static func open(_ path: String) throws(WriteError) -> Database {
    do {
      let database = try Database(path: path, mayCreate: path.isEmpty)
      database.heedInterruption()
      return database
    } catch {
      throw .failure(error)
    }
  }

  /// Nobody else sees the database before it is complete: it needs no journal and no locks.
  ///
  /// Large pages are the best for rows that come in the order of their keys. The cache is small, as the
  /// system keeps what was written, too, and does not count it as memory of the run.
  private static func prepareNew(_ database: Database) throws(WriteError) {
    do {
      try database.run(
        """
        PRAGMA page_size = 16384;
        PRAGMA journal_mode = OFF;
        PRAGMA synchronous = OFF;
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA cache_size = -4096;
        PRAGMA foreign_keys = OFF;
        BEGIN
        """
      )
    } catch {
      throw .failure(error)
    }
  }

  /// Settings read the file, too, which others may hold: they are waited for from here on.
  private static func beginOld(
    _ database: Database,
    _ patience: Duration
  ) throws(WriteError) {
    // Somebody else may have made it. Its triggers may still use virtual tables, which keep indexes of
    // texts: nothing that SQLite knows here reaches out of the file.
    database.allowDamage(false)
    try run(
      """
      PRAGMA cell_size_check = ON;
      PRAGMA mmap_size = 0;
      PRAGMA synchronous = FULL;
      PRAGMA cache_size = -4096;
      PRAGMA foreign_keys = OFF;
      BEGIN IMMEDIATE
      """,
      database,
      patience
    )
  }

  /// Runs statements that others may be in the way of; they are waited for.
  private static func run(
    _ sql: String,
    _ database: Database,
    _ patience: Duration
  ) throws(WriteError) {
    let end = Timestamp.now.advanced(by: patience)
    // In short steps: the user may want to stop meanwhile.
    database.setBusyTimeout(milliseconds: 50)
    defer { database.setBusyTimeout(milliseconds: 0) }
    while true {
      do {
        return try database.run(sql)
      } catch {
        if !error.isBusy || Timestamp.now >= end || Interruption.isPending {
          throw .failure(error)
        }
      }
    }
  }

  /// Refuses a place beside which something is left of another database: SQLite would take it for a
  /// part of the new one.
  ///
  /// Beside a database that has appeared meanwhile they are its own.
  private static func refuseLeftovers(_ place: String, name: String) throws(WriteError) {
    for suffix in ["-journal", "-wal"]
    where !FileDescriptor.isFree(place + suffix) && FileDescriptor.isFree(place) {
      throw .output(
        Diagnostic(
          .unwritableOutput,
          "'\(name)' cannot be written: '\(name)\(suffix)' is left of a database that is gone",
          help: ["move it away: SQLite would take it for a part of the new database"]
        )
      )
    }
  }

  private static func unwritable(_ name: String, _ reason: String) -> WriteError {
    .output(Diagnostic(.unwritableOutput, "'\(name)' cannot be written: \(reason)"))
  }

  /// Keys come in no order: of a large page that is read and written for the sake of one row most is
  /// without success.
  package func expectScatteredKeys() throws(WriteError) {
    if isNew { try run("PRAGMA page_size = 4096") }
  }

  /// Rows come in the order of their keys, many at once: these take the memory of pages that are looked
  /// at once.
  package func expectOrderedRows() throws(WriteError) { try run("PRAGMA cache_size = -1024") }

  // MARK: - The end

  /// Makes what was written last; gives what there is to say of it.
  ///
  /// Nothing else may hold the connection to a new database any more.
  package func commit() throws(WriteError) -> Diagnostic? {
    if Interruption.isPending { throw .failure(.interruption) }
    // SQLite would write on to a file that nobody finds, or a log of it beside another one.
    if aside == nil, !place.isEmpty, database?.hasMoved ?? false { throw .failure(.moved) }
    try run("COMMIT")
    guard let aside = aside.take() else {
      defer { database = nil }
      return usesWriteAheadLog ? useWriteAheadLog() : nil
    }
    defer { FileDescriptor.remove(aside.path) }
    if usesWriteAheadLog { try run("PRAGMA journal_mode = WAL") }
    try settle(aside)
    return nil
  }

  private func run(_ sql: String) throws(WriteError) {
    if let database { try Self.run(sql, database, patience) }
  }

  /// The transaction is over, which others need not wait for: what remains may fail.
  private func useWriteAheadLog() -> Diagnostic? {
    do {
      try run("PRAGMA journal_mode = WAL")
      return nil
    } catch {
      var finding = error.diagnostic(of: name)
      finding.severity = .warning
      finding.message += "; the records are in it, but it is not switched to a write-ahead log"
      finding.help = []
      return finding
    }
  }

  /// Closes the new database and puts it in its place.
  private func settle(_ aside: borrowing FileDescriptor) throws(WriteError) {
    weak let connection = database
    database = nil
    precondition(connection == nil, "a database that takes its place is still in use")
    try Self.refuseLeftovers(place, name: name)
    let isPlaced: Bool
    do {
      isPlaced = try place(aside)
    } catch {
      throw Self.unwritable(name, error.reason)
    }
    if isPlaced { return }
    throw .output(
      Diagnostic(
        .outputAppeared,
        "'\(name)' appeared while it was built, and stays as it is",
        help: ["run again to write into the database that is there now"]
      )
    )
  }

  private func place(_ aside: borrowing FileDescriptor) throws(SystemError) -> Bool {
    try aside.sync()
    guard try FileDescriptor.place(aside.path, at: place) else { return false }
    try FileDescriptor.syncFolder(ofFile: place)
    return true
  }

  /// Takes back what was not committed.
  package func abandon() {
    if aside == nil, let database { try? database.run("ROLLBACK") }
    database = nil
    if let aside = aside.take() { FileDescriptor.remove(aside.path) }
  }
}

extension UInt8 {
  /// It stands for itself in the path of a URI.
  fileprivate var isPlainInPath: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
      || [0x2D, 0x2E, 0x2F, 0x5F].contains(self)
  }
}
