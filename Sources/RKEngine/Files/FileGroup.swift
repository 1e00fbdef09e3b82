/// Files that get their places together: if one cannot, the others are rolled back.
///
/// Meanwhile the old files are kept under second names.
package final class FileGroup {
  private var files: [(aside: String, place: String, leftover: Leftover?)] = []
  private var kept: [FileDescriptor.Kept] = []
  /// The number of files that have been replaced.
  private var doneCount = 0
  /// Other outputs of the same run that are in their places already, as messages name them.
  package var others: [String] = []

  package init() {}

  deinit { discard() }

  /// Takes over a file that is complete under its temporary name.
  func add(_ aside: (path: String, place: String), _ leftover: Leftover?) {
    files.append((aside.path, aside.place, leftover))
  }

  /// Deletes the files that have no place yet.
  package func discard() {
    for file in files { FileDescriptor.remove(file.aside) }
    files = []
  }

  /// Phrases about what was there before the run, for the message about a file that failed.
  package func wordsOfRest(after error: SystemError) -> [String] {
    switch error.operation {
    case .sync: []
    case .swap: [error.path]
    default:
      others.isEmpty
        ? ["what was there before is as it was"]
        : ["\(others.joined(separator: " and ")) is written, and no other file is changed"]
    }
  }

  /// Replaces all files, in the order in which they were added.
  package func commit() throws(SystemError) {
    defer { (files, kept, doneCount) = ([], [], 0) }
    if let file = files.first, files.count == 1 {
      do { try FileDescriptor.rename(file.aside, to: file.place) } catch {
        discard()
        throw error
      }
      return try FileDescriptor.syncFolder(ofFile: file.place)
    }
    do throws(SystemError) {
      try keepOld()
      try Emergency.undivided { () throws(SystemError) in try replaceAll() }
      try sync()
    } catch {
      throw Emergency.undivided { undone(after: error) }
    }
    try end()
  }

  /// Gives the old files their second names.
  func keepOld() throws(SystemError) {
    for file in files { kept.append(try FileDescriptor.keep(file.place)) }
  }

  /// Allocates nothing: running out of memory would end the program between two files.
  func replaceAll() throws(SystemError) {
    for file in files {
      try FileDescriptor.rename(file.aside, to: file.place)
      doneCount += 1
    }
  }

  /// Makes all changes survive a crash of the machine.
  private func sync() throws(SystemError) {
    var last: String?
    for file in files {
      let folder = FileDescriptor.folder(of: file.place)
      if folder != last { try FileDescriptor.syncFolder(ofFile: file.place) }
      last = folder
    }
  }

  /// Keeps the new files and deletes the old ones.
  func end() throws(SystemError) {
    var failure: SystemError?
    for case .under(let name, _) in kept {
      do { try FileDescriptor.removeFile(name) } catch { failure = failure ?? error }
    }
    guard let failure else { return }
    let rest = "all files are new, but an old one is left as '\(failure.path)'"
    throw SystemError(.swap, code: failure.code, path: rest)
  }

  /// Rolls all changes back, the last first; returns the error to report, which says what could not
  /// be rolled back.
  func undone(after error: SystemError) -> SystemError {
    // From now on the old file may exist only under its second name, so that is no longer deleted
    // with the process.
    for number in kept.indices {
      if case .under(let name, _) = kept[number] { kept[number] = .under(name, nil) }
    }
    for case .under(let name, _) in kept.dropFirst(doneCount) { FileDescriptor.remove(name) }
    for file in files[doneCount...] { FileDescriptor.remove(file.aside) }
    var left: [String] = []
    for (file, before) in zip(files, kept).prefix(doneCount).reversed() {
      do {
        switch before {
        case .none: try FileDescriptor.removeFile(file.place)
        case .under(let name, _): try FileDescriptor.rename(name, to: file.place)
        case .not: left.append("'\(file.place)'")
        }
      } catch {
        if case .under(let name, _) = before {
          left.append("'\(file.place)' (its old text is in '\(name)')")
        } else {
          left.append("'\(file.place)'")
        }
      }
    }
    if left.isEmpty { return error }
    let files = left.reversed().joined(separator: ", ")
    let rest = "the new text is in \(files); all other files are unchanged"
    return SystemError(.swap, code: error.code, path: rest)
  }
}

// The thread that writes the outputs of a run is the only one that uses its group.
extension FileGroup: Hashable, @unchecked Sendable {
  package static func == (one: FileGroup, other: FileGroup) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
