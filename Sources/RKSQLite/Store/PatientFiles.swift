internal import CSQLite
internal import RKEngine

/// SQLite's file system layer (VFS), changed to repeat calls that the system interrupts.
///
/// SQLite itself repeats reads and writes. But it aborts a transaction if the system interrupts the
/// sync, and it treats a file that it cannot examine as missing, even a journal from which the
/// database must be restored.
enum PatientFiles {
  private typealias Files = UnsafeMutablePointer<sqlite3_vfs>
  private typealias File = UnsafeMutablePointer<sqlite3_file>

  /// The methods of an open file, followed by SQLite's own methods, which they call.
  ///
  /// They are stored after SQLite's data about the file.
  @unsafe
  private struct Methods {
    var patient: sqlite3_io_methods
    // SAFETY: SQLite's methods are constants.
    var original: UnsafePointer<sqlite3_io_methods>
  }

  // SAFETY: it lives as long as the process, and does not change.
  private nonisolated(unsafe) static let original = unsafe sqlite3_vfs_find(nil)

  /// Makes this the layer of all databases that are opened from now on.
  static let areUsed: Void = {
    // SAFETY: the copy lives as long as the process; its methods pass their arguments on.
    guard let original = unsafe original else { return }
    let copy = Files.allocate(capacity: 1)
    unsafe copy.initialize(to: original.pointee)
    unsafe copy.pointee.szOsFile += Int32(MemoryLayout<Methods>.size)
    unsafe copy.pointee.xOpen = { unsafe open($0, $1, $2, $3, $4) }
    unsafe copy.pointee.xAccess = { unsafe look($0, $1, $2, $3) }
    unsafe copy.pointee.xDelete = { files, name, syncsFolder in
      unsafe repeated { unsafe $0.xDelete(files, name, syncsFolder) }
    }
    // SAFETY: as above.
    unsafe copy.pointee.xFullPathname = { files, name, room, path in
      unsafe repeated { unsafe $0.xFullPathname(files, name, room, path) }
    }
    unsafe sqlite3_vfs_register(copy, 1)
  }()

  private static func repeated(_ call: (sqlite3_vfs) -> Int32) -> Int32 {
    // SAFETY: it lives on, and does not change.
    guard let original = unsafe original?.pointee else { return SQLITE_IOERR }
    return SystemCall.repeated { unsafe call(original) }
  }

  private static func repeated(_ file: File?, _ call: (sqlite3_io_methods) -> Int32) -> Int32 {
    // SAFETY: the methods of a file that was opened here are the first of those that follow it.
    guard let methods = unsafe file?.pointee.pMethods else { return SQLITE_IOERR }
    let both = unsafe UnsafeRawPointer(methods).assumingMemoryBound(to: Methods.self)
    return SystemCall.repeated { unsafe call(both.pointee.original.pointee) }
  }

  private static func open(
    _ files: Files?,
    _ name: UnsafePointer<CChar>?,
    _ file: File?,
    _ flags: Int32,
    _ outFlags: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    // SAFETY: SQLite has made room for its own data about a file, and for the methods after that.
    let code = unsafe repeated { unsafe $0.xOpen(files, name, file, flags, outFlags) }
    guard let original = unsafe original, let file = unsafe file,
      let found = unsafe file.pointee.pMethods
    else { return code }
    let after = unsafe UnsafeMutableRawPointer(file) + Int(original.pointee.szOsFile)
    let methods = unsafe after.bindMemory(to: Methods.self, capacity: 1)
    unsafe methods.initialize(to: Methods(patient: patient(found.pointee), original: found))
    unsafe file.pointee.pMethods = UnsafeRawPointer(methods).assumingMemoryBound(
      to: sqlite3_io_methods.self
    )
    return code
  }

  private static func patient(_ methods: sqlite3_io_methods) -> sqlite3_io_methods {
    // SAFETY: the arguments are passed on to the method with the same signature.
    var patient = methods
    unsafe patient.xSync = { file, flags in
      unsafe PatientFiles.repeated(file) { unsafe $0.xSync(file, flags) }
    }
    unsafe patient.xFileSize = { file, size in
      unsafe PatientFiles.repeated(file) { unsafe $0.xFileSize(file, size) }
    }
    // SAFETY: as above.
    unsafe patient.xLock = { file, kind in
      unsafe PatientFiles.repeated(file) { unsafe $0.xLock(file, kind) }
    }
    unsafe patient.xCheckReservedLock = { file, isHeld in
      unsafe PatientFiles.repeated(file) { unsafe $0.xCheckReservedLock(file, isHeld) }
    }
    return patient
  }

  /// Whether a file exists; an error code if that cannot be determined.
  private static func look(
    _ files: Files?,
    _ name: UnsafePointer<CChar>?,
    _ flags: Int32,
    _ isThere: UnsafeMutablePointer<Int32>?
  ) -> Int32 {
    // SAFETY: the arguments are passed on.
    let code = unsafe repeated { unsafe $0.xAccess(files, name, flags, isThere) }
    let failure = SystemError(.open, code: SystemCall.failureCode, path: "")
    let isUnseen = flags == SQLITE_ACCESS_EXISTS && failure.code != 0 && !failure.isMissingFile
    // SQLITE_IOERR_ACCESS, which is not imported.
    return isUnseen ? SQLITE_IOERR | 13 << 8 : code
  }
}
