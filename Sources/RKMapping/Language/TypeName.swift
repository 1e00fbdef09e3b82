/// A type as named in a spec, such as `integer`, `[string]` and `set<uuid>`.
package enum TypeName: Sendable, Hashable {
  case plain(PlainType)
  /// Any other word: the name of a target, or an unknown name. The offset is that of the word in
  /// the text, in bytes.
  case target(String, offset: Int)
  indirect case list(TypeName)
  indirect case set(TypeName)
  indirect case orderedSet(TypeName)

  /// Whether its values are dates, or lists of dates.
  var isOfDates: Bool {
    switch self {
    case .plain(let type): type == .date
    case .target: false
    case .list(let element), .set(let element), .orderedSet(let element): element.isOfDates
    }
  }
}
