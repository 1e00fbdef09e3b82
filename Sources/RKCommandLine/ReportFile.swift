internal import RKEngine

/// A file for a report: opened before the run, and renamed to its place after it.
final class ReportFile {
  let path: String
  var text = ""
  /// There is something to write: a document that was not made leaves its place as it is.
  var isMade = true
  /// The run itself reads this file.
  var isRead = false
  private var output: OutputFile?

  init(path: String) {
    self.path = path
  }

  func open() throws(SystemError) { output = try OutputFile(path: path) }

  /// Writes the report and commits the file.
  func commit() throws(SystemError) {
    guard isMade, var output = output.take() else { return }
    let bytes = Array(text.utf8)
    try output.write(bytes.span)
    try output.commit()
  }
}
