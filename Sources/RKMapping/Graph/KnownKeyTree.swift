/// The keys of an object that some rule reads, as a tree; each key path is a path from the root.
struct KnownKeyTree {
  /// Keys that match a pattern.
  struct Pattern {
    var component: KeyPattern.Component
    var tree = KnownKeyTree()
    /// Whether it stands for all members of an object, but not for the elements of an array.
    var isAll = false
  }

  /// Whether everything below is mapped as a whole.
  var isWhole = false
  /// Whether a relationship maps this value, so that its mapper knows the keys.
  private var isRelated = false
  private(set) var children: [String: KnownKeyTree] = [:]
  private(set) var patterns: [Pattern] = []

  private struct PatternKey: Hashable {
    var component: KeyPattern.Component
    var isAll: Bool
  }

  /// The indices of the patterns, used once there are many.
  private var numbers: [PatternKey: Int] = [:]
  private static var few: Int { 16 }

  /// Whether some rule reads the value at a path of keys, or something in it.
  func knows(_ way: ArraySlice<String>) -> Bool {
    guard let key = way.first, !isWhole else { return true }
    let rest = way.dropFirst()
    if children[key]?.knows(rest) == true { return true }
    return patterns.contains { $0.component.matches(key) && $0.tree.knows(rest) }
  }

  /// Whether the whole value at a path of keys is read, or mapped by its own mapper.
  func knowsWhole(_ way: ArraySlice<String>) -> Bool {
    guard let key = way.first, !isClosed else { return isClosed }
    let rest = way.dropFirst()
    return children[key]?.knowsWhole(rest) == true
      || patterns.contains { $0.component.matches(key) && $0.tree.knowsWhole(rest) }
  }

  /// Whether nothing below needs checking.
  var isClosed: Bool { isWhole || isRelated }

  private var isEmpty: Bool { !isWhole && children.isEmpty && patterns.isEmpty }

  /// Adds a path to a value that is read.
  mutating func insert(_ way: KeyRoute, isRelated: Bool = false) {
    insert(way.steps[...], isRelated: isRelated && !way.isOpen)
  }

  private mutating func insert(_ steps: ArraySlice<KeyRoute.Step>, isRelated: Bool) {
    let rest = steps.dropFirst()
    switch steps.first {
    case nil:
      if isRelated { self.isRelated = true } else { isWhole = true }
    case .key(let key): children[key, default: KnownKeyTree()].insert(rest, isRelated: isRelated)
    case .glob(let glob):
      let number = number(of: glob, isAll: false)
      patterns[number].tree.insert(rest, isRelated: isRelated)
    case .all:
      let number = number(of: .any, isAll: true)
      patterns[number].tree.insert(rest, isRelated: isRelated)
      // Arrays are transparent: what is read from an element is added here.
      insert(rest, isRelated: isRelated)
    }
  }

  private mutating func number(of component: KeyPattern.Component, isAll: Bool) -> Int {
    let key = PatternKey(component: component, isAll: isAll)
    let known =
      numbers.isEmpty
      ? patterns.firstIndex { $0.component == component && $0.isAll == isAll } : numbers[key]
    if let known { return known }
    patterns.append(Pattern(component: component, isAll: isAll))
    if !numbers.isEmpty {
      numbers[key] = patterns.count - 1
    } else if patterns.count > Self.few {
      for (number, pattern) in patterns.enumerated() {
        numbers[PatternKey(component: pattern.component, isAll: pattern.isAll)] = number
      }
    }
    return patterns.count - 1
  }

  /// Adds the paths that a pattern matches.
  mutating func insert(_ pattern: some Collection<KeyPattern.Component>) {
    let steps = pattern.map { component in
      component.onlyKey.map { KeyRoute.Step.key($0) } ?? .glob(component)
    }
    insert(KeyRoute(steps))
  }

  /// A copy in which patterns also apply to the keys that are named.
  func applyingPatterns() -> KnownKeyTree {
    var tree = self
    for key in children.keys {
      for pattern in patterns where pattern.component.matches(key) {
        tree.children[key]?.merge(pattern.tree)
      }
    }
    for (key, child) in tree.children { tree.children[key] = child.applyingPatterns() }
    for number in patterns.indices {
      tree.patterns[number].tree = patterns[number].tree.applyingPatterns()
    }
    return tree
  }

  /// Adds all paths of another tree; returns false if that changes nothing.
  @discardableResult
  mutating func merge(_ other: KnownKeyTree) -> Bool {
    var isNew = (other.isWhole && !isWhole) || (other.isRelated && !isRelated)
    isWhole = isWhole || other.isWhole
    isRelated = isRelated || other.isRelated
    for (key, added) in other.children {
      if children[key] == nil { isNew = true }
      if children[key, default: KnownKeyTree()].merge(added) { isNew = true }
    }
    for added in other.patterns {
      let count = patterns.count
      let number = number(of: added.component, isAll: added.isAll)
      if patterns[number].tree.merge(added.tree) || patterns.count > count { isNew = true }
    }
    return isNew
  }

  /// The keys below a path, for the mapping of the value there.
  ///
  /// That the value is also mapped as a whole does not count, because its mapper decides about its
  /// own keys.
  func below(_ way: ArraySlice<KeyRoute.Step>) -> KnownKeyTree? {
    guard let step = way.first else {
      var here = self
      here.isRelated = false
      here.isWhole = false
      return here.isEmpty ? nil : here
    }
    switch step {
    case .key(let key): return children[key]?.below(way.dropFirst())
    case .glob(let glob):
      return patterns.first { $0.component == glob && !$0.isAll }?.tree.below(way.dropFirst())
    case .all:
      var found = patterns.first { $0.isAll }?.tree.below(way.dropFirst())
      if let elements = below(way.dropFirst()), found?.merge(elements) == nil { found = elements }
      return found
    }
  }
}

extension KeyPattern.Component {
  /// Every key.
  fileprivate static let any = KeyPattern.Component(pieces: ["", ""])
}
