/// A difference between two sides: about one record, or about equal records without identity.
package struct RecordChange {
  package enum Kind: String {
    case add
    case remove
    case change
  }

  /// A changed value of a record that is on both sides.
  struct Attribute {
    var name: String
    /// The old value; nil if it is absent.
    var old: Value?
    var new: Value?
    /// The byte offset of the value in the old input, or else of its record; nil for records of a database.
    var oldOffset: Int?
    var newOffset: Int?
  }

  package var kind: Kind
  var target: String
  /// The values that identify the record, by name; empty if it has no identity.
  var key: [(path: [String], value: Value)]
  /// The number of equal records.
  var count = 1
  /// The whole record, if it is on one side only.
  var record: Value?
  /// The byte offset of that record in its input.
  var offset: Int?
  /// The changed values, in the order of the spec.
  var attributes: [Attribute] = []

  /// The key as an object; null for a record without identity.
  var keyValue: Value {
    key.isEmpty ? .null : key.reduce(.object([])) { $0.setting($1.path[...], to: $1.value) }
  }
}

/// How many records of a target differ, and how many are the same.
package struct ChangeCounts: Equatable {
  package var added = 0
  package var removed = 0
  package var changed = 0
  package var same = 0

  package var areSame: Bool { added + removed + changed == 0 }

  mutating func add(_ kind: RecordChange.Kind, count: Int = 1) {
    switch kind {
    case .add: added += count
    case .remove: removed += count
    case .change: changed += count
    }
  }

  static func + (one: Self, other: Self) -> Self {
    Self(
      added: one.added + other.added,
      removed: one.removed + other.removed,
      changed: one.changed + other.changed,
      same: one.same + other.same
    )
  }
}

extension Value {
  /// Returns an object with a value set at a path of keys.
  func setting(_ path: ArraySlice<String>, to value: Value) -> Value {
    guard let name = path.first else { return value }
    guard case .object(var members) = self else { return self }
    if let place = members.firstIndex(where: { $0.name == name }) {
      members[place].value = members[place].value.setting(path.dropFirst(), to: value)
    } else {
      let inner = path.count == 1 ? value : Value.object([]).setting(path.dropFirst(), to: value)
      members.append(Member(name: name, value: inner))
    }
    return .object(members)
  }
}
