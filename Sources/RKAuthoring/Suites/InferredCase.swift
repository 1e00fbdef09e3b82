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

  /// The case as written in a test file.
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
    // With several kinds, a fixture may lack any of them.
    if !types.isEmpty { expectation.add("types", raw: types.text) }
    expectation.add("errors", number: malformedCount)
    return expectation
  }
}
