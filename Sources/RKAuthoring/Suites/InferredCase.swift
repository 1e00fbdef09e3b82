internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// A case of a suite made from samples: fixtures with records of the same descriptors, and with the same
/// number of lines that are not JSON.
struct InferredCase {
  /// The descriptors that found records in all of the fixtures; empty if there are no records.
  private let descriptors: [FixtureFacts.Descriptor]
  private let malformedCount: Int
  /// The paths relative to the suite's folder.
  private var files: [String] = []
  /// The targets of root records that every fixture has.
  private var targets: Set<String> = []

  init(_ file: String, _ facts: FixtureFacts) {
    descriptors = facts.descriptors
    malformedCount = facts.malformedCount
    files = [file]
    targets = facts.targets
  }

  /// Adds a fixture if it belongs to the case; returns whether it does.
  mutating func take(_ file: String, _ facts: FixtureFacts) -> Bool {
    guard facts.descriptors == descriptors, facts.malformedCount == malformedCount else {
      return false
    }
    files.append(file)
    targets.formIntersection(facts.targets)
    return true
  }

  /// The case as written in a test file; `samples` are all files that its globs may meet.
  func text(among samples: [String]) -> String {
    let files = globs(among: samples).map(JSONObjectText.quoted)
    var object = JSONObjectText()
    object.add("files", raw: files.count == 1 ? files[0] : "[\(files.joined(separator: ","))]")
    object.add("expect", raw: expectation.text)
    object.add("snapshot", raw: "true")
    return object.text
  }

  /// Globs that match all fixtures of the case, and no other sample; names where no glob does.
  private func globs(among samples: [String]) -> [String] {
    let others = samples.filter { !files.contains($0) }
    // Globs pass over hidden files and folders.
    if !files.contains(where: { $0.hasPrefix(".") || $0.contains("/.") }) {
      let folder = Self.folder(of: files)
      // The folder of the suite itself has more in it than fixtures.
      let isAlone = !folder.isEmpty && !others.contains { $0.hasPrefix(folder) }
      if isAlone && files.allSatisfy({ $0.hasSuffix(".json") }) {
        return [FileGlob.pattern(ofFile: folder) + "**/*.json"]
      }
      var names: [String] = []
      for name in files.map(Self.name(of:)) where !names.contains(name) { names.append(name) }
      let areRequests = names.allSatisfy { FixtureName($0) != nil }
      if areRequests && !others.contains(where: { names.contains(Self.name(of: $0)) }) {
        return names.map { "**/" + FileGlob.pattern(ofFile: $0) }
      }
    }
    return files.map(FileGlob.pattern(ofFile:))
  }

  /// The innermost folder that some files are in, with its slash; empty for that of the suite.
  private static func folder(of files: [String]) -> String {
    var common = files[0].split(separator: "/").dropLast()
    for file in files.dropFirst() {
      let parts = file.split(separator: "/").dropLast()
      common = common.prefix(zip(common, parts).prefix { $0 == $1 }.count)
    }
    return common.map { $0 + "/" }.joined()
  }

  private static func name(of file: String) -> String {
    file.split(separator: "/").last.map(String.init) ?? file
  }

  private var expectation: JSONObjectText {
    var expectation = JSONObjectText()
    if descriptors.isEmpty {
      expectation.add("empty", raw: "true")
      if malformedCount > 0 { expectation.add("errors", number: malformedCount) }
      return expectation
    }
    var types = JSONObjectText()
    var named: Set<String> = []
    for target in descriptors.flatMap(\.targets)
    where targets.contains(target) && named.insert(target).inserted {
      types.add(target, raw: #"{"min":1}"#)
    }
    // With several kinds, a fixture may lack any of them.
    if !types.isEmpty { expectation.add("types", raw: types.text) }
    expectation.add("errors", number: malformedCount)
    return expectation
  }
}
