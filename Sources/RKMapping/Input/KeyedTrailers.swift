internal import RKDiagnostics
internal import RKEngine
internal import RKFormats

/// Checks the trailers of the parts that keyed lines come from: finds out whether all parts are complete.
final class KeyedTrailers {
  private struct Part {
    var members: [String: String]
    var place: InputPlace
  }

  /// The expected number of parts; nil if unknown.
  private let partCount: Int?
  /// The hash of the spec.
  private let spec: String
  private var parts: [Int: Part] = [:]

  init(partCount: Int?, spec: String) {
    self.partCount = partCount
    self.spec = spec
  }

  /// Takes a trailer; returns a diagnostic if it is not valid here.
  func take(_ text: [UInt8], at place: InputPlace) -> Diagnostic? {
    guard let members = KeyedExplainer.members(of: KeyedForm.trailerKey, in: text),
      let number = members["part"].flatMap(Int.init), let lines = members["lines"],
      let other = members["spec"]
    else { return KeyedExplainer.diagnostic(.notKeyed, at: place) }
    if other != spec {
      return Diagnostic(
        .otherSpec,
        "part \(number) was written by another spec",
        at: Location(place),
        help: ["map the part again by this spec, or read the lines by the one that wrote them"]
      )
    }
    if Int(lines) == nil { return KeyedExplainer.diagnostic(.notKeyed, at: place) }
    if let known = parts[number], known.members != members {
      return Diagnostic(
        .partIncomplete,
        "part \(number) has come twice, and was not the same",
        at: Location(place),
        related: [
          Diagnostic.Related(location: Location(known.place), subject: "the part's other trailer")
        ],
        help: ["map the part again, and read its lines once"]
      )
    }
    parts[number] = Part(members: members, place: place)
    return nil
  }

  /// What the parts tell, in their order.
  var told: [[String: String]] {
    parts.sorted { $0.key < $1.key }.compactMap {
      KeyedExplainer.members(of: Array(($0.value.members["told"] ?? "").utf8))
    }
  }

  /// Returns a diagnostic if parts are missing at the end.
  ///
  /// `lineCounts` has the number of distinct lines of each part.
  func missing(_ lineCounts: [Int: Int], in input: String) -> Diagnostic? {
    guard let partCount else { return nil }
    var words: [String] = []
    let missing = (0..<partCount).filter { parts[$0] == nil }
    if !missing.isEmpty {
      words.append("\(Self.subject(missing)) without a trailer: a run was killed, or has failed")
    }
    let others = Set(parts.keys).union(lineCounts.keys).filter { !(0..<partCount).contains($0) }
    if !others.isEmpty {
      words.append("\(Self.subject(others.sorted())) not among the \(partCount) parts from 0 on")
    }
    for number in 0..<partCount {
      guard let lines = parts[number]?.members["lines"] else { continue }
      let count = lineCounts[number, default: 0]
      if "\(count)" != lines { words.append("part \(number) has \(count) of its \(lines) lines") }
    }
    if words.isEmpty { return nil }
    return Diagnostic(
      .partIncomplete,
      words.prefix(3).joined(separator: "; "),
      at: Location(file: input, byteRange: 0..<0, line: 1, column: 1),
      help: [
        others.isEmpty
          ? "map such parts again: 'rkmap apply SPEC INPUT --emit keyed --trailer --part N'"
          : "--parts says how many there are, and parts are numbered from 0"
      ]
    )
  }

  /// `part 3 is`, `parts 1, 2 are`.
  private static func subject(_ numbers: [Int]) -> String {
    let list = numbers.prefix(10).map(String.init).joined(separator: ", ")
    let more = numbers.count > 10 ? " and \(numbers.count - 10) others" : ""
    return numbers.count == 1 ? "part \(list) is" : "parts \(list)\(more) are"
  }
}
