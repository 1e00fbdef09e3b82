internal import RKEngine

/// A file for a report.
///
/// It is opened under a temporary name before the run, and renamed after it.
final class ReportFile {
  let path: String
  var text = ""
  /// Whether there is something to write; if not, a file that exists is not replaced.
  var isMade = true
  /// Whether the run itself reads this file, so that it must not be replaced.
  var isRead = false
  private let group: FileGroup
  private var output: OutputFile?

  init(path: String, in group: FileGroup) {
    self.path = path
    self.group = group
  }

  func open() throws(SystemError) { output = try OutputFile(path: path, in: group) }

  /// Writes the report, and leaves the file to its group.
  func commit() throws(SystemError) {
    guard isMade, var output = output.take() else { return }
    let bytes = Array(text.utf8)
    try output.write(bytes.span)
    try output.commit()
  }
}
