#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FileDescriptor {
  /// Gives a file another name, unless that is taken; false if it is.
  ///
  /// A link never replaces what exists. A file system without links needs an empty file, which
  /// reserves the name until the other takes its place.
  package static func place(_ path: String, at other: String) throws(SystemError) -> Bool {
    // SAFETY: the paths are C strings during the call.
    if SystemCall.repeated({ unsafe link(path, other) }) == 0 {
      remove(path)
      return true
    }
    switch errno {
    case EEXIST: return false
    case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, EACCES:
      return try Emergency.undivided { () throws(SystemError) in try rename(path, toFree: other) }
    default: throw SystemError(.rename, code: errno, path: other)
    }
  }

  /// The state of a file that is to be replaced.
  enum Kept {
    /// The file did not exist.
    case none
    /// The file also exists under this second name, beside its own. The second name is deleted with
    /// the process as long as the `Leftover` is held.
    case under(String, Leftover?)
    /// The file system does not support second names.
    case not
  }

  /// Gives the file at a path, if there is one, a second name beside it.
  static func keep(_ path: String) throws(SystemError) -> Kept {
    for number in 1...1_000 {
      let name = "\(path).\(getpid()).\(number).partial"
      let leftover = Leftover(.file, name)
      let code = Emergency.undivided {
        // SAFETY: the paths are C strings during the call.
        if SystemCall.repeated({ unsafe link(path, name) }) != 0 { return errno }
        leftover.begin()
        return 0
      }
      switch code {
      case 0: return .under(name, leftover)
      case EEXIST: continue
      case ENOENT: return .none
      case EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK, EACCES: return .not
      default: throw SystemError(.rename, code: code, path: path)
      }
    }
    return .not
  }

  private static func rename(_ path: String, toFree other: String) throws(SystemError) -> Bool {
    do {
      _ = try writing(other, isNew: true)
    } catch {
      if error.isTaken { return false }
      throw error
    }
    do {
      try rename(path, to: other)
    } catch {
      remove(other)
      throw error
    }
    return true
  }
}

extension SystemError {
  /// The name is taken by something else.
  fileprivate var isTaken: Bool { code == EEXIST }
}
