/// An output file, and the text that is not yet written to it.
struct TextFile: ~Copyable {
  var output: OutputFile
  var text = OutputBuffer()

  init(_ output: consuming OutputFile) { self.output = output }

  mutating func flush() throws(SystemError) {
    try output.write(text.span)
    text.removeAll()
  }
}

/// A file in a folder of tables.
final class FolderFile {
  var file: TextFile

  init(_ output: consuming OutputFile) { file = TextFile(output) }
}

/// The files of a folder of tables that are written one after the other.
package final class FolderFiles {
  /// Declared before `folder`, so that the files are deleted first: a folder created for them can
  /// then be deleted, too.
  private var files: [FolderFile] = []
  private let folder: OutputFolder

  /// Opens the folder at a path, creating it if it is missing.
  package init(folder path: String) throws(SystemError) { folder = try OutputFolder(path: path) }

  /// Adds a file, to which later calls of `append` write.
  package func add(named name: String) throws(SystemError) {
    try files.last?.file.flush()
    files.append(FolderFile(try folder.file(named: name)))
  }

  /// Appends a text to the last file.
  package func append(_ text: borrowing OutputBuffer) throws(SystemError) {
    guard let last = files.last else { return }
    last.file.text.append(text)
    if last.file.text.count >= RowText.flushSize { try last.file.flush() }
  }

  /// Moves all files to their places.
  package func finish() throws(SystemError) {
    try files.last?.file.flush()
    try Self.move(files, in: folder)
  }

  /// Moves files to their places, after all of them are written.
  static func move(_ files: [FolderFile], in folder: OutputFolder) throws(SystemError) {
    let group = FileGroup()
    for file in files { try file.file.output.complete(for: group) }
    try group.commit()
    folder.keep()
  }

  /// Discards the files, and leaves the folder as it was.
  package func discard() {
    files = []
    folder.discard()
  }
}
