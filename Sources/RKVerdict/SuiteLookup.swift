package import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Finds the test files that files belong to: in their own folders and in those above them.
package struct SuiteLookup {
  /// What a file is to a test file.
  package enum Role: Sendable, Hashable {
    /// A case takes it in.
    case fixture
    /// The suite is mapped by it.
    case spec
    /// It is the test file itself.
    case testFile
  }

  /// A file that belongs to a test file.
  package struct Match: Sendable {
    package let role: Role
    /// The file as it was named.
    package let path: String
    /// The test file as it is named from the working directory.
    package let testFile: String
    /// The test file's suite; nil where it cannot be used.
    package let suite: TestSuite?
    /// What is wrong with the test file, or suspicious.
    package let findings: [Diagnostic]
  }

  /// A test file, with the places of what it names.
  private struct Entry {
    var suite: TestSuite?
    var findings: [Diagnostic] = []
    var spec: ExactText?
    var fixtures: Set<ExactText> = []
    /// There may be other fixtures.
    var isUnread = false
  }

  /// The most folders above one another that are looked into.
  private static let mostLevels = 200

  private let isStrict: Bool
  private let folders: [String]
  private var entries: [ExactText: Entry] = [:]

  /// `folders` are those whose files test files may name beside those that they may in any case.
  package init(isStrict: Bool, including folders: [String] = []) {
    self.isStrict = isStrict
    self.folders = folders
  }

  /// What a file is to the nearest test file that names it; nil where none does.
  package mutating func match(_ path: String) -> Match? {
    let place = FileDescriptor.resolvedOrGiven(path).exact
    var folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    if path.dropFirst(folder.count) == SuiteFinder.fileName {
      return match(path, .testFile, path, entry(of: path))
    }
    for _ in 0..<Self.mostLevels {
      let file = folder + SuiteFinder.fileName
      // Folders above may be closed to whoever runs this.
      if FileDescriptor.isSeen(file, as: .regular) {
        let entry = entry(of: file)
        if entry.fixtures.contains(place) { return match(path, .fixture, file, entry) }
        if entry.spec == place { return match(path, .spec, file, entry) }
        if entry.isUnread { return match(path, .fixture, file, entry) }
      }
      if FileDescriptor.resolvedOrGiven(folder.isEmpty ? "." : folder) == "/" { return nil }
      folder = Self.above(folder)
    }
    return nil
  }

  private func match(_ path: String, _ role: Role, _ file: String, _ entry: Entry) -> Match {
    Match(role: role, path: path, testFile: file, suite: entry.suite, findings: entry.findings)
  }

  /// The folder above one that has a slash after it.
  private static func above(_ folder: String) -> String {
    let parts = folder.split(separator: "/")
    guard let last = parts.last, last != "..", last != "." else { return folder + "../" }
    return String(folder.dropLast(last.count + 1))
  }

  private mutating func entry(of file: String) -> Entry {
    if let known = entries[file.exact] { return known }
    var entry = Entry()
    do {
      let read = try SuiteReader.read(file, isStrict: isStrict, including: folders)
      entry.suite = read.suite
      entry.findings = read.warnings
      entry.spec = FileDescriptor.resolvedOrGiven(read.suite.path(read.suite.spec.value)).exact
      for glob in read.suite.cases.flatMap(\.files) {
        // What could not be looked at is told when the suite is made ready.
        guard let paths = try? read.suite.files(named: glob.value) else {
          entry.isUnread = true
          continue
        }
        for path in paths {
          entry.fixtures.insert(FileDescriptor.resolvedOrGiven(path).exact)
        }
      }
    } catch {
      entry.findings = error.diagnostics
    }
    entries[file.exact] = entry
    return entry
  }
}

extension TestSuite {
  /// The files that a name or a glob of the test file leads to, by the steps that it says: regular ones
  /// alone.
  ///
  /// An error where one of them, or a folder on the way, cannot be looked at.
  func files(named glob: String) throws(SystemError) -> [String] {
    let found: [String]
    if FileGlob.isPattern(glob) {
      let pattern = glob.hasPrefix("/") ? "" : Self.literal(folder)
      found = try FileGlob.expand(pattern + glob, within: scope)
    } else {
      found = [joined(glob)]
    }
    var files: [String] = []
    for path in found {
      switch try FileDescriptor.kind(of: path) {
      case .regular: files.append(path)
      case .directory: break
      // It might wait for ever, and may stand where a fixture was.
      case .other: throw .notOrdinary(path)
      case nil:
        // What a link leads to may be away for a while.
        if try FileDescriptor.target(ofLink: path) != nil { throw .missing(path) }
      }
    }
    return files
  }

  /// The test file and the files that it names, with the snapshots of fixtures.
  var namedFiles: [String] {
    let store = SnapshotStore(self)
    var named = [file, path(spec.value)]
    for testCase in cases {
      let fixtures = testCase.files.flatMap { (try? files(named: $0.value)) ?? [] }
      named += fixtures + (testCase.hasSnapshot ? fixtures.map { store.path(of: $0) } : [])
      if let output = testCase.expectation.output { named.append(path(output.value)) }
    }
    return named
  }

  /// A path as a glob that leads to it alone.
  private static func literal(_ path: String) -> String {
    String(path.flatMap { "*?[{\\".contains($0) ? ["\\", $0] : [$0] })
  }
}
