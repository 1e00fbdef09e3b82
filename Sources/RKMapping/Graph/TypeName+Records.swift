internal import RKEngine

/// What a property of a type holds, inside lists and sets.
enum HeldValues: Hashable {
  /// Anything, or objects without a target.
  case anything
  case values
  case records(of: String, depth: Int)
}

extension TypeName {
  /// What it holds, and for records in how many levels of lists or sets.
  var held: HeldValues {
    switch self {
    case .plain(.any), .plain(.object): .anything
    case .plain: .values
    case .target(let name, _): .records(of: name, depth: 0)
    case .list(let element), .set(let element), .orderedSet(let element):
      switch element.held {
      case .records(let name, let depth): .records(of: name, depth: depth + 1)
      case let other: other
      }
    }
  }

  /// The target of the records that it holds, and the offset of its name in the text.
  var record: (name: String, offset: Int)? {
    switch self {
    case .plain: nil
    case .target(let name, let offset): (name, offset)
    case .list(let element), .set(let element), .orderedSet(let element): element.record
    }
  }

  /// The cardinality of a relationship of this type; nil if the type leaves it open.
  var cardinality: Cardinality? {
    switch self {
    case .list, .set, .orderedSet: .many
    case .plain(.any): nil
    case .plain, .target: .one
    }
  }

  /// Whether all its values are also values of another type.
  func fits(_ other: TypeName) -> Bool {
    switch (self, other) {
    case (_, .plain(.any)), (.plain(.any), _), (.plain(.integer), .plain(.number)),
      (.plain(.object), .target), (.target, .plain(.object)):
      true
    case (.plain(let type), .plain(let other)): type == other
    case (.target(let name, _), .target(let other, _)): name == other
    case (.list(let element), .list(let other)), (.set(let element), .list(let other)),
      (.orderedSet(let element), .list(let other)), (.set(let element), .set(let other)),
      (.set(let element), .orderedSet(let other)), (.orderedSet(let element), .set(let other)),
      (.orderedSet(let element), .orderedSet(let other)):
      element.fits(other)
    default: false
    }
  }

  /// The type as written in a spec.
  var text: String {
    switch self {
    case .plain(let type): type.rawValue
    case .target(let name, _): name
    case .list(let element): "[\(element.text)]"
    case .set(let element): "set<\(element.text)>"
    case .orderedSet(let element): "orderedSet<\(element.text)>"
    }
  }
}
