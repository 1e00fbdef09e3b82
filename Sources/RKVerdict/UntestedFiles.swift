internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Finds files that look like fixtures, and that no test file of a run names.
package struct UntestedFiles: Sendable {
  private static let mostNames = 20

  /// The test files of the run.
  private let files: [String]
  /// Additional folders that they may refer to.
  private let folders: [String]

  package init(_ files: [String], including folders: [String]) {
    self.files = files
    self.folders = folders
  }

  /// The warning about files beside the fixtures of a suite; nil if there are none.
  func finding(_ plan: SuitePlan) -> Diagnostic? {
    let fixtures = Set(plan.fixtures.map(\.path.exact))
    var left = beside(plan).filter { !fixtures.contains($0.exact) }
    // The rest costs more, and is seldom needed.
    guard !left.isEmpty, let named = try? named() else { return nil }
    left.removeAll { named.contains(FileDescriptor.resolvedOrGiven($0).exact) }
    if left.isEmpty { return nil }
    let suite = plan.suite
    let names = left.prefix(Self.mostNames)
    let globs = names.map { path in
      let isBelow = path.hasPrefix(suite.folder)
      let name = isBelow ? String(path.dropFirst(suite.folder.count)) : path
      return JSONObjectText.quoted(FileGlob.pattern(ofFile: name))
    }
    let rest = left.count > names.count ? ", and \(left.count - names.count) more" : ""
    let subject = left.count.counting("file") + " beside the fixtures "
    return Diagnostic(
      .untestedFixture,
      subject + (left.count == 1 ? "is" : "are") + " in no case: \(names.joined(separator: ", "))"
        + rest,
      at: Location(file: suite.file, byteRange: 0..<0, line: 1, column: 1),
      help: [
        "name fixtures in \"files\" of a case, and in the test file what is none: "
          + "\"untested\": [\(globs.joined(separator: ", "))]"
      ]
    )
  }

  /// All files that the test files of the run and their specs name.
  private func named() throws -> Set<ExactText> {
    var named: Set<ExactText> = []
    for file in files {
      let suite = try SuiteReader.read(file, isStrict: false, including: folders).suite
      let spec = suite.path(suite.spec.value)
      let others = try suite.untested.flatMap { try suite.files(named: $0.value) }
      let all = try suite.namedFiles + others + Mapping(contentsOf: spec, including: folders).files
      named.formUnion(all.map { FileDescriptor.resolvedOrGiven($0).exact })
    }
    return named
  }

  /// The files in the folders of a suite's fixtures that have the form of their names.
  private func beside(_ plan: SuitePlan) -> [String] {
    let folders = Dictionary(grouping: plan.fixtures.map(\.path)) { path in
      path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
    return folders.keys.sorted { $0.bytesPrecede($1) }.flatMap { folder in
      let fixtures = folders[folder] ?? []
      let endings = Set(fixtures.map(Self.ending))
      let areRequests = fixtures.allSatisfy { FixtureName($0) != nil }
      let entries = (try? FolderListing.entries(of: folder.isEmpty ? "." : folder)) ?? []
      let names = entries.filter { entry in
        !entry.isFolder && !entry.name.hasPrefix(".") && entry.name != SuiteFinder.fileName
          && endings.contains(Self.ending(entry.name))
          && (!areRequests || FixtureName(entry.name) != nil)
      }
      return names.map { folder + $0.name }.sorted { $0.bytesPrecede($1) }
    }
  }

  /// What follows the last dot of a name, without the ending of a compressed file.
  private static func ending(_ name: String) -> Substring? {
    let parts = name.split(separator: ".")
    return parts.last == "gz" || parts.last == "zst" ? parts.dropLast().last : parts.last
  }
}
