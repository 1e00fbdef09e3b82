internal import RKEngine

/// What a spec says of the keys of its documents (`keys`, spec-format.md, section 2): that case is
/// nothing, and which keys are read as others.
package struct KeyNaming: Sendable, Hashable {
  package var ignoresCase = false
  /// What keys are read as, by their names; both are folded where case is nothing.
  package private(set) var renames: [String: String] = [:]
  /// The keys that are read as each name.
  private var sources: [String: [String]] = [:]

  package init() {}

  /// Has a key read as a name; both are folded where case is nothing.
  package mutating func read(_ key: String, as name: String) {
    guard renames.updateValue(name, forKey: key) == nil else { return }
    sources[name, default: []].append(key)
  }

  /// Keys are what they are.
  package var isExact: Bool { !ignoresCase && renames.isEmpty }

  /// What a key has in common with those that are the same.
  package func folded(_ key: String) -> String {
    guard ignoresCase else { return key }
    var scalars = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      scalars.append(Unicode.Scalar(ScalarCase.folded(scalar.value)) ?? scalar)
    }
    return String(scalars)
  }

  /// The keys of a document, folded, that are read as a name; none where all of that name are read as
  /// something else.
  package func keys(readAs name: String) -> [String] {
    let name = folded(name)
    var keys = sources[name, default: []]
    // A key is renamed once: what another one is renamed to goes no further.
    if renames[name] == nil { keys.append(name) }
    return keys.sorted()
  }

  package func folded(_ pattern: KeyPattern.Component) -> KeyPattern.Component {
    KeyPattern.Component(pieces: pattern.pieces.map(folded))
  }

  /// Key paths that lead to the same are the same then.
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
