package import RKEngine

/// Where a value comes from: RestKit's source key path, with escapes and indexes (spec-format.md,
/// section 4).
package struct SourceKeyPath: Sendable, Hashable {
  /// Where the path begins.
  package enum Root: Sendable, Hashable {
    case representation
    /// The key that the mapper's nesting attribute uses, or the value under it: `(username)`.
    case nestingAttribute(String)
    /// 1 for `@parent`, 2 for `@parent.@parent`.
    case parent(levels: Int)
    case root
    case document
    case key
    case collectionIndex
    case rootKeyPath
    /// An attribute of the record that this one is related to.
    case parentObject(String)
    /// Names of metadata of the input, or of the request that it answers.
    case metadata([String])
  }

  package enum Component: Sendable, Hashable {
    case key(String)
    /// From the end if negative.
    case index(Int)
    /// `[*]`, which says that there is a list, or `*`.
    case all(isList: Bool)
    /// A component with stars in it.
    case glob(KeyPattern.Component)
    /// `..name`.
    case descendants(String)
    case collection(CollectionOperator)
  }

  package var root: Root
  package var components: [Component]
  /// The path as it was written; empty for the nil source.
  package var text: String

  package init(root: Root = .representation, components: [Component], text: String) {
    self.root = root
    self.components = components
    self.text = text
  }

  /// The representation itself.
  package static let none = SourceKeyPath(components: [], text: "")

  /// A path from a single key, as it is.
  package init(key: String) { self.init(components: [.key(key)], text: key) }

  /// The representation as a whole, however it is written.
  package var isWhole: Bool { !climbs && components.isEmpty }

  /// It contains a dot, so that its attribute is mapped after the relationships (R2.7).
  package var isDotted: Bool { components.count > 1 }

  /// The only key, if it is a single one.
  package var onlyKey: String? {
    guard !climbs, components.count == 1, case .key(let key) = components[0] else { return nil }
    return key
  }

  /// It does not begin at the representation.
  package var climbs: Bool { if case .representation = root { false } else { true } }

  /// It is the key that becomes the mapper's nesting attribute.
  package var isNestingAttribute: Bool {
    if case .nestingAttribute = root { true } else { false }
  }

  /// How many keys it begins with, if it begins at the representation.
  package var leadingKeyCount: Int {
    if climbs { return 0 }
    for number in components.indices {
      guard case .key = components[number] else { return number }
    }
    return components.count
  }

  /// The keys that it begins with, if it begins at the representation.
  package var leadingKeys: [String] { (0..<leadingKeyCount).map { key($0) } }

  /// One of those.
  package func key(_ number: Int) -> String {
    guard case .key(let key) = components[number] else {
      preconditionFailure("it is one of the leading keys")
    }
    return key
  }
}
