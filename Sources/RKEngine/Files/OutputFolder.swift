/// The folder of a run's output files: created if it is missing, and removed again if the run
/// fails.
///
/// Other files in it are left unchanged.
package final class OutputFolder {
  private let path: String
  /// Set if the folder was created for this run: it is then removed unless something stays in it.
  private var leftover: Leftover?

  /// Opens the folder at a path, which may end with a slash, creating it if it is missing; its
  /// parent folder must exist.
  package init(path: String) throws(SystemError) {
    var path = path
    while path.count > 1 && path.hasSuffix("/") { path.removeLast() }
    self.path = path
    switch try FileDescriptor.kind(of: path) {
    case .directory: break
    case .regular, .other:
      throw .notFolder(path)
    case nil:
      leftover = try FileDescriptor.makeFolder(path)
    }
  }

  deinit { discard() }

  /// A file in the folder, which is renamed to its place when it is committed.
  package func file(named name: String) throws(SystemError) -> OutputFile {
    try OutputFile(path: path == "/" ? "/" + name : path + "/" + name)
  }

  /// Keeps the folder.
  package func keep() { leftover = nil }

  /// Removes the folder if it was created for this run and is empty.
  package func discard() {
    if leftover != nil { FileDescriptor.removeFolder(path) }
    leftover = nil
  }
}
