/// The targets of a spec, by name.
struct TargetTable {
  private static let mostLevels = 100
  private(set) var targets: [Target] = []
  private var numbers: [String: Int] = [:]
  /// For each target, the indices of its properties by the keys of their names.
  private var properties: [[[String]: Int]] = []

  /// What a target declares for a destination in its records.
  enum Answer {
    /// Nothing: anything is allowed there.
    case nothing
    case property(TargetProperty, of: Target)
    /// The destination is inside a scalar.
    case insideScalar(TargetProperty, of: Target)
    /// The target is closed and has no such property.
    case none(name: String, in: Target)
  }

  mutating func add(_ target: Target) {
    numbers[target.name] = targets.count
    properties.append(
      Dictionary(
        target.properties.enumerated().map { ($1.name.keys, $0) },
        uniquingKeysWith: { _, last in last }
      )
    )
    targets.append(target)
  }

  subscript(name: String) -> Target? { numbers[name].map { targets[$0] } }

  /// Whether a target is another one, or builds on it.
  func isTarget(_ name: String, kindOf other: String) -> Bool {
    var next: String? = name
    // Cycles and longer chains are reported elsewhere.
    for _ in 0...Self.mostLevels {
      guard let here = next else { return false }
      if here == other { return true }
      next = self[here]?.base
    }
    return false
  }

  /// Returns what a target declares for a destination in its records: a property, or something inside one.
  func answer(for keys: [String], in name: String) -> Answer {
    var rest = keys[...]
    var name = name
    while let number = numbers[name] {
      let target = targets[number]
      guard let (property, count) = longest(rest, number) else {
        return target.isClosed ? .none(name: rest.joined(separator: "."), in: target) : .nothing
      }
      if count == rest.count { return .property(property, of: target) }
      switch property.type?.held ?? .anything {
      case .anything: return .nothing
      case .values: return .insideScalar(property, of: target)
      case .records(let inner, _):
        name = inner
        rest = rest.dropFirst(count)
      }
    }
    return .nothing
  }

  /// The property with the longest name that begins a path.
  private func longest(_ keys: ArraySlice<String>, _ target: Int) -> (TargetProperty, Int)? {
    for count in (1...max(keys.count, 1)).reversed() {
      if let found = properties[target][Array(keys.prefix(count))] {
        return (targets[target].properties[found], count)
      }
    }
    return nil
  }
}
