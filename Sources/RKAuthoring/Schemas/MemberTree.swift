/// The schemas of members by the keys that lead to them, which may pass through nested objects.
struct MemberTree {
  private(set) var values: [String: [JSONTree]] = [:]
  private(set) var inner: [String: MemberTree] = [:]
  /// The names in order of first use.
  private(set) var names: [String] = []

  mutating func add(_ keys: some Collection<String>, _ value: JSONTree) {
    guard let name = keys.first else { return }
    if values[name] == nil && inner[name] == nil { names.append(name) }
    if keys.count > 1 {
      inner[name, default: MemberTree()].add(Array(keys.dropFirst()), value)
    } else if values[name]?.contains(value) != true {
      values[name, default: []].append(value)
    }
  }
}
