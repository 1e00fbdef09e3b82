internal import RKAuthoring
internal import RKDiagnostics
internal import RKEngine

/// `rkmap init`: adds a test suite to a project, and the files that run it in CI.
enum InitCommand: Command {
  struct Options: CommandOptions {
    /// The folder of responses to make the suite from.
    var responses: String?
  }

  static let page = CommandPage(
    name: "init",
    summary: "make a spec, a test file and a workflow that runs it on every change",
    operands: "[FOLDER]",
    description: """
      Makes a small suite that passes, in the working directory or in FOLDER: a spec, a fixture, a \
      test file with its snapshot; and what runs 'rkmap test' automatically: a GitHub workflow, and \
      hooks for pre-commit.

      With --from the suite is made of the responses in a folder below the working directory, which \
      stay where they are: 'rkmap infer' makes the spec, and the test file has a case for each set of \
      its descriptors. A spec.json or test file that is there already is exit 5.

      No existing file is changed. A project with a test file gets no other suite; if it has hooks \
      for pre-commit already, the entry to add is printed.
      """,
    examples: [
      ("rkmap init", "start here"),
      ("rkmap init && rkmap test", "and run the suite"),
      ("rkmap init --from responses", "a suite of recorded responses"),
    ]
  )

  static var flags: [Flag<Options>] {
    [
      Flag("from", value: "DIR", in: .input, "make the suite of the responses in DIR") {
        (options, folder) in options.responses = folder
      }
    ]
  }

  static func run(
    _ options: Options,
    operands: [String],
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    try refuse(operands.dropFirst(options.responses == nil ? 1 : 0))
    if let responses = options.responses {
      let status = try makeSuite(of: responses, console)
      guard status == .success else { return status }
    }
    let folder = ProjectFolder(operands.first ?? "")
    let project = StarterProject(version: CommandLineTool.version)
    let hasSuite = FileDescriptor.isSeen(folder.path(of: StarterProject.testFile), as: .regular)
    let hooksFile = folder.path(of: StarterProject.hooksFile)
    let needsEntry = needsEntry(hooksFile)
    for file in (hasSuite ? [] : project.suite) + project.automation {
      let status = make(file, in: folder, console)
      guard status == .success else { return status }
    }
    guard needsEntry else { return .success }
    return console.writeOutput(
      "\nfor pre-commit, below 'repos:' in \(VisibleText.escaped(hooksFile)):\n\n"
        + StarterProject.hooks
    )
  }

  /// Infers a spec and a test file from the files in a folder.
  private static func makeSuite(
    of folder: String,
    _ console: any Console
  ) throws(DiagnosticsError) -> ExitStatus {
    var options = InferCommand.Options()
    options.suite = .inPlace
    return try InferCommand.run(options, operands: ResponseFolder(folder).files, console)
  }

  /// Whether a pre-commit configuration exists that lacks our hook.
  private static func needsEntry(_ path: String) -> Bool {
    if FileDescriptor.isFree(path) { return false }
    let bytes = (try? FileDescriptor.reading(path).readAll()) ?? []
    return !String(decoding: bytes, as: UTF8.self).contains("rkmap")
  }

  /// Creates a file unless it exists, and reports what was done.
  private static func make(
    _ file: StarterProject.File,
    in folder: ProjectFolder,
    _ console: any Console
  ) -> ExitStatus {
    let path = folder.path(of: file.path)
    do throws(SystemError) {
      switch try FileDescriptor.kind(of: path) {
      case .regular: return console.writeOutput("kept  \(VisibleText.escaped(path))\n")
      case .directory, .other: throw SystemError.notOrdinary(path)
      case nil: try folder.make(file.path, with: Array(file.text.utf8))
      }
    } catch {
      if error.isInterruption { return .interrupted }
      let help = "what was made before stays; run 'rkmap init' again to make the rest"
      let finding = folder.diagnostic(error, file: file.path, help: help)
      console.writeError(TextRenderer().render(finding))
      return .badOutput
    }
    return console.writeOutput("made  \(VisibleText.escaped(path)): \(file.purpose)\n")
  }
}
