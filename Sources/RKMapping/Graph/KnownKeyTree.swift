/// Keys of an object that some rule reads, as a tree: each key path is a way down.
struct KnownKeyTree {
  /// Everything below is mapped as a whole.
  var isWhole = false
  /// A relationship takes what is here: its own mapper knows the keys.
  private var isRelated = false
  private(set) var children: [String: KnownKeyTree] = [:]
  private(set) var patterns: [(component: KeyPattern.Component, tree: KnownKeyTree)] = []

  /// Nothing below has to be looked at.
  var isClosed: Bool { isWhole || isRelated }

  private var isEmpty: Bool { !isWhole && children.isEmpty && patterns.isEmpty }

  /// Makes a way to a value that is read.
  mutating func insert(_ keys: some Collection<String>, isRelated: Bool = false) {
    guard let key = keys.first else {
      if isRelated { self.isRelated = true } else { isWhole = true }
      return
    }
    children[key, default: KnownKeyTree()].insert(keys.dropFirst(), isRelated: isRelated)
  }

  /// Makes the ways that a pattern means, those that there are and those that may come.
  mutating func insert(_ pattern: some Collection<KeyPattern.Component>) {
    guard let component = pattern.first else {
      isWhole = true
      return
    }
    let rest = pattern.dropFirst()
    if let key = component.onlyKey {
      children[key, default: KnownKeyTree()].insert(rest)
      return
    }
    for key in children.keys where component.matches(key) { children[key]?.insert(rest) }
    var tree = KnownKeyTree()
    tree.insert(rest)
    patterns.append((component, tree))
  }

  /// Takes in all ways of another tree of keys; false where that adds nothing.
  @discardableResult
  mutating func merge(_ other: KnownKeyTree) -> Bool {
    var isNew = (other.isWhole && !isWhole) || (other.isRelated && !isRelated)
    isWhole = isWhole || other.isWhole
    isRelated = isRelated || other.isRelated
    for (key, added) in other.children where children[key, default: KnownKeyTree()].merge(added) {
      isNew = true
    }
    return isNew
  }

  /// What is known below some keys to whoever takes the value there.
  ///
  /// That the value is mapped as a whole, too, does not count: its mapper is asked for its own keys.
  func below(_ keys: [String]) -> KnownKeyTree? {
    var here = self
    for key in keys {
      guard let child = here.children[key] else { return nil }
      here = child
    }
    here.isRelated = false
    here.isWhole = false
    return here.isEmpty ? nil : here
  }
}
