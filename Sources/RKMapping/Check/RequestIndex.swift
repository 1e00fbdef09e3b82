/// Finds descriptors that have requests in common.
///
/// Most patterns have a literal text in the same component, so that patterns with different texts
/// there share no request. Of a thousand resources only those with the same name there, or without
/// one, need to be compared.
struct RequestIndex {
  private let requests: [DescriptorRequests]
  /// The descriptors with each key; only some keys may have requests in common.
  private var groups = KeyedValues<Key, [Int]>()
  private var keys: [Key] = []
  /// For each number of components, the component that distinguishes the most patterns.
  private var places = KeyedValues<Int, Int>()

  private struct Key: Hashable {
    /// The number of components; nil if there is no pattern, which may share requests with any descriptor.
    var count: Int?
    /// The text of the component; nil if it may be any text.
    var text: [UInt8]?
  }

  init(_ requests: [DescriptorRequests]) {
    self.requests = requests
    findPlaces()
    for (number, request) in requests.enumerated() {
      let key = key(of: request)
      keys.append(key)
      groups[key, default: []].append(number)
    }
  }

  private mutating func findPlaces() {
    var texts = KeyedValues<Int, [Set<[UInt8]>]>()
    for components in requests.compactMap(\.pathComponents) {
      for (place, component) in components.enumerated() where !component.isOpen {
        texts[components.count, default: components.map { _ in [] }][place].insert(component.first)
      }
    }
    for (count, known) in zip(texts.keys, texts.values) {
      places[count] = known.indices.max { known[$0].count < known[$1].count }
    }
  }

  private func key(of request: DescriptorRequests) -> Key {
    guard let components = request.pathComponents else { return Key() }
    guard let place = places[components.count], !components[place].isOpen else {
      return Key(count: components.count)
    }
    return Key(count: components.count, text: components[place].first)
  }

  /// Returns the first descriptor before another one that shares requests with it and satisfies a
  /// condition.
  func first(before number: Int, where isMeant: (Int) -> Bool) -> Int? {
    let key = keys[number]
    var others: [[Int]] = []
    if key.text == nil {
      // It may share requests with all patterns that have as many components.
      others = groups.keys.indices.filter {
        let other = groups.keys[$0]
        return key.count == nil || other.count == nil || other.count == key.count
      }.map { groups.values[$0] }
    } else {
      others = [key, Key(count: key.count), Key()].compactMap { groups[$0] }
    }
    var found: Int?
    for group in others {
      let first = group.first { other in
        other < min(number, found ?? number) && isMeant(other)
          && requests[other].overlaps(requests[number])
      }
      found = first ?? found
    }
    return found
  }
}
