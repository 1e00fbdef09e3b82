internal import RKEngine

/// New records for a place where the original has no list yet.
struct NewList {
  struct Place: Hashable {
    var start: Int
    var steps: [WritePlan.Step]
  }

  struct Item {
    /// The key of the record as JSON text; nil in a list.
    var key: [UInt8]?
    var value: [UInt8]
  }

  private(set) var items: [Item] = []
  private(set) var keys: Set<[UInt8]> = []

  mutating func append(_ item: Item) {
    items.append(item)
    item.key.map { _ = keys.insert($0) }
  }

  mutating func append(_ other: NewList) {
    items += other.items
    keys.formUnion(other.keys)
  }

  /// An empty list, or an empty object of records by key, as JSON text.
  var empty: [UInt8] {
    items.first?.key == nil ? [.openArray, .closeArray] : [.openObject, .closeObject]
  }

  /// All records as JSON text.
  var text: [UInt8] {
    let texts = items.map { ($0.key.map { $0 + [.colon] } ?? []) + $0.value }
    return [empty[0]] + Array(texts.joined(separator: [.comma])) + [empty[1]]
  }
}
