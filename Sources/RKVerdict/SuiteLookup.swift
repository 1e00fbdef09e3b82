package import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Finds the test file that a file belongs to, in its own folder or in one above it.
package struct SuiteLookup {
  /// What a file is to a test file.
  package enum Role: Sendable, Hashable {
    /// A fixture of some case.
    case fixture
    /// The suite's spec.
    case spec
    /// The test file itself.
    case testFile
  }

  /// A file that a test file names, with that test file.
  package struct Match: Sendable {
    package let role: Role
    /// The path of the file as given.
    package let path: String
    /// The test file's path from the working directory.
    package let testFile: String
    /// The suite of the test file; nil if it cannot be used.
    package let suite: TestSuite?
    /// Findings about the test file.
    package let findings: [Diagnostic]
  }

  /// A test file, and the files that it names.
  private struct Entry {
    var suite: TestSuite?
    var findings: [Diagnostic] = []
    var spec: ExactText?
    var fixtures: Set<ExactText> = []
    /// Whether some of its globs could not be read, so that it may have more fixtures.
    var isUnread = false
  }

  /// How many levels of parent folders are searched.
  private static let mostLevels = 200

  private let isStrict: Bool
  private let folders: [String]
  private var entries: [ExactText: Entry] = [:]

  /// `folders` are additional folders that test files may refer to.
  package init(isStrict: Bool, including folders: [String] = []) {
    self.isStrict = isStrict
    self.folders = folders
  }

  /// What a file is to the nearest test file that names it; nil if none does.
  package mutating func match(_ path: String) -> Match? {
    let place = FileDescriptor.resolvedOrGiven(path).exact
    var folder = path.utf8.lastIndex(of: .solidus).map { String(path[...$0]) } ?? ""
    if path.suffix(after: folder) == SuiteFinder.fileName {
      return match(path, .testFile, path, entry(of: path))
    }
    for _ in 0..<Self.mostLevels {
      let file = folder + SuiteFinder.fileName
      // The user may have no permission to read parent folders.
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

  /// The parent folder of a folder; both paths end with a slash.
  private static func above(_ folder: String) -> String {
    let parts = folder.split(byte: .solidus)
    guard let last = parts.last, last != "..", last != "." else { return folder + "../" }
    return String(Substring(folder.utf8.dropLast(last.utf8.count + 1)))
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
        // Unreadable folders are reported when the suite is prepared.
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
  /// The regular files that a path or glob of the test file matches, with the path's steps as written.
  ///
  /// Throws if one of them, or a folder on the way, cannot be inspected.
  func files(named glob: String) throws(SystemError) -> [String] {
    let found: [String]
    if FileGlob.isPattern(glob) {
      let pattern = glob.hasPrefix("/") ? "" : FileGlob.pattern(ofFile: folder)
      found = try FileGlob.expand(pattern + glob, within: scope)
    } else {
      found = [joined(glob)]
    }
    var files: [String] = []
    for path in found {
      switch try FileDescriptor.kind(of: path) {
      case .regular: files.append(path)
      case .directory: break
      // Reading such a file might block forever, and it may have replaced a fixture.
      case .other: throw .notOrdinary(path)
      case nil:
        // The target of the link may be missing only temporarily.
        if try FileDescriptor.target(ofLink: path) != nil { throw .missing(path) }
      }
    }
    return files
  }

  /// The test file and the files that it names, including fixtures' snapshots.
  var namedFiles: [String] {
    let store = SnapshotStore(self)
    var named = [file, path(spec.value)]
    for testCase in cases {
      let fixtures = testCase.files.flatMap { (try? files(named: $0.value)) ?? [] }
      let snapshots = testCase.hasSnapshot ? fixtures.map { store.path(of: $0) } : []
      named += fixtures + snapshots + snapshots.map(SnapshotStore.older)
      if let output = testCase.expectation.output { named.append(path(output.value)) }
    }
    return named
  }
}
