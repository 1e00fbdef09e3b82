internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine

/// The folder of a project.
///
/// Creates files in it, and changes none that exist.
struct ProjectFolder {
  /// The path, with a slash at its end; empty for the working directory.
  let path: String

  init(_ path: String) {
    self.path = path == "." || path.isEmpty ? "" : path.hasSuffix("/") ? path : path + "/"
  }

  /// The path of a project file, relative to the working directory.
  func path(of file: String) -> String { path + file }

  /// Creates a file and its folders; a function writes the contents.
  ///
  /// New folders are deleted if the process ends while they are empty.
  func make(
    _ file: String,
    _ write: (inout OutputFile) throws(SystemError) -> Void
  ) throws(SystemError) {
    let place = path(of: file)
    let made = try makeFolders(of: place)
    try withExtendedLifetime(made) { () throws(SystemError) in
      var output = try OutputFile(path: place)
      try write(&output)
      try output.commit()
    }
  }

  func make(_ file: String, with bytes: [UInt8]) throws(SystemError) {
    try make(file) { (output) throws(SystemError) in try output.write(bytes.span) }
  }

  /// Copies a file into the project, a block at a time.
  func make(_ file: String, copying source: String) throws(SystemError) {
    let original = try FileDescriptor.reading(source)
    try make(file) { (output) throws(SystemError) in
      while true {
        let block = try original.read(upTo: Self.blockSize)
        if block.isEmpty { return }
        try output.write(block.span)
      }
    }
  }

  private static let blockSize = 1024 * 1024

  /// The diagnostic for a file that could not be created; `help` says what to do.
  func diagnostic(_ error: SystemError, file: String, help: String) -> Diagnostic {
    let reason = error.isOutside ? "a link points outside of the folder" : error.reason
    return Diagnostic(
      .unwritableOutput,
      "'\(path(of: file))' cannot be written: \(reason)",
      help: [help]
    )
  }

  private func makeFolders(of place: String) throws(SystemError) -> [Leftover] {
    var made: [Leftover] = []
    for slash in place.indices where place[slash] == "/" && slash > place.startIndex {
      let folder = String(place[..<slash])
      if folder.utf8.count > path.utf8.count { try confine(folder) }
      if try FileDescriptor.kind(of: folder) == nil {
        made.append(try FileDescriptor.makeFolder(folder))
      }
    }
    try confine(place)
    return made
  }

  /// Refuses a path that a link leads out of the folder.
  private func confine(_ place: String) throws(SystemError) {
    let scope = try FileScope(ofSpec: path(of: StarterProject.testFile), allowing: [])
    if try !scope.contains(place) { throw .outside(place) }
  }
}
