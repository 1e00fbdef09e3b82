/// What differs between two sides about one record, or about equal ones without identity.
package struct RecordChange {
  package enum Kind: String {
    case add
    case remove
    case change
  }

  /// One value of a record that is on both sides.
  struct Attribute {
    var name: String
    /// Nil where it is absent.
    var old: Value?
    var new: Value?
    /// Where it is in the inputs, or else its record, in bytes; nil for what is in a database.
    var oldOffset: Int?
    var newOffset: Int?
  }

  package var kind: Kind
  var target: String
  /// The values that identify the record, by their names; none for one without identity.
  var key: [(path: [String], value: Value)]
  /// How many equal ones there are.
  var count = 1
  /// The whole record, where it is on one side alone.
  var record: Value?
  /// Where that is in its input.
  var offset: Int?
  /// What has changed, in the order of the spec.
  var attributes: [Attribute] = []

  /// The key as an object; null for a record without identity.
  var keyValue: Value {
    key.isEmpty ? .null : key.reduce(.object([])) { $0.setting($1.path[...], to: $1.value) }
  }
}

/// How many records of a target differ, and how many do not.
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
  /// An object with a value at the end of some keys.
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
