/// Replaces several files together: if one fails, the others are rolled back.
///
/// Meanwhile the old files are kept under second names.
struct FileSwap {
  private var places: [(path: String, before: FileDescriptor.Kept)] = []
  /// The number of files that have been replaced.
  private var doneCount = 0

  /// Keeps the old file; to be called for all files before the first is replaced.
  mutating func prepare(_ file: borrowing OutputFile) throws(SystemError) {
    guard let place = file.place else { return }
    do {
      places.append((place, try FileDescriptor.keep(place)))
    } catch {
      for (_, before) in places { Self.forget(before) }
      throw error
    }
  }

  /// Replaces the next file.
  ///
  /// Allocates nothing: running out of memory would end the program between two files.
  mutating func replaceNext(_ file: inout OutputFile) throws(SystemError) {
    if try file.takePlace() != nil { doneCount += 1 }
  }

  /// Makes all changes survive a crash of the machine.
  func sync() throws(SystemError) {
    var last: String?
    for (path, _) in places {
      let folder = FileDescriptor.folder(of: path)
      if folder != last { try FileDescriptor.syncFolder(ofFile: path) }
      last = folder
    }
  }

  /// Keeps the new files and deletes the old ones.
  func end() throws(SystemError) {
    var failure: SystemError?
    for case (_, .under(let name, _)) in places {
      do { try FileDescriptor.removeFile(name) } catch { failure = failure ?? error }
    }
    guard let failure else { return }
    let rest = "all files are new, but an old one is left as '\(failure.path)'"
    throw SystemError(.swap, code: failure.code, path: rest)
  }

  /// Rolls all changes back, the last first; returns the error to report, which says what could not
  /// be rolled back.
  mutating func undone(after error: SystemError) -> SystemError {
    // From now on the old file may exist only under its second name, so that is no longer deleted
    // with the process.
    for number in places.indices {
      if case .under(let name, _) = places[number].before {
        places[number].before = .under(name, nil)
      }
    }
    for (_, before) in places[doneCount...] { Self.forget(before) }
    var left: [String] = []
    for (path, before) in places[..<doneCount].reversed() {
      do {
        switch before {
        case .none: try FileDescriptor.removeFile(path)
        case .under(let name, _): try FileDescriptor.rename(name, to: path)
        case .not: left.append("'\(path)'")
        }
      } catch {
        if case .under(let name, _) = before {
          left.append("'\(path)' (its old text is in '\(name)')")
        } else {
          left.append("'\(path)'")
        }
      }
    }
    if left.isEmpty { return error }
    let files = left.reversed().joined(separator: ", ")
    let rest = "the new text is in \(files); all other files are unchanged"
    return SystemError(.swap, code: error.code, path: rest)
  }

  private static func forget(_ before: FileDescriptor.Kept) {
    if case .under(let name, _) = before { FileDescriptor.remove(name) }
  }
}
