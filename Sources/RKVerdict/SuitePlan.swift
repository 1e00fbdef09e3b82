internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// A suite that is ready to run: its fixtures, each with the spec and request to map it with.
struct SuitePlan {
  struct Fixture: Sendable {
    /// The path from the working directory.
    var path: String
    var testCase: Int
    /// The request as shown in messages, if the case states it.
    var route: String?
    /// The path as the test file spells it, which the snapshot is named after.
    var steps: String
    /// The path of its snapshot; nil if the case has none.
    var snapshotPath: String?
    /// The request that decides which mapper it needs.
    var request: MapperCache.Request
  }

  let suite: TestSuite
  let mapping: Mapping
  let mappers: MapperCache
  private(set) var fixtures: [Fixture] = []
  /// The members that snapshots leave out.
  let redactions: [Redaction]
  /// Findings about the test file; the suite cannot be used if there are errors.
  private(set) var findings: [Diagnostic] = []

  /// A note that `--drift` has no effect on this suite, if that is so.
  let idleDrift: Diagnostic?

  init(_ suite: TestSuite, _ mapping: Mapping, _ options: TestRunner.Options) {
    self.suite = suite
    self.mapping = mapping
    let isStrict = options.isStrict || suite.isStrict
    idleDrift = mapping.graph.idleDrift(
      options.mapper.drift,
      beside: isStrict ? .fail : suite.drift,
      of: options.isStrict
        ? "--strict includes --drift fail"
        : "the test file says "
          + (isStrict ? "\"strict\": true" : "\"drift\": \"\(suite.drift?.rawValue ?? "")\"")
    )
    let redacted = RedactionCheck(suite, mapping.graph)
    redactions = redacted.redactions
    findings = redacted.findings
    mappers = MapperCache(mapping, suite, redactions, options)
    checkSpellings()
    let targets = mapping.graph.targetNames
    for (number, testCase) in suite.cases.enumerated() {
      for count in testCase.expectation.counts { check(count.target, among: targets) }
      // Names that look equal may differ in bytes, and are then different files.
      var own: Set<ExactText> = []
      for steps in testCase.files.flatMap({ files($0) }) {
        let path = PlainPath.of(steps)
        guard own.insert(path.exact).inserted else {
          add(.repeatedFixture, "a case has the fixture '\(path)' twice", at: testCase.place)
          continue
        }
        fixtures.append(
          Fixture(
            path: path,
            testCase: number,
            route: testCase.route?.words,
            steps: steps,
            request: mappers.request(of: path, testCase)
          )
        )
      }
    }
    nameSnapshots()
    guard isStrict else { return }
    for number in findings.indices where findings[number].severity == .warning {
      findings[number].severity = .error
    }
  }

  /// Checks that words of the test file are spelled as in the spec.
  private mutating func checkSpellings() {
    if suite.spellings.isEmpty { return }
    let others = SpellingCheck.words(of: mapping.graph.files)
    let words = suite.spellings.values.sorted {
      $0.place.range.lowerBound < $1.place.range.lowerBound
    }
    for word in words {
      guard let other = others[word.value], other.value.exact != word.value.exact else {
        continue
      }
      let place = mapping.graph.location(of: other.place)
      add(
        .twoSpellings,
        SpellingCheck.message(word.value, other.value),
        at: word.place,
        related: [.init(location: place, subject: "the other spelling")],
        help: [SpellingCheck.help]
      )
    }
  }

  /// Names snapshots after their fixtures.
  ///
  /// If several cases keep a snapshot of the same fixture, the name also has the case's request.
  private mutating func nameSnapshots() {
    let store = SnapshotStore(suite)
    let kept = fixtures.indices.filter { suite.cases[fixtures[$0].testCase].hasSnapshot }
    var counts: [ExactText: Int] = [:]
    for number in kept {
      counts[store.path(of: fixtures[number].steps).exact, default: 0] += 1
    }
    var owners: [ExactText: Int] = [:]
    for number in kept {
      let fixture = fixtures[number]
      var path = store.path(of: fixture.steps)
      if counts[path.exact, default: 0] > 1 {
        path = store.path(of: fixture.steps, route: fixture.route)
      }
      fixtures[number].snapshotPath = path
      guard let owner = owners.updateValue(number, forKey: path.exact) else { continue }
      let place = suite.cases[fixtures[owner].testCase].place
      add(
        .snapshotClash,
        "two cases have a snapshot of '\(fixture.path)'",
        at: suite.cases[fixture.testCase].place,
        related: [.init(location: suite.location(of: place), subject: "the other case")]
      )
    }
  }

  /// The files that a run reads, which no output may replace.
  var files: [String] {
    mapping.files + suite.namedFiles
      + fixtures.compactMap(\.snapshotPath).flatMap { [$0, SnapshotStore.older($0)] }
  }

  var isUsable: Bool { !findings.contains { $0.severity == .error } }

  /// The files that a path or glob of the test file matches.
  private mutating func files(_ glob: SpecText) -> [String] {
    do {
      let files = try suite.files(named: glob.value)
      if files.isEmpty {
        add(
          .noFixture,
          "no file is called '\(suite.path(glob.value))'",
          at: glob.place,
          help: ["'files' is relative to the folder of the test file"]
        )
      }
      for file in files where try !suite.scope.contains(file) { addOutside(file, at: glob.place) }
      return files
    } catch {
      if error == .outside(error.path) {
        addOutside(error.path, at: glob.place)
      } else {
        let place = suite.location(of: glob.place)
        findings.append(.unread("'\(PlainPath.of(error.path))'", error, at: place))
      }
      return []
    }
  }

  private mutating func addOutside(_ path: String, at place: SpecPlace) {
    let path = PlainPath.of(path)
    let message = OutsideFile.message(path, suite.scope)
    add(.fileOutside, message, at: place, help: [OutsideFile.help(path)])
  }

  private mutating func check(_ target: SpecText, among targets: Set<String>) {
    if targets.contains(target.value) { return }
    let suggestion = NearestName.suggestion(for: target.value, among: targets.sorted())
    add(
      .badExpectation,
      "the spec has no target '\(target.value)'\(suggestion)",
      at: target.place
    )
  }

  private mutating func add(
    _ code: DiagnosticCode,
    _ message: String,
    at place: SpecPlace,
    related: [Diagnostic.Related] = [],
    help: [String] = []
  ) {
    findings.append(
      Diagnostic(code, message, at: suite.location(of: place), related: related, help: help)
    )
  }
}

extension RequestContext {
  /// The request as far as it is known, such as `GET /articles 200`.
  fileprivate var words: String {
    [method, path, statusCode.map(String.init)].compactMap { $0 }.joined(separator: " ")
  }
}
