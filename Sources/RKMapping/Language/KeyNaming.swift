internal import RKEngine

/// The rules of a spec for the keys of its documents (`keys`, docs/spec-format.md, "Spellings of
/// keys"): whether case is ignored, and which keys are read under other names.
package struct KeyNaming: Sendable, Hashable {
  package var ignoresCase = false
  /// For each renamed key, the name under which it is read; both are folded if case is ignored.
  package private(set) var renames: [String: String] = [:]
  /// For each name, the keys that are read as it.
  private var sources: [String: [String]] = [:]
  /// For each folded key, its spelling in the spec.
  private var spellings: [String: String] = [:]

  package init() {}

  /// Reads a key under another name, which is folded if case is ignored.
  package mutating func read(_ key: String, as name: String) {
    let folded = folded(key)
    guard renames.updateValue(name, forKey: folded) == nil else { return }
    sources[name, default: []].append(folded)
    spellings[folded] = key
  }

  /// Whether keys are used unchanged.
  package var isExact: Bool { !ignoresCase && renames.isEmpty }

  /// Returns a form that equal keys share.
  package func folded(_ key: String) -> String {
    guard ignoresCase else { return key }
    var scalars = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      scalars.append(Unicode.Scalar(ScalarCase.folded(scalar.value)) ?? scalar)
    }
    return String(scalars)
  }

  /// Returns the folded name under which a key of a document is read.
  func read(_ key: String) -> String {
    let folded = folded(key)
    return renames[folded] ?? folded
  }

  /// Returns the folded keys of documents that are read as a name.
  ///
  /// There are none if all keys of this name are read under other names.
  package func keys(readAs name: String) -> [String] {
    let name = folded(name)
    var keys = sources[name, default: []]
    // Renames are not chained.
    if renames[name] == nil { keys.append(name) }
    return keys.sorted()
  }

  /// Returns the key to write so that it is read as a name: the first key that is renamed to it,
  /// otherwise the name itself; nil if no key is read as the name.
  package func written(_ name: String) -> String? {
    let folded = folded(name)
    guard let key = sources[folded]?.first else { return renames[folded] == nil ? name : nil }
    return spellings[key] ?? key
  }

  /// Returns the keys to write for the keys of a path; nil if one of them is never read.
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

  /// Folds the keys of a path, so that paths that lead to the same value are equal.
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
