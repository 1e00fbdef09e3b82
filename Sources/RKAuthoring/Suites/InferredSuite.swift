package import RKDiagnostics
package import RKMapping

/// A suite of the samples that a spec was inferred from: its fixtures, and a test file that says what
/// they give.
package struct InferredSuite {
  /// A sample as a fixture.
  package struct Fixture: Sendable {
    /// Where its bytes are.
    package enum Content: Sendable {
      case file(String)
      case bytes([UInt8])
    }

    /// Relative to the suite's folder.
    package var path: String
    package var content: Content

    /// The fixture, as it is read where it will be.
    fileprivate var input: Input {
      switch content {
      case .file(let file): .file(file)
      case .bytes(let bytes): .bytes(bytes, name: path)
      }
    }
  }

  /// The name of the spec in the suite's folder.
  package static let specFile = "spec.json"
  /// The folder of copies.
  package static let fixtureFolder = FixtureFolder.name

  /// The text of the spec.
  package let spec: [UInt8]
  package private(set) var fixtures: [Fixture] = []
  /// The text of the test file.
  package private(set) var testFile: [UInt8] = []
  /// About samples of which no fixture can be made.
  package private(set) var findings: [Diagnostic] = []

  /// Makes the suite of some files that a spec maps.
  ///
  /// - Parameters:
  ///   - spec: The text of the spec.
  ///   - inputs: The files.
  ///   - isInPlace: They stay where they are, and their names are relative to the suite's folder.
  ///   - options: How they are read.
  /// - Throws: What is wrong with the spec, or with an archive.
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
    let cases = makeCases(FixtureTrials(mapping, options))
    testFile = try Self.testFile(cases, options)
  }

  // MARK: - Fixtures

  /// Adds copies of files; of an archive, each response.
  private mutating func addCopies(
    of inputs: [Input],
    _ mapping: Mapping
  ) throws(DiagnosticsError) {
    var folder = FixtureFolder()
    for (input, path) in zip(inputs, FixtureFolder.relative(inputs.map(\.name))) {
      guard input.isArchive else {
        fixtures.append(Fixture(path: folder.place(of: path), content: .file(input.name)))
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

  /// The cases, in the order of their first fixtures; what can be in none is no fixture.
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
    _ cases: [InferredCase],
    _ options: MapperOptions
  ) throws(DiagnosticsError) -> [UInt8] {
    var object = JSONObjectText()
    object.add("spec", specFile)
    object.add("strict", raw: "true")
    if let rule = options.statedDuplicateKeys { object.add("duplicateKeys", rule.rawValue) }
    object.add("cases", raw: "[\(cases.map(\.text).joined(separator: ","))]")
    let file = SourceFile(name: StarterProject.testFile, bytes: Array(object.text.utf8))
    return try SpecFormatter.formatted(file)
  }
}

extension ArchivedResponse {
  /// A name that states its request; one that has a slash in it is not found again as a descriptor.
  fileprivate var fileName: String {
    let name = (descriptorName ?? "response").split(separator: "/").joined(separator: "_")
    return "\(name).\(method).\(statusCode).json"
  }
}
