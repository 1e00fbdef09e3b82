internal import RKEngine

/// A file that a report goes to: opened before the run, and put in its place after it.
final class ReportFile {
  let path: String
  var text = ""
  /// The run has found out that it reads this file itself.
  var isRead = false
  private var output: OutputFile?

  init(path: String) {
    self.path = path
  }

  func open() throws(SystemError) { output = try OutputFile(path: path) }

  /// Writes the report and makes it the file.
  func commit() throws(SystemError) {
    guard var output = output.take() else { return }
    let bytes = Array(text.utf8)
    try output.write(bytes.span)
    try output.commit()
  }
}
