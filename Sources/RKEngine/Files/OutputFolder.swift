/// A folder that the files of a run are written to: made where it is missing, and gone again when
/// the run fails.
///
/// Files that others have put into it stay as they are.
package final class OutputFolder {
  private let path: String
  /// It was made for this run, and is to go when nothing comes to stay in it.
  private var leftover: Leftover?

  /// The folder at a path, which may end with a slash; the folder around it must be there.
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

  /// A file in the folder, which takes its place when it is committed.
  package func file(named name: String) throws(SystemError) -> OutputFile {
    try OutputFile(path: path == "/" ? "/" + name : path + "/" + name)
  }

  /// The folder is to stay.
  package func keep() { leftover = nil }

  /// Removes the folder if it was made for this run and is empty.
  package func discard() {
    if leftover != nil { FileDescriptor.removeFolder(path) }
    leftover = nil
  }
}
