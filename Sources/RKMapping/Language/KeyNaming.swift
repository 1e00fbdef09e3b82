internal import RKEngine

/// What a spec says of the keys of its documents (`keys`, spec-format.md, section 2): whether case
/// is ignored, and which keys are read as others.
package struct KeyNaming: Sendable, Hashable {
  package var ignoresCase = false
  /// What keys are read as, by name; both are folded if case is ignored.
  package private(set) var renames: [String: String] = [:]
  /// The keys that are read as each name.
  private var sources: [String: [String]] = [:]
  /// Keys as the spec spells them, by their folded form.
  private var spellings: [String: String] = [:]

  package init() {}

  /// Makes a key be read as a name, which is folded if case is ignored.
  package mutating func read(_ key: String, as name: String) {
    let folded = folded(key)
    guard renames.updateValue(name, forKey: folded) == nil else { return }
    sources[name, default: []].append(folded)
    spellings[folded] = key
  }

  /// Whether keys are used as they are.
  package var isExact: Bool { !ignoresCase && renames.isEmpty }

  /// The common form of equal keys.
  package func folded(_ key: String) -> String {
    guard ignoresCase else { return key }
    var scalars = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      scalars.append(Unicode.Scalar(ScalarCase.folded(scalar.value)) ?? scalar)
    }
    return String(scalars)
  }

  /// What a key of a document is read as, folded.
  func read(_ key: String) -> String {
    let folded = folded(key)
    return renames[folded] ?? folded
  }

  /// The keys of a document, folded, that are read as a name; none if all of that name are read as
  /// something else.
  package func keys(readAs name: String) -> [String] {
    let name = folded(name)
    var keys = sources[name, default: []]
    // Renames are not chained.
    if renames[name] == nil { keys.append(name) }
    return keys.sorted()
  }

  /// The key to write where a name is to be read: the first one that is renamed to it, otherwise the name
  /// itself; nil if no key is read as the name.
  package func written(_ name: String) -> String? {
    let folded = folded(name)
    guard let key = sources[folded]?.first else { return renames[folded] == nil ? name : nil }
    return spellings[key] ?? key
  }

  /// The same for the keys of a path; nil if one of them is never read.
  package func written(_ components: [SourceKeyPath.Component]) -> [SourceKeyPath.Component]? {
    if isExact { return components }
    var result: [SourceKeyPath.Component] = []
    for component in components {
      guard case .key(let name) = component else {
        result.append(component)
        continue
      }
      guard let key = written(name) else { return nil }
      result.append(.key(key))
    }
    return result
  }

  package func folded(_ pattern: KeyPattern.Component) -> KeyPattern.Component {
    KeyPattern.Component(pieces: pattern.pieces.map(folded))
  }

  /// With this, key paths that lead to the same are equal.
  package func folded(_ components: [SourceKeyPath.Component]) -> [SourceKeyPath.Component] {
    if !ignoresCase { return components }
    return components.map { component in
      switch component {
      case .key(let key): .key(folded(key))
      case .glob(let glob): .glob(folded(glob))
      case .descendants(let key): .descendants(folded(key))
      case .index, .all, .collection: component
      }
    }
  }
}
