/// The keys that the rules of a spec read below each place of a document: those that they name, and
/// where they read every key.
///
/// A *scope* is what one rule, or one mapper, expects of a value; a value may be in several. Arrays
/// are transparent: the elements of an array are in the scopes of the array.
package struct KeyScopes: Sendable {
  struct Scope: Sendable {
    var named: [[UInt8]: Int] = [:]
    /// Keys by pattern: the texts between the pattern's stars, and the scope of their values.
    var patterns: [(pieces: [[UInt8]], scope: Int)] = []
    /// The scopes of the values of all keys.
    var members: [Int] = []
    /// Further scopes of elements.
    var elements: [Int] = []
    /// Further scopes of the value itself.
    var same: [Int] = []
    /// A rule reads every key, so keys that no rule names are data.
    var takesEveryKey = false
  }

  private(set) var scopes: [Scope] = [Scope()]
  /// Returns the name that rules read a key as.
  let spelling: @Sendable ([UInt8]) -> [UInt8]

  /// The scope of whole documents, whatever descriptors are considered for them.
  package static let document = 0
  /// For each descriptor, in the order of the spec: its name, and the scope of the documents that it
  /// is considered for.
  private(set) var descriptors: [(name: String, scope: Int)] = []
  /// The number of descriptors of the spec.
  package var descriptorCount = 0

  package init(spelling: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }) {
    self.spelling = spelling
  }

  /// Adds a scope, which nothing leads to yet.
  package mutating func add() -> Int {
    scopes.append(Scope())
    return scopes.count - 1
  }

  /// Adds the scope of the documents that a descriptor is considered for.
  package mutating func add(descriptor name: String) -> Int {
    let scope = add()
    descriptors.append((name, scope))
    return scope
  }

  /// The name of a set of descriptors, by their places among those of these scopes; empty for all
  /// of the spec.
  func name(ofSet places: [Int]) -> String {
    places.count == descriptorCount
      ? "" : places.sorted().map { descriptors[$0].name }.joined(separator: ", ")
  }

  /// The places of the descriptors in a set with a name, which are all for the empty name.
  func places(ofSet name: String) -> [Int] {
    if name.isEmpty { return Array(descriptors.indices) }
    var places: [Int] = []
    var rest = Substring(name)
    for (place, descriptor) in descriptors.enumerated()
    where rest == descriptor.name || rest.hasPrefix(descriptor.name + ", ") {
      places.append(place)
      rest = rest.dropFirst(descriptor.name.count + 2)
    }
    return places
  }

  /// The scope of the value of a key, in the spelling of rules.
  package mutating func member(_ key: [UInt8], of scope: Int) -> Int {
    if let known = scopes[scope].named[key] { return known }
    let inner = add()
    scopes[scope].named[key] = inner
    return inner
  }

  /// The scope of the values of keys that match a pattern.
  package mutating func member(matching pieces: [[UInt8]], of scope: Int) -> Int {
    let inner = add()
    scopes[scope].patterns.append((pieces, inner))
    return inner
  }

  /// Marks that a rule reads every key of the objects in a scope; the values are in another scope.
  package mutating func takeEveryKey(of scope: Int, to inner: Int) {
    scopes[scope].takesEveryKey = true
    scopes[scope].members.append(inner)
  }

  /// Puts the values of all keys in a scope, though no rule reads each of them.
  package mutating func search(_ scope: Int, for inner: Int) { scopes[scope].members.append(inner) }

  /// Marks that a rule reads the keys themselves.
  package mutating func takeKeys(of scope: Int) { scopes[scope].takesEveryKey = true }

  /// Puts the elements of arrays in a scope also in another one.
  package mutating func takeElements(of scope: Int, to inner: Int) {
    scopes[scope].elements.append(inner)
  }

  /// Puts values in a scope also in another one.
  package mutating func share(_ scope: Int, with other: Int) { scopes[scope].same.append(other) }
}

/// Sets of scopes, created as they are needed: the scopes of a path.
struct ScopeSets: Sendable {
  let scopes: KeyScopes
  private var sets: [[Int]] = []
  private var numbers: [[Int]: Int] = [:]
  /// For each set, the set of elements, and that of keys that no rule names; -1 if not computed
  /// yet.
  private var elementSets: [Int] = []
  private var memberSets: [Int] = []
  private(set) var takesEveryKey: [Bool] = []

  init(_ scopes: KeyScopes) { self.scopes = scopes }

  /// The set of the documents that a set of descriptors is considered for.
  mutating func documents(of name: String) -> Int {
    let own = scopes.places(ofSet: name).map { scopes.descriptors[$0].scope }
    return number(of: [KeyScopes.document] + own)
  }

  private mutating func number(of wanted: some Sequence<Int>) -> Int {
    var closed: Set<Int> = []
    var open = Array(wanted)
    while let scope = open.popLast() {
      if closed.insert(scope).inserted { open += scopes.scopes[scope].same }
    }
    let set = closed.sorted()
    if let known = numbers[set] { return known }
    numbers[set] = sets.count
    sets.append(set)
    elementSets.append(-1)
    memberSets.append(-1)
    takesEveryKey.append(set.contains { scopes.scopes[$0].takesEveryKey })
    return sets.count - 1
  }

  /// The set of the elements of an array.
  mutating func elements(of set: Int) -> Int {
    if elementSets[set] < 0 {
      elementSets[set] = number(of: sets[set] + sets[set].flatMap { scopes.scopes[$0].elements })
    }
    return elementSets[set]
  }

  /// The set of the value of a key that no rule names.
  mutating func otherMember(of set: Int) -> Int {
    if memberSets[set] < 0 {
      memberSets[set] = number(of: sets[set].flatMap { scopes.scopes[$0].members })
    }
    return memberSets[set]
  }

  /// The set of the value of a key, if a rule names it.
  mutating func member(_ key: [UInt8], of set: Int) -> Int? {
    var found: [Int] = []
    var isNamed = false
    let key = scopes.spelling(key)
    for number in sets[set] {
      let scope = scopes.scopes[number]
      if let inner = scope.named[key] {
        found.append(inner)
        isNamed = true
      }
      for pattern in scope.patterns where Self.matches(key[...], pattern.pieces[...]) {
        found.append(pattern.scope)
        isNamed = true
      }
      found += scope.members
    }
    return isNamed ? number(of: found) : nil
  }

  /// Whether a key consists of these texts with any text between them.
  private static func matches(_ key: ArraySlice<UInt8>, _ pieces: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pieces.first, let last = pieces.last, key.starts(with: first) else {
      return false
    }
    var rest = key.dropFirst(first.count)
    guard pieces.count > 1 else { return rest.isEmpty }
    for piece in pieces.dropFirst().dropLast() {
      while !rest.starts(with: piece) {
        if rest.isEmpty { return false }
        rest = rest.dropFirst()
      }
      rest = rest.dropFirst(piece.count)
    }
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}
