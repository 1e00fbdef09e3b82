internal import CSQLite
package import RKDiagnostics
internal import RKEngine

extension Database.Failure {
  /// The user interrupted the program.
  package static var interruption: Self {
    Self(code: SQLITE_INTERRUPT, message: "interrupted")
  }

  /// SQLite's failure for writing a read-only file.
  static var readOnly: Self {
    Self(code: SQLITE_READONLY, message: "attempt to write a readonly database")
  }

  /// SQLite's failure for an open file that has lost its name.
  static var moved: Self {
    Self(code: SQLITE_READONLY | 4 << 8, message: "the file was moved")
  }

  var isInterruption: Bool { primaryCode == SQLITE_INTERRUPT }

  /// A constraint of the database rejects a row, or a non-integer key of a table with integer keys.
  var isOfData: Bool { primaryCode == SQLITE_CONSTRAINT || primaryCode == SQLITE_MISMATCH }

  /// Another program holds a lock.
  var isBusy: Bool { primaryCode == SQLITE_BUSY || primaryCode == SQLITE_LOCKED }

  /// SQLite had no memory, for itself or for a system call.
  private var isWithoutMemory: Bool {
    primaryCode == SQLITE_NOMEM || code == SQLITE_IOERR | 12 << 8
  }

  /// What the error means for a run that writes to the named database; an empty name means a
  /// temporary database.
  package func diagnostic(of name: String) -> Diagnostic {
    let subject = name.isEmpty ? "the database that the script is made of" : "'\(name)'"
    if isWithoutMemory {
      return Diagnostic(
        .outOfMemory,
        "out of memory while \(subject) was written",
        help: [
          "raise the limit, that of 'ulimit -v' or of the container; what was there before is as it was"
        ]
      )
    }
    switch primaryCode {
    case SQLITE_READONLY where code == Self.moved.code:
      return Diagnostic(
        .databaseFailure,
        "\(subject) was moved, removed or replaced while it was written",
        help: ["nothing was written; run again when it stays where it is"]
      )
    case SQLITE_BUSY, SQLITE_LOCKED:
      return Diagnostic(
        .databaseLocked,
        "\(subject) is locked by another program",
        help: ["run again when that one is done, or wait longer: --lock-timeout SECONDS"]
      )
    case SQLITE_NOTADB:
      return Diagnostic(
        .notADatabase,
        "\(subject) is there, and is not a database",
        help: ["give another name, or move the file away; --to says that it is something else"]
      )
    case SQLITE_CORRUPT:
      return Diagnostic(
        .notADatabase,
        "\(subject) is a damaged database: \(message)",
        help: ["the 'sqlite3' program can save what is left: .recover"]
      )
    default:
      return Diagnostic(
        .databaseFailure,
        "\(subject) cannot be written: \(reason)",
        help: advice(isTemporary: name.isEmpty)
      )
    }
  }

  /// SQLite's message, with the system's if a system call failed.
  private var reason: String {
    switch primaryCode {
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL:
      let error = SystemError(.write, code: systemCode, path: "")
      // If SQLite cannot create a file, it tries to read it, and reports that it is missing; that
      // reason would mislead.
      if systemCode == 0 || primaryCode == SQLITE_CANTOPEN && error.isMissingFile { return message }
      return "\(message) (\(error.reason))"
    default: return message
    }
  }

  private func advice(isTemporary: Bool) -> [String] {
    switch primaryCode {
    case SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN:
      if isTemporary { return ["it is in the folder for temporary files: TMPDIR names another"] }
      if primaryCode == SQLITE_FULL { return ["what was there before is as it was"] }
      return primaryCode == SQLITE_CANTOPEN ? Self.permissions : []
    case SQLITE_READONLY, SQLITE_PERM: return Self.permissions
    default: return []
    }
  }

  private static let permissions = [
    "the file and its folder must be writable: a journal stands beside it for the time of a run"
  ]
}

extension WriteError {
  /// The diagnostic for a run that writes to the named database.
  package func diagnostic(of name: String) -> Diagnostic {
    switch self {
    case .failure(let failure): failure.diagnostic(of: name)
    case .system(let error):
      Diagnostic(.unwritableOutput, "'\(name)' cannot be written: \(error.reason)")
    case .data(let diagnostic), .output(let diagnostic): diagnostic
    case .record(let diagnostic, _, let input, let byteOffset):
      diagnostic.inRecord(ofByte: byteOffset, input)
    }
  }

  var isInterruption: Bool {
    switch self {
    case .failure(let failure): failure.isInterruption
    case .system(let error): error.isInterruption
    case .data, .record, .output: false
    }
  }
}

extension Diagnostic {
  /// The diagnostic with the record's position in its message.
  fileprivate func inRecord(ofByte offset: Int, _ input: String?) -> Diagnostic {
    var diagnostic = self
    // A position in JSON that was made from another format is not a position in the file.
    let isAsRead = input == nil || input == "<stdin>"
    diagnostic.help.insert(
      isAsRead
        ? "what is refused begins at byte \(offset) of the input"
        : "--on-error skip leaves such records out, and says where each of them is",
      at: 0
    )
    return diagnostic
  }
}
