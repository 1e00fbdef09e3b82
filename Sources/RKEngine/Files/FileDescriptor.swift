#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open file of the operating system, closed when its owner is destroyed.
package struct FileDescriptor: ~Copyable {
  let number: Int32
  private let isOwned: Bool
  /// The path as it was given; empty for a standard stream.
  package let path: String
  /// Its kind and size when it was opened for reading.
  let opened: (kind: Kind, byteCount: Int)?

  init(_ number: Int32, path: String, isOwned: Bool = true, isExamined: Bool = false) {
    self.number = number
    self.path = path
    self.isOwned = isOwned
    opened = isExamined ? Self.status(of: number).map { (Self.kind($0), Int($0.st_size)) } : nil
  }

  deinit {
    if isOwned { _ = close(number) }
  }

  package static var standardInput: FileDescriptor { FileDescriptor(0, path: "", isOwned: false) }
  package static var standardOutput: FileDescriptor { FileDescriptor(1, path: "", isOwned: false) }
  package static var standardError: FileDescriptor { FileDescriptor(2, path: "", isOwned: false) }

  /// Opens a file for reading; refuses a directory, while the error can still name it.
  ///
  /// Waits for a pipe's writer unless `waits` is false.
  package static func reading(_ path: String, waits: Bool = true) throws(SystemError)
    -> FileDescriptor
  {
    let flags = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK | O_NOCTTY)
    // SAFETY: the path is a C string during the call.
    let number = SystemCall.repeated { unsafe open(path, flags) }
    if number < 0 { throw SystemError(.open, code: errno, path: path) }
    let file = FileDescriptor(number, path: path, isExamined: true)
    if file.kind == .directory { throw SystemError(.read, code: EISDIR, path: path) }
    return file
  }

  /// Opens a file for writing, creating it if it does not exist.
  package static func writing(_ path: String, isNew: Bool = false) throws(SystemError)
    -> FileDescriptor
  {
    let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (isNew ? O_EXCL : O_TRUNC)
    // SAFETY: the path is a C string during the call.
    let number = SystemCall.repeated { unsafe open(path, flags, 0o666) }
    if number < 0 { throw SystemError(.open, code: errno, path: path) }
    return FileDescriptor(number, path: path)
  }

  /// Opens a file for appending, creating it if it does not exist.
  package static func appending(to path: String) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
    // SAFETY: the path is a C string during the call.
    let number = SystemCall.repeated { unsafe open(path, flags, 0o666) }
    if number < 0 { throw SystemError(.open, code: errno, path: path) }
    return FileDescriptor(number, path: path)
  }

  /// Creates a temporary file beside the path that it will get.
  ///
  /// Skips names that exist: process numbers are reused, and a killed process leaves its file. The
  /// file is deleted with the process as long as `leftover` is held.
  package static func writing(
    asideOf place: String,
    _ kind: Leftover.Kind = .file,
    leftover: inout Leftover?
  ) throws(SystemError) -> FileDescriptor {
    var path = "\(place).\(getpid()).partial"
    var number = 1
    while true {
      let note = Leftover(kind, path)
      leftover = note
      do {
        return try Emergency.undivided { () throws(SystemError) in
          let file = try writing(path, isNew: true)
          note.begin()
          return file
        }
      } catch {
        guard error.code == EEXIST, number < 1_000 else { throw error }
        number += 1
        path = "\(place).\(getpid()).\(number).partial"
      }
    }
  }

  package enum Kind: Sendable {
    case regular
    case directory
    case other
  }

  /// The kind of this file; nil if that cannot be determined.
  package var kind: Kind? { opened?.kind ?? Self.status(of: number).map(Self.kind) }

  /// The kind of what is at a path, nil if there is nothing; throws if it cannot be determined.
  package static func kind(of path: String) throws(SystemError) -> Kind? {
    var status = stat()
    // SAFETY: the call reads a C string and fills the structure.
    if SystemCall.repeated({ unsafe stat(path, &status) }) == 0 { return kind(status) }
    let error = SystemError(.open, code: errno, path: path)
    if error.isAbsence { return nil }
    throw error
  }

  /// Whether there is something of a kind at a path.
  ///
  /// Also false if that cannot be determined, for callers to which a wrong false does no harm.
  package static func isSeen(_ path: String, as kind: Kind) -> Bool {
    (try? self.kind(of: path)) == kind
  }

  /// Whether it is certain that nothing exists at a path.
  package static func isFree(_ path: String) -> Bool {
    do { return try kind(of: path) == nil } catch { return false }
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .regular
    case S_IFDIR: .directory
    default: .other
    }
  }

  private static func status(of number: Int32) -> stat? {
    var status = stat()
    // SAFETY: the call fills the structure.
    let result = SystemCall.repeated { unsafe fstat(number, &status) }
    return result == 0 ? status : nil
  }

  /// The size of the file in bytes; nil if unknown.
  package var byteCount: Int? {
    guard let status = Self.status(of: number), Self.kind(status) == .regular else { return nil }
    return Int(status.st_size)
  }

  package var isTerminal: Bool { isatty(number) == 1 }

  /// The number of columns of the terminal; nil if there is none, or it does not report them.
  package var terminalColumns: Int? {
    var size = winsize()
    // SAFETY: the call fills the structure.
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Copies the owner, if that is allowed, and the permissions of another file.
  package func copyOwnership(from path: String) {
    var status = stat()
    // SAFETY: the call reads a C string and fills the structure.
    guard SystemCall.repeated({ unsafe stat(path, &status) }) == 0 else { return }
    let isSameOwner =
      SystemCall.repeated { fchown(number, status.st_uid, status.st_gid) } == 0
    if !isSameOwner { _ = SystemCall.repeated { fchown(number, .max, status.st_gid) } }
    // The setuid bits must not carry over to another owner.
    let mode = status.st_mode & (isSameOwner ? 0o7777 : 0o777)
    _ = SystemCall.repeated { fchmod(number, mode) }
  }

  /// Reads up to `memory.count` bytes; 0 at the end.
  @unsafe
  package func read(into memory: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      try wait(for: POLLIN, .read)
      // SAFETY: the call writes no more bytes than the memory has.
      #if canImport(Darwin)
        let count = unsafe Darwin.read(number, memory.baseAddress, memory.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(number, memory.baseAddress, memory.count)
      #else
        let count = unsafe Glibc.read(number, memory.baseAddress, memory.count)
      #endif
      if count >= 0 { return count }
      if errno != EINTR && errno != EAGAIN {
        throw SystemError(.read, code: errno, path: path)
      }
    }
  }

  /// Waits until the file is ready for a call.
  ///
  /// A request to stop ends the wait with an error, even one that arrives just before.
  private func wait(
    for event: some BinaryInteger,
    _ operation: SystemError.Operation
  ) throws(SystemError) {
    var files: InlineArray<2, pollfd> = [
      pollfd(fd: number, events: Int16(event), revents: 0),
      pollfd(fd: Interruption.bellNumber, events: Int16(POLLIN), revents: 0),
    ]
    var pair = files.mutableSpan
    // An ordinary file is always ready.
    var isReady = opened?.kind == .regular
    while !isReady && !Interruption.isPending {
      // SAFETY: the call reads and writes two structures, and there are two.
      isReady =
        unsafe pair.withUnsafeMutableBufferPointer { unsafe poll($0.baseAddress, 2, -1) } >= 0
        || errno != EINTR
    }
    if Interruption.isPending { throw SystemError(operation, code: EINTR, path: path) }
  }

  /// Whether reading would wait, as no bytes are available.
  package var wouldWait: Bool {
    if opened?.kind == .regular { return false }
    var file = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    // SAFETY: the call reads and writes one structure.
    return unsafe poll(&file, 1, 0) == 0
  }

  /// Reads up to `count` bytes; none at the end.
  package func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var buffer = InputBuffer(capacity: count)
    _ = try buffer.append(from: self, upTo: count)
    return buffer.bytesWithoutPadding
  }

  /// Reads all remaining bytes; more than `limit` are an error.
  package func readAll(atMost limit: Int = .max) throws(SystemError) -> [UInt8] {
    var buffer = InputBuffer(capacity: 64 * 1024)
    while try buffer.append(from: self, upTo: 64 * 1024) > 0 {
      if buffer.count > limit { throw .excessive(path) }
    }
    return buffer.bytesWithoutPadding
  }

  /// Writes all of the bytes.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      if Interruption.isPending { throw SystemError(.write, code: EINTR, path: path) }
      // SAFETY: the call reads the bytes of the span that are left.
      let count = unsafe bytes.withUnsafeBytes { source in
        let rest = unsafe source.baseAddress.map { unsafe $0 + done }
        #if canImport(Darwin)
          return unsafe Darwin.write(number, rest, source.count - done)
        #elseif canImport(Musl)
          return unsafe Musl.write(number, rest, source.count - done)
        #else
          return unsafe Glibc.write(number, rest, source.count - done)
        #endif
      }
      if count >= 0 {
        done += count
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, .write)
      } else if errno != EINTR {
        throw SystemError(.write, code: errno, path: path)
      }
    }
  }

  /// Makes written bytes survive a crash of the machine.
  package func sync() throws(SystemError) {
    if SystemCall.repeated({ fsync(number) }) != 0 && errno != EINVAL && errno != EROFS {
      throw SystemError(.sync, code: errno, path: path)
    }
  }

  /// Replaces a file by another, atomically.
  package static func rename(_ path: String, to other: String) throws(SystemError) {
    // SAFETY: the paths are C strings during the call.
    #if canImport(Darwin)
      let result = SystemCall.repeated { unsafe Darwin.rename(path, other) }
    #elseif canImport(Musl)
      let result = SystemCall.repeated { unsafe Musl.rename(path, other) }
    #else
      let result = SystemCall.repeated { unsafe Glibc.rename(path, other) }
    #endif
    if result != 0 { throw SystemError(.rename, code: errno, path: other) }
  }

  package static func remove(_ path: String) {
    // SAFETY: the path is a C string during the call.
    _ = SystemCall.repeated { unsafe unlink(path) }
  }

  /// Removes a file; throws if that fails.
  package static func removeFile(_ path: String) throws(SystemError) {
    // SAFETY: the path is a C string during the call.
    if SystemCall.repeated({ unsafe unlink(path) }) != 0 {
      throw SystemError(.write, code: errno, path: path)
    }
  }

  /// Creates a folder, deleted if the process ends while it is empty and the result is held.
  package static func makeFolder(_ path: String) throws(SystemError) -> Leftover {
    let leftover = Leftover(.folder, path)
    try Emergency.undivided { () throws(SystemError) in
      // SAFETY: the path is a C string during the call.
      if SystemCall.repeated({ unsafe mkdir(path, 0o777) }) != 0 {
        throw SystemError(.open, code: errno, path: path)
      }
      leftover.begin()
    }
    return leftover
  }

  /// Removes an empty folder.
  package static func removeFolder(_ path: String) {
    // SAFETY: the path is a C string during the call.
    _ = SystemCall.repeated { unsafe rmdir(path) }
  }

  /// Makes the name of a file survive a crash of the machine, too, if its folder can be opened.
  package static func syncFolder(ofFile path: String) throws(SystemError) {
    let folder = self.folder(of: path)
    // SAFETY: the path is a C string during the call.
    let number = SystemCall.repeated { unsafe open(folder, O_RDONLY | O_CLOEXEC) }
    if number >= 0 { try FileDescriptor(number, path: folder).sync() }
  }

  /// The file that a path leads to when its links are followed, whether it exists or not; a link if
  /// links form a cycle.
  ///
  /// Throws if part of the path cannot be examined.
  package static func resolved(_ path: String) throws(SystemError) -> String {
    try followed(path).path
  }

  /// The resolved path, and whether something was there; other processes may create it meanwhile.
  private static func followed(_ path: String) throws(SystemError)
    -> (path: String, isThere: Bool)
  {
    var path = path
    for _ in 0..<40 {
      // SAFETY: the call returns a C string of its own, which is copied before it is freed.
      if let real = unsafe SystemCall.repeated({ unsafe realpath(path, nil) }) {
        defer { unsafe free(real) }
        return (unsafe String(cString: real), true)
      }
      switch errno {
      case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: break
      default: throw SystemError(.open, code: errno, path: path)
      }
      guard let target = try target(ofLink: path) else { return (path, false) }
      path = target.begins(with: "/") ? target : folder(of: path) + target
    }
    return (path, false)
  }

  /// The resolved path, or the given one if it cannot be resolved: to distinguish files whose
  /// errors are reported elsewhere.
  package static func resolvedOrGiven(_ path: String) -> String {
    (try? resolved(path)) ?? path
  }

  /// The target of a link; nil if it is not a link.
  package static func target(ofLink path: String) throws(SystemError) -> String? {
    let room = Int(PATH_MAX)
    var bytes = [CChar](repeating: 0, count: room)
    // SAFETY: the call writes no more bytes than there is room for.
    let count = SystemCall.repeated { unsafe readlink(path, &bytes, room) }
    if count >= 0 {
      return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
    switch errno {
    case EINVAL, ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: return nil
    default: throw SystemError(.open, code: errno, path: path)
    }
  }

  /// The folder of a path's last name, with a slash at the end.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: .solidus).map { String(path[...$0]) } ?? "./"
  }

  /// The canonical path of a file, existing or not: the same for all of its names.
  package static func place(ofFile path: String) throws(SystemError) -> String {
    let (found, isThere) = try followed(path)
    if isThere { return found }
    let name =
      found.utf8.lastIndex(of: .solidus).map { found[found.utf8.index(after: $0)...] } ?? found[...]
    return "\(try resolved(folder(of: found)))/\(String(name))"
  }

  /// Whether two names lead to one file, or would lead to one.
  package static func isOneFile(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    // SAFETY: the calls read C strings and fill the structures.
    let hasFirst = SystemCall.repeated { unsafe stat(one, &first) } == 0
    // SAFETY: as above.
    let hasSecond = SystemCall.repeated { unsafe stat(other, &second) } == 0
    if hasFirst && hasSecond {
      return (first.st_ino, first.st_dev) == (second.st_ino, second.st_dev)
    }
    // A file that does not exist yet has a place.
    return ((try? place(ofFile: one)) ?? one).exact == ((try? place(ofFile: other)) ?? other).exact
  }
}
