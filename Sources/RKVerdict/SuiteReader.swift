package import RKDiagnostics
package import RKEngine
internal import RKMapping

/// Reads test files, and reports everything that does not belong to the format.
package struct SuiteReader {
  private let findings: SpecFindings
  private let scope: FileScope

  /// A suite, with the warnings about its file.
  package struct Result {
    package var suite: TestSuite
    package var warnings: [Diagnostic]
  }

  /// Reads a test file.
  ///
  /// With `isStrict`, warnings are errors.
  ///
  /// `folders` are additional folders that it may refer to. Throws all findings if at least one of them is an
  /// error.
  package static func read(
    _ path: String,
    isStrict: Bool,
    including folders: [String] = []
  ) throws(DiagnosticsError) -> Result {
    Emergency.note(work: "the test file '\(VisibleText.escaped(path))' was read")
    let scope: FileScope
    let bytes: [UInt8]?
    do throws(SystemError) {
      scope = try FileScope(ofTestFile: path, allowing: folders)
      let limit = FileDescriptor.mostText
      bytes = try scope.mayRead(path) ? FileDescriptor.bytes(ofNamed: path, atMost: limit) : nil
    } catch {
      throw DiagnosticsError(
        .unreadableSuite,
        "the test file '\(path)' cannot be read: \(error.reason)"
      )
    }
    guard let bytes else {
      throw DiagnosticsError(
        .fileOutside,
        OutsideFile.message(path, scope),
        help: [OutsideFile.help(path)]
      )
    }
    return try read(SourceFile(name: path, bytes: bytes), isStrict: isStrict, scope)
  }

  /// Reads a test file from its text.
  package static func read(
    _ source: SourceFile,
    isStrict: Bool,
    _ scope: FileScope
  ) throws(DiagnosticsError) -> Result {
    let findings = SpecFindings()
    let file = findings.add(source)
    let suite = SuiteReader(findings: findings, scope: scope).suite(in: source, file)
    let diagnostics = findings.sorted(isStrict: isStrict || suite?.isStrict == true)
    guard let suite, !diagnostics.contains(where: { $0.severity == .error }) else {
      throw DiagnosticsError(diagnostics)
    }
    return Result(suite: suite, warnings: diagnostics)
  }

  // MARK: - Objects

  private func suite(in source: SourceFile, _ file: Int) -> TestSuite? {
    guard findings.checkText(file, .unreadableSuite),
      let node = SpecScanner.scan(file: file, findings),
      let members = SpecMembers(node, .testSuite, findings)
    else { return nil }
    SpellingCheck.check(node, findings, isSuite: true)
    let spec = members.text("spec")
    if let spec, spec.value == "-" {
      refuse(
        "the spec of a suite is not the standard input",
        at: spec.place,
        help: "a file of that name is \"./-\""
      )
    }
    if !members.has("spec") {
      findings.reportMissing("a test file needs a 'spec'", at: node.place)
    }
    let cases = members["cases"].flatMap { members.list($0, "cases") }
    if !members.has("cases") {
      findings.reportMissing("a test file needs 'cases'", at: node.place)
    } else if let given = members["cases"], given.isNil || cases?.isEmpty == true {
      refuse(
        "'cases' is empty, so that nothing is tested",
        at: given.place,
        help: "a case is an object with \"files\""
      )
    }
    let read = (cases ?? []).compactMap(testCase)
    guard let spec else { return nil }
    var suite = TestSuite(source, spec: spec, scope)
    suite.isStrict = members.flag("strict") ?? false
    suite.drift = members.choice("drift", of: DriftPolicy.self)
    if suite.isStrict, suite.drift != nil {
      refuse(
        "'strict' and 'drift' contradict each other: \"strict\": true is \"drift\": \"fail\", and more",
        at: members.place(of: "drift"),
        help: "leave out one of them"
      )
    }
    suite.duplicateKeys = members.choice("duplicateKeys", of: MapperOptions.DuplicateKeys.self)
    suite.failsOn = members.choice("failOn", of: FailingSeverity.self)
    suite.cases = read
    suite.redactions = members.texts("redact") ?? []
    suite.untested = members.texts("untested") ?? []
    suite.spellings = findings.spellings?.words ?? [:]
    let outputs = read.compactMap(\.expectation.output)
    for file in [spec] + outputs { check(file, of: suite) }
    for file in outputs where Output.isDatabase(named: file.value) {
      refuse(
        "an expected output is a text of records, and '\(file.value)' would be a database or its script",
        at: file.place,
        help: "rkmap apply writes .json, .ndjson and .csv for that"
      )
    }
    return suite
  }

  /// Refuses a file that is outside the permitted folders or cannot be read.
  private func check(_ file: SpecText, of suite: TestSuite) {
    let path = suite.path(file.value)
    if refuseZero(in: file) { return }
    do {
      guard try scope.mayRead(path) else {
        return OutsideFile.report(path, scope, at: file.place, to: findings)
      }
    } catch {
      let message = "'\(path)' cannot be read: \(error.reason)"
      return findings.report(.unreadableSuite, message, at: file.place)
    }
    if FileDescriptor.isSeen(path, as: .other) {
      findings.report(.unreadableSuite, "'\(path)' is no ordinary file", at: file.place)
    }
  }

  private func testCase(_ node: SpecNode) -> TestCase? {
    guard let members = SpecMembers(node, .testCase, findings) else { return nil }
    let files = members.texts("files") ?? []
    if !members.has("files") {
      findings.reportMissing("a case needs 'files'", at: node.place)
    } else if files.isEmpty, let given = members["files"], given.isNil || given.isEmptyList {
      refuse("'files' names no file, so that nothing is tested", at: given.place)
    }
    for file in files { _ = refuseZero(in: file) }
    var testCase = TestCase(files: files, at: node.place)
    testCase.route = members["route"].flatMap(route)
    testCase.expectation = members["expect"].flatMap(expectation) ?? Expectation()
    testCase.hasSnapshot = members.flag("snapshot") ?? false
    return testCase
  }

  private func refuse(_ message: String, at place: SpecPlace, help: String? = nil) {
    findings.report(.badExpectation, message, at: place, help: help)
  }

  /// Refuses a name with a zero byte, where system calls would end it.
  private func refuseZero(in name: SpecText) -> Bool {
    guard name.value.utf8.contains(0) else { return false }
    refuse("no file's name has U+0000 in it", at: name.place)
    return true
  }

  private func route(_ node: SpecNode) -> RequestContext? {
    guard let members = SpecMembers(node, .testRoute, findings) else { return nil }
    var route = RequestContext()
    route.method = members.choice("method", of: RequestMethod.self)?.rawValue
    route.path = members.text("path")?.value
    if let status = members["status"] {
      route.statusCode = whole(status, "'status'")
      if let code = route.statusCode, !RequestContext.statusCodes.contains(code) {
        refuse("a status is 100 to 599, not \(code)", at: status.place)
      }
    }
    return route
  }

  // MARK: - Expectations

  private func expectation(_ node: SpecNode) -> Expectation? {
    guard let members = SpecMembers(node, .expectation, findings) else { return nil }
    var expectation = Expectation()
    if let types = members["types"] { expectation.counts = counts(types) }
    if let errors = members["errors"] { expectation.findings = listed(errors, members) }
    expectation.isEmpty = members.flag("empty") ?? false
    expectation.declinedCount = members["declined"].flatMap { whole($0, "'declined'") }
    expectation.output = members.optionalText("output")
    return expectation
  }

  private func counts(_ node: SpecNode) -> [Expectation.RecordCount] {
    guard case .object(let members, _) = node.content else {
      findings.report(
        .wrongKind,
        "'types' takes an object of targets, not \(node.kindName)",
        at: node.place
      )
      return []
    }
    return members.filter { $0.name != SpecMember.commentName }.compactMap { member in
      let target = SpecText(member.name, at: member.namePlace)
      return range(member.value).map { Expectation.RecordCount(target: target, range: $0) }
    }
  }

  private func range(_ node: SpecNode) -> ClosedRange<Int>? {
    guard let members = SpecMembers(node, .recordCount, findings) else { return nil }
    func number(_ key: SpecKey) -> Int? {
      members[key].flatMap { whole($0, "'\(key.rawValue)'") }
    }
    let (least, most, count) = (number("min"), number("max"), number("count"))
    if members.has("count"), let other = members.present(["min", "max"]).first {
      refuse("'\(other.name)' stands beside 'count', which says it all", at: other.namePlace)
      return nil
    }
    if let count { return count...count }
    if members.first == nil {
      findings.report(.missingMember, "nothing is said of the number of records", at: node.place)
      return nil
    }
    guard (least ?? 0) <= (most ?? .max) else {
      refuse("no number is at least \(least ?? 0) and at most \(most ?? 0)", at: node.place)
      return nil
    }
    return (least ?? 0)...(most ?? .max)
  }

  private func listed(_ node: SpecNode, _ members: SpecMembers) -> Expectation.Findings {
    switch node.content {
    case .number: return .count(whole(node, "'errors'") ?? 0)
    case .list(let items): return .listed(items.compactMap(finding))
    default:
      members.refuse("errors", node, expected: "a number or a list of findings")
      return .count(0)
    }
  }

  private func finding(_ node: SpecNode) -> Expectation.Finding? {
    guard let members = SpecMembers(node, .expectedFinding, findings) else { return nil }
    guard let code = members.text("code") else {
      if !members.has("code") {
        findings.report(.missingMember, "an expected finding needs a 'code'", at: node.place)
      }
      return nil
    }
    let pointer = members["at"].flatMap { jsonPointer($0, members) }
    guard let known = Self.code(code.value) else {
      let names = DiagnosticCode.allCases.flatMap { [$0.id, $0.name] }
      refuse(
        "there is no code '\(code.value)'\(NearestName.suggestion(for: code.value, among: names))",
        at: code.place,
        help: "rkmap help CODE tells of one"
      )
      return nil
    }
    return Expectation.Finding(code: known, written: code, pointer: pointer)
  }

  /// The code with this number or name.
  private static func code(_ text: String) -> DiagnosticCode? {
    DiagnosticCode.find(text) ?? DiagnosticCode.allCases.first { $0.name == text }
  }

  /// Reads a JSON Pointer; "" is the whole document.
  private func jsonPointer(_ node: SpecNode, _ members: SpecMembers) -> SpecText? {
    guard let text = node.text else {
      members.refuse("at", node, expected: "a JSON Pointer")
      return nil
    }
    let escapes = text.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
    let isEscaped = escapes.allSatisfy { $0.hasPrefix("0") || $0.hasPrefix("1") }
    if text.isEmpty || text.hasPrefix("/") && isEscaped {
      return SpecText(text, at: node.place)
    }
    refuse(
      "'\(text)' is no JSON Pointer",
      at: node.place,
      help:
        "it begins with a slash, and so does each further step: \"/articles/0/title\"; ~ is ~0, / is ~1"
    )
    return nil
  }

  // MARK: - Numbers

  private func whole(_ node: SpecNode, _ subject: String) -> Int? {
    guard case .number(let text) = node.content, let number = Int(text) else {
      findings.report(
        .wrongKind,
        "\(subject) is a whole number, not \(node.kindName)",
        at: node.place
      )
      return nil
    }
    if number >= 0 { return number }
    refuse("\(subject) is at least 0, not \(number)", at: node.place)
    return nil
  }
}

extension SpecNode {
  fileprivate var isEmptyList: Bool {
    if case .list(let items) = content { items.isEmpty } else { false }
  }
}
