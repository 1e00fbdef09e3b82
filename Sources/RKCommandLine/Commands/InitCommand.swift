internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine

/// `rkmap init`: adds a suite to a project, and what runs it.
enum InitCommand: Command {
  static let page = CommandPage(
    name: "init",
    summary: "make a spec, a test file and a workflow that runs it on every change",
    operands: "[FOLDER]",
    description: """
      Makes a small suite that passes, in the working directory or in FOLDER: a spec, a fixture, a \
      test file with its snapshot; and what runs 'rkmap test' automatically: a GitHub workflow, and \
      hooks for pre-commit.

      No existing file is changed. A project with a test file gets no other suite; if it has hooks \
      for pre-commit already, the entry to add is printed.
      """,
    examples: [
      ("rkmap init", "start here"),
      ("rkmap init && rkmap test", "and run the suite"),
    ]
  )

  static func run(
    _: NoOptions,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuse(operands.dropFirst())
    let folder = operands.first.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
    let project = StarterProject(version: CommandLineTool.version)
    let hasSuite = FileDescriptor.isSeen(folder + StarterProject.testFile, as: .regular)
    let needsEntry = needsEntry(folder + StarterProject.hooksFile)
    for file in (hasSuite ? [] : project.suite) + project.automation {
      let status = make(file, in: folder, console)
      guard status == .success else { return status }
    }
    guard needsEntry else { return .success }
    return console.writeOutput(
      "\nfor pre-commit, below 'repos:' in \(VisibleText.escaped(folder))\(StarterProject.hooksFile):\n\n"
        + StarterProject.hooks
    )
  }

  /// There are hooks for pre-commit already, but not ours.
  private static func needsEntry(_ path: String) -> Bool {
    if FileDescriptor.isFree(path) { return false }
    let bytes = (try? FileDescriptor.reading(path).readAll()) ?? []
    return !String(decoding: bytes, as: UTF8.self).contains("rkmap")
  }

  /// Creates a file that does not exist, and reports what was done.
  private static func make(
    _ file: StarterProject.File,
    in folder: String,
    _ console: any Console
  ) -> ExitStatus {
    let path = folder + file.path
    do throws(SystemError) {
      switch try FileDescriptor.kind(of: path) {
      case .regular: return console.writeOutput("kept  \(VisibleText.escaped(path))\n")
      case .directory, .other: throw SystemError.notOrdinary(path)
      case nil: break
      }
      let made = try makeFolders(of: path, in: folder)
      try withExtendedLifetime(made) { () throws(SystemError) in
        try OutputFile.replace(path, with: Array(file.text.utf8))
      }
    } catch {
      if error.isInterruption { return .interrupted }
      let finding = Diagnostic(
        .unwritableOutput,
        "'\(path)' cannot be written: \(error.isOutside ? "a link points outside of the folder" : error.reason)",
        help: ["what was made before stays; run 'rkmap init' again to make the rest"]
      )
      console.writeError(TextRenderer().render(finding))
      return .badOutput
    }
    return console.writeOutput("made  \(VisibleText.escaped(path)): \(file.purpose)\n")
  }

  /// Creates the folders of a file; new ones are deleted with the process until they contain
  /// something.
  private static func makeFolders(of path: String, in project: String) throws(SystemError)
    -> [Leftover]
  {
    var made: [Leftover] = []
    for place in path.indices where path[place] == "/" && place > path.startIndex {
      let folder = String(path[..<place])
      if folder.utf8.count > project.utf8.count { try confine(folder, to: project) }
      if try FileDescriptor.kind(of: folder) == nil {
        made.append(try FileDescriptor.makeFolder(folder))
      }
    }
    try confine(path, to: project)
    return made
  }

  /// Refuses a path that a link leads out of the project's folder.
  private static func confine(_ path: String, to project: String) throws(SystemError) {
    let scope = try FileScope(ofSpec: project + StarterProject.testFile, allowing: [])
    if try !scope.contains(path) { throw .outside(path) }
  }
}
