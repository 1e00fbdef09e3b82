internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Compares the output of a fixture with the expected file.
struct OutputExpectation {
  private let file: SpecText
  private let run: FixtureRun

  init(_ file: SpecText, _ run: FixtureRun) {
    self.file = file
    self.run = run
  }

  /// The findings about differences.
  func findings() -> [Diagnostic] {
    let path = run.suite.path(file.value)
    let expected: SourceFile
    do {
      expected = SourceFile(name: path, bytes: try FileDescriptor.bytes(ofNamed: path))
    } catch {
      guard error.isAbsence else {
        let location = run.suite.location(of: file.place)
        return [.unread("the expected output '\(path)'", error, at: location)]
      }
      return [
        Diagnostic(
          .otherOutput,
          "the expected output '\(path)' cannot be read: \(error.reason)",
          at: run.suite.location(of: file.place),
          related: [run.related],
          help: ["write it: \(command(writing: path))"]
        )
      ]
    }
    let memory = OutputMemory()
    let collector = FindingCollector()
    let report = run.mapper.apply(
      to: [.file(run.path)],
      into: .memory(memory, named: path),
      reportingTo: collector
    )
    // Errors about the fixture have been reported already.
    let errors = collector.diagnostics.filter { $0.severity == .error }
    guard report.ending != .badOutput else { return errors }
    let unread = errors.filter { $0.code == .unreadableInput }
    if !unread.isEmpty { return unread }
    let isCSV = path.hasSuffix(".csv")
    guard let difference = TextDifference(expected.bytes, memory.bytes, isJSON: !isCSV) else {
      return []
    }
    return [finding(difference, expected)]
  }

  /// The command that would write the expected file.
  private func command(writing path: String) -> String {
    let (spec, context) = (run.suite.path(run.suite.spec.value), run.mapper.options.context)
    var command = "rkmap apply \(shellWord(ofFile: spec)) \(shellWord(ofFile: run.path))"
    let named = run.mapper.descriptorFlags
    if let name = named.name { command += " --descriptor \(shellWord(name))" }
    if let method = context.method { command += " --method \(method)" }
    if let path = context.path ?? named.path { command += " --path \(shellWord(path))" }
    if let code = context.statusCode { command += " --status \(code)" }
    return command + " -o " + shellWord(ofFile: path)
  }

  private func finding(_ difference: TextDifference, _ expected: SourceFile) -> Diagnostic {
    var place = difference.pointer.map { "at \"\($0)\"" } ?? ""
    if place.isEmpty || expected.name.hasSuffix(".ndjson") {
      place += (place.isEmpty ? "" : " ") + "in line \(difference.line)"
    }
    var location = expected.location(of: difference.expectedRange)
    location.pointer = difference.pointer
    var finding = Diagnostic(
      .otherOutput,
      "the output of '\(run.path)' has \(difference.actual) \(place), not \(difference.expected)",
      at: location,
      related: [
        run.related,
        .init(location: run.suite.location(of: file.place), subject: "the case's output"),
      ],
      help: ["where the new output is right: \(command(writing: expected.name))"]
    )
    finding.expected = difference.expected
    finding.actual = difference.actual
    finding.differences = [
      Diagnostic.Difference(
        difference.pointer ?? place,
        expected: difference.expected,
        actual: difference.actual
      )
    ]
    return finding
  }
}
