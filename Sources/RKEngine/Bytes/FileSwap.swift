/// Files that take their places together: where one cannot, the others give theirs back.
///
/// What stood there is kept by a second name meanwhile.
struct FileSwap {
  private var done: [(place: String, before: FileDescriptor.Kept)] = []

  /// Puts a file in its place.
  mutating func put(_ file: inout OutputFile) throws(SystemError) {
    guard let place = file.place else { return }
    let before = try FileDescriptor.keep(place)
    do {
      _ = try file.takePlace()
    } catch {
      Self.forget(before)
      throw error
    }
    done.append((place, before))
  }

  /// Sees to it that all of it outlives a crash of the machine.
  func sync() throws(SystemError) {
    for (place, _) in done { try FileDescriptor.syncFolder(ofFile: place) }
  }

  /// The files stay, and what stood there goes.
  func end() throws(SystemError) {
    var failure: SystemError?
    for case (_, .under(let name)) in done {
      do { try FileDescriptor.removeFile(name) } catch { failure = failure ?? error }
    }
    guard let failure else { return }
    let rest = "all files are new, but an old one is left as '\(failure.path)'"
    throw SystemError(.swap, code: failure.code, path: rest)
  }

  /// Takes all of it back, the last first; gives the error that is to be told, which says what could not
  /// be taken back.
  func undone(after error: SystemError) -> SystemError {
    var left: [String] = []
    for (place, before) in done.reversed() {
      do {
        switch before {
        case .none: try FileDescriptor.removeFile(place)
        case .under(let name): try FileDescriptor.rename(name, to: place)
        case .not: left.append("'\(place)'")
        }
      } catch {
        if case .under(let name) = before {
          left.append("'\(place)' (its old text is in '\(name)')")
        } else {
          left.append("'\(place)'")
        }
      }
    }
    if left.isEmpty { return error }
    let files = left.reversed().joined(separator: ", ")
    let rest = "the new text stands in \(files); all other files are as they were"
    return SystemError(.swap, code: error.code, path: rest)
  }

  private static func forget(_ before: FileDescriptor.Kept) {
    if case .under(let name) = before { FileDescriptor.remove(name) }
  }
}
