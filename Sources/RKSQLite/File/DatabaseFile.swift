package import RKDiagnostics
internal import RKEngine

/// The database file of a run.
///
/// A new file is built under a temporary name, without a journal, and renamed when the run has
/// succeeded. An existing file is changed in one transaction. Anything not committed is discarded.
package final class DatabaseFile {
  /// The connection; nil once the file is closed.
  package private(set) var database: Database?
  /// The name that the user gave; empty for a temporary database.
  private let name: String
  private let place: String
  /// The temporary file of a new database; nil once it has been renamed.
  private var aside: FileDescriptor?
  /// Deletes the temporary file if the process ends before it is renamed.
  private var leftover: Leftover?
  private let usesWriteAheadLog: Bool
  /// How long to wait for another writer.
  private let patience: Duration
  /// Whether this is a temporary copy of an existing database.
  private let isCopy: Bool
  /// The page cache, in KiB.
  private var cacheSize = 4096
  /// The cache grows, up to `largestCache` KiB, at one missed page per `rowsPerMiss` rows or fewer.
  private static let (rowsPerMiss, largestCache) = (4, 48 * 1024)

  /// Creates a temporary database, which SQLite moves to disk when it grows large.
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

  /// Makes a temporary copy of the database at a path, or an empty one if there is none; the file
  /// and its companions are not changed.
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

  /// Opens a database, or creates one; follows a link.
  ///
  /// `patience` is how long to wait for another writer.
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
      // SQLite silently opens a file read-only if it may not write.
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

  /// Whether there was no database before the run.
  package var isNew: Bool { aside != nil || (place.isEmpty && !isCopy) }

  // MARK: - Opening

  /// The place of a file in SQLite's notation, with links resolved.
  private static func place(of path: String) throws(WriteError) -> String {
    let resolved = FileDescriptor.resolvedOrGiven(path)
    // SQLite reserves names such as ":memory:"; a path that begins with "/" or "./" is never
    // reserved.
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

  /// Whether the place is an ordinary file or does not exist; throws for anything else.
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

  /// Opens an existing database read-only.
  package static func reading(_ path: String) throws(WriteError) -> Database {
    let place = try place(of: path)
    do {
      let database = try reading(place, .seconds(5))
      database.heedInterruption()
      return database
    } catch {
      throw .failure(error)
    }
  }

  /// Opens a database read-only.
  ///
  /// For a database with a write-ahead log SQLite creates the log file even for a reader. If there
  /// is no log file, the database is opened as immutable, so that none is created.
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

  /// Whether the file's header says that it uses a write-ahead log.
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

  /// Sets up a new database: nobody sees it until it is complete, so it needs no journal or locks.
  ///
  /// Large pages suit rows that arrive in key order. The cache is small because the system caches
  /// written pages, too, and does not count them as memory of the run.
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

  /// Begins to use an existing database, and waits if others lock it, since even reading a setting
  /// reads the file.
  private static func beginOld(
    _ database: Database,
    _ patience: Duration
  ) throws(WriteError) {
    // The file may come from someone else. Its triggers may still use virtual tables, which hold
    // text indexes, because nothing that SQLite supports here reaches outside the file.
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

  /// Runs statements, and waits if other programs block them.
  private static func run(
    _ sql: String,
    _ database: Database,
    _ patience: Duration
  ) throws(WriteError) {
    let end = Timestamp.now.advanced(by: patience)
    // In short steps, so that the user can interrupt.
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

  /// Refuses a place that has leftover files of another database beside it, because SQLite would
  /// use them for the new one.
  ///
  /// If a database has appeared there in the meantime, the files are its own.
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

  /// Chooses small pages, because random keys touch one row per page.
  package func expectScatteredKeys() throws(WriteError) {
    if isNew { try run("PRAGMA page_size = 4096") }
  }

  /// Gives a new database a journal, which holds in memory what a batch changes, so that refused
  /// batches can be rolled back.
  package func expectRefusals() throws(WriteError) {
    if isNew { try run("COMMIT; PRAGMA journal_mode = MEMORY; BEGIN") }
  }

  /// Enlarges the cache for rows that come in key order, many at once: it must hold the pages that
  /// are examined together.
  package func expectOrderedRows() throws(WriteError) { try setCache(kilobytes: 1024) }

  /// Doubles the cache, up to a limit, if many of the last `rows` rows missed it.
  package func growCache(rows: Int) throws(WriteError) {
    guard let database, cacheSize < Self.largestCache else { return }
    if database.takeCacheMisses() * Self.rowsPerMiss < rows { return }
    try setCache(kilobytes: min(cacheSize * 2, Self.largestCache))
  }

  private func setCache(kilobytes: Int) throws(WriteError) {
    cacheSize = kilobytes
    try run("PRAGMA cache_size = -\(kilobytes)")
  }

  // MARK: - The end

  /// Commits what was written; returns a warning, if any.
  ///
  /// Nothing else may hold the connection to a new database any longer.
  package func commit() throws(WriteError) -> Diagnostic? {
    if Interruption.isPending { throw .failure(.interruption) }
    // SQLite would keep writing to an unlinked file, or to its log beside a different file.
    if aside == nil, !place.isEmpty, database?.hasMoved ?? false { throw .failure(.moved) }
    try run("COMMIT")
    guard let aside = aside.take() else {
      defer { database = nil }
      return usesWriteAheadLog ? useWriteAheadLog() : nil
    }
    defer { FileDescriptor.remove(aside.path) }
    if usesWriteAheadLog { try run("PRAGMA journal_mode = WAL") }
    try moveIntoPlace(aside)
    return nil
  }

  private func run(_ sql: String) throws(WriteError) {
    if let database { try Self.run(sql, database, patience) }
  }

  /// Switches to a write-ahead log; a failure is only a warning, because the run is committed.
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

  /// Closes the new database and renames it to its place.
  private func moveIntoPlace(_ aside: borrowing FileDescriptor) throws(WriteError) {
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

  /// Rolls back what was not committed.
  package func abandon() {
    // A second signal waits for this, as it would otherwise leave a journal beside the file.
    if aside == nil, let database { Emergency.undivided { try? database.run("ROLLBACK") } }
    database = nil
    if let aside = aside.take() { FileDescriptor.remove(aside.path) }
  }
}

extension UInt8 {
  /// Whether the byte needs no escape in the path of a URI.
  fileprivate var isPlainInPath: Bool {
    isDigit || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
      || [0x2D, 0x2E, 0x2F, 0x5F].contains(self)
  }
}
