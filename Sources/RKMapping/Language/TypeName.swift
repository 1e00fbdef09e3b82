/// A type as named in a spec, such as `integer`, `[string]` and `set<uuid>`.
package enum TypeName: Sendable, Hashable {
  case plain(PlainType)
  /// Any other word: the name of a target, or an unknown name. The offset is that of the word in
  /// the text, in bytes.
  case target(String, offset: Int)
  indirect case list(TypeName)
  indirect case set(TypeName)
  indirect case orderedSet(TypeName)

  /// The kind of dates that its values are, or that are in its lists; nil if they are none.
  var dateType: PlainType? {
    switch self {
    case .plain(let type): type.isDate ? type : nil
    case .target: nil
    case .list(let element), .set(let element), .orderedSet(let element): element.dateType
    }
  }
}
