internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// A case of a suite that is made of samples: the fixtures whose records come from the same descriptors,
/// and that have as many lines which are not JSON.
struct InferredCase {
  /// Those that found records in all of the fixtures; none where there are no records.
  private let descriptors: [FixtureFacts.Descriptor]
  private let malformedCount: Int
  /// Relative to the suite's folder.
  private var files: [String] = []
  /// The targets of root records that each of the fixtures has.
  private var targets: Set<String> = []

  init(_ file: String, _ facts: FixtureFacts) {
    descriptors = facts.descriptors
    malformedCount = facts.malformedCount
    files = [file]
    targets = facts.targets
  }

  /// Adds a fixture if it belongs to the case; whether it does.
  mutating func take(_ file: String, _ facts: FixtureFacts) -> Bool {
    guard facts.descriptors == descriptors, facts.malformedCount == malformedCount else {
      return false
    }
    files.append(file)
    targets.formIntersection(facts.targets)
    return true
  }

  /// The case in a test file.
  var text: String {
    let files = files.map { JSONObjectText.quoted(FileGlob.pattern(ofFile: $0)) }
    var object = JSONObjectText()
    object.add("files", raw: files.count == 1 ? files[0] : "[\(files.joined(separator: ","))]")
    object.add("expect", raw: expectation.text)
    object.add("snapshot", raw: "true")
    return object.text
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
    // Each of several kinds may be missing from one fixture.
    if !types.isEmpty { expectation.add("types", raw: types.text) }
    expectation.add("errors", number: malformedCount)
    return expectation
  }
}
