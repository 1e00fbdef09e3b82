/// A type as named in a spec: `integer`, `[string]`, `set<uuid>`.
package enum TypeName: Sendable, Hashable {
  case plain(PlainType)
  /// Any other word: the name of a target, or an unknown name; the offset is that in the text, in
  /// bytes.
  case target(String, offset: Int)
  indirect case list(TypeName)
  indirect case set(TypeName)
  indirect case orderedSet(TypeName)

  /// Its values are dates, or lists of them.
  var isOfDates: Bool {
    switch self {
    case .plain(let type): type == .date
    case .target: false
    case .list(let element), .set(let element), .orderedSet(let element): element.isOfDates
    }
  }
}
