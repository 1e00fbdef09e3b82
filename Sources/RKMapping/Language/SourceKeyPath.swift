package import RKEngine

/// The path to a value: RestKit's source key path, with escapes and indexes (docs/spec-format.md,
/// "Key paths").
package struct SourceKeyPath: Sendable, Hashable {
  /// Where the path begins.
  package enum Root: Sendable, Hashable {
    case representation
    /// The key that becomes the mapper's nesting attribute, or the value under it: `(username)`.
    case nestingAttribute(String)
    /// The representation of an ancestor: 1 level for `@parent`, 2 for `@parent.@parent`.
    case parent(levels: Int)
    case root
    case document
    case key
    case collectionIndex
    case rootKeyPath
    /// An attribute of the record that owns this one.
    case parentObject(String)
    /// Names of metadata about the input, or about the request that it responds to.
    case metadata([String])
  }

  package enum Component: Sendable, Hashable {
    case key(String)
    /// An index; counted from the end if negative.
    case index(Int)
    /// `[*]`, which expects a list, or `*`.
    case all(isList: Bool)
    /// A component with stars.
    case glob(KeyPattern.Component)
    /// `..name`.
    case descendants(String)
    case collection(CollectionOperator)
  }

  package var root: Root
  package var components: [Component]
  /// The text in the spec; empty for the nil source.
  package var text: String

  package init(root: Root = .representation, components: [Component], text: String) {
    self.root = root
    self.components = components
    self.text = text
  }

  /// The representation itself.
  package static let none = SourceKeyPath(components: [], text: "")

  /// Creates a path of a single key, taken literally.
  package init(key: String) { self.init(components: [.key(key)], text: key) }

  /// Whether it is the whole representation, however it is written.
  package var isWhole: Bool { !climbs && components.isEmpty }

  /// Whether it has several components.
  ///
  /// As in RestKit, its attribute is then mapped after the relationships.
  package var isDotted: Bool { components.count > 1 }

  /// The key, if the path is a single key.
  package var onlyKey: String? {
    guard !climbs, components.count == 1, case .key(let key) = components[0] else { return nil }
    return key
  }

  /// Whether it begins outside the representation.
  package var climbs: Bool { if case .representation = root { false } else { true } }

  /// Whether it is the key that becomes the mapper's nesting attribute.
  package var isNestingAttribute: Bool {
    if case .nestingAttribute = root { true } else { false }
  }

  /// The number of leading keys, if it begins at the representation.
  package var leadingKeyCount: Int {
    if climbs { return 0 }
    for number in components.indices {
      guard case .key = components[number] else { return number }
    }
    return components.count
  }

  /// The leading keys, if it begins at the representation.
  package var leadingKeys: [String] { (0..<leadingKeyCount).map { key($0) } }

  /// Returns one of the leading keys.
  package func key(_ number: Int) -> String {
    guard case .key(let key) = components[number] else {
      preconditionFailure("it is one of the leading keys")
    }
    return key
  }
}
