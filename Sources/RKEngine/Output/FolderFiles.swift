/// An output file, and what has accumulated for it.
struct TextFile: ~Copyable {
  var output: OutputFile
  var text = OutputBuffer()

  init(_ output: consuming OutputFile) { self.output = output }

  mutating func flush() throws(SystemError) {
    try output.write(text.span)
    text.removeAll()
  }
}

/// A file of a folder of tables.
final class FolderFile {
  var file: TextFile

  init(_ output: consuming OutputFile) { file = TextFile(output) }
}

/// The files of a folder of tables that are written one after the other.
package final class FolderFiles {
  /// Before the folder: the files are deleted first, so that a folder created for them can be
  /// deleted, too.
  private var files: [FolderFile] = []
  private let folder: OutputFolder

  /// The folder at a path, which is created if it is missing.
  package init(folder path: String) throws(SystemError) { folder = try OutputFolder(path: path) }

  /// Adds a file; what is appended from here on is written to it.
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

  /// Moves files to their places, none before everything is written.
  static func move(_ files: [FolderFile], in folder: OutputFolder) throws(SystemError) {
    for file in files { try file.file.output.sync() }
    var swap = FileSwap()
    for file in files { try swap.prepare(file.file.output) }
    do throws(SystemError) {
      try Emergency.undivided { () throws(SystemError) in
        for file in files { try swap.replaceNext(&file.file.output) }
      }
      try swap.sync()
    } catch {
      throw Emergency.undivided { swap.undone(after: error) }
    }
    folder.keep()
    try swap.end()
  }

  /// Leaves the folder as it was.
  package func discard() {
    files = []
    folder.discard()
  }
}
