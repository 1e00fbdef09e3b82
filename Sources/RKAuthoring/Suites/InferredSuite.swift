package import RKDiagnostics
internal import RKEngine
package import RKMapping

/// A suite made from the samples that a spec was inferred from: fixtures, and a test file with their results.
package struct InferredSuite {
  /// A sample as a fixture.
  package struct Fixture: Sendable {
    /// The source of its bytes.
    package enum Content: Sendable {
      case file(String)
      case bytes([UInt8])
    }

    /// The path relative to the suite's folder.
    package var path: String
    package var content: Content

    /// The fixture as an input at its future place.
    fileprivate var input: Input {
      switch content {
      case .file(let file): .file(file)
      case .bytes(let bytes): .bytes(bytes, name: path)
      }
    }
  }

  /// The name of the spec in the suite's folder.
  package static let specFile = "spec.json"
  /// The folder for copies of samples.
  package static let fixtureFolder = FixtureFolder.name

  /// The text of the spec.
  package let spec: [UInt8]
  package private(set) var fixtures: [Fixture] = []
  /// The text of the test file.
  package private(set) var testFile: [UInt8] = []
  /// Findings about samples that cannot become fixtures.
  package private(set) var findings: [Diagnostic] = []

  /// Makes the suite for some files that a spec maps.
  ///
  /// - Parameters:
  ///   - spec: The text of the spec.
  ///   - inputs: The files.
  ///   - isInPlace: Whether they stay where they are, with names relative to the suite's folder.
  ///   - options: How they are read.
  /// - Throws: Diagnostics about errors in the spec or in an archive.
  package init(
    _ spec: [UInt8],
    of inputs: [Input],
    isInPlace: Bool,
    options: MapperOptions
  ) throws(DiagnosticsError) {
    self.spec = spec
    let text = String(decoding: spec, as: UTF8.self)
    let mapping = try Mapping(text: text, name: Self.specFile, isStrict: true)
    if isInPlace {
      fixtures = inputs.map { Fixture(path: $0.name, content: .file($0.name)) }
    } else {
      try addCopies(of: inputs, mapping)
    }
    let samples = fixtures.map(\.path)
    let cases = makeCases(FixtureTrials(mapping, options))
    testFile = try Self.testFile(cases.map { $0.text(among: samples) }, options)
  }

  // MARK: - Fixtures

  /// Adds copies of files; for an archive, a copy of each response.
  private mutating func addCopies(
    of inputs: [Input],
    _ mapping: Mapping
  ) throws(DiagnosticsError) {
    var folder = FixtureFolder()
    for (input, path) in zip(inputs, FixtureFolder.relative(inputs.map(\.name))) {
      guard input.isArchive else {
        fixtures.append(
          Fixture(path: folder.place(of: input.pathOfFixture(path)), content: .file(input.name))
        )
        continue
      }
      let archive = try ArchivedResponse.all(ofArchive: input.name, describedBy: mapping)
      for response in archive.responses {
        fixtures.append(
          Fixture(path: folder.place(of: response.fileName), content: .bytes(response.text))
        )
      }
      if archive.undescribedCount > 0 {
        findings.append(Self.leftOut(archive.undescribedCount, of: input.name))
      }
    }
  }

  private static func leftOut(_ count: Int, of archive: String) -> Diagnostic {
    let responses = count.counting("response")
    return Diagnostic(
      .entriesUnmatched,
      "\(responses) of '\(archive)' \(count == 1 ? "is" : "are") for no descriptor, and no fixture: "
        + "requests of that kind have no records"
    )
  }

  // MARK: - Cases

  /// The cases, in the order of their first fixtures; samples that fit no case are not fixtures.
  private mutating func makeCases(_ trials: FixtureTrials) -> [InferredCase] {
    var trials = trials
    var cases: [InferredCase] = []
    fixtures.removeAll { fixture in
      do throws(DiagnosticsError) {
        let facts = try trials.facts(of: fixture.input)
        let isTaken = cases.indices.contains { cases[$0].take(fixture.path, facts) }
        if !isTaken { cases.append(InferredCase(fixture.path, facts)) }
        return false
      } catch {
        findings += error.diagnostics.map { Self.unmappable($0, fixture) }
        return true
      }
    }
    return cases
  }

  private static func unmappable(_ reason: Diagnostic, _ fixture: Fixture) -> Diagnostic {
    Diagnostic(
      .unmappableFixture,
      severity: .warning,
      "'\(fixture.input.name)' is no fixture: \(reason.message)",
      help: ["a name such as users.GET.200.json says which request the file answers"]
    )
  }

  private static func testFile(
    _ cases: [String],
    _ options: MapperOptions
  ) throws(DiagnosticsError) -> [UInt8] {
    var object = JSONObjectText()
    object.add("spec", specFile)
    object.add("strict", raw: "true")
    if let rule = options.statedDuplicateKeys { object.add("duplicateKeys", rule.rawValue) }
    object.add("cases", raw: "[\(cases.joined(separator: ","))]")
    let file = SourceFile(name: StarterProject.testFile, bytes: Array(object.text.utf8))
    return try SpecFormatter.formatted(file)
  }
}

extension ArchivedResponse {
  /// A file name that states the request.
  ///
  /// Slashes in a descriptor's name become `_`, so that such a descriptor is not recognized by the file name.
  fileprivate var fileName: String {
    let name = (descriptorName ?? "response").split(byte: .solidus).joined(separator: "_")
    return "\(name).\(method).\(statusCode).json"
  }
}
