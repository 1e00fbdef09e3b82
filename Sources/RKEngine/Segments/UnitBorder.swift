/// An offset in an input between two units that are mapped independently.
enum UnitBorder: Sendable, Hashable {
  /// Between documents.
  case documents
  /// Between elements of a list inside `level` objects, each the value of a key of the descriptor's
  /// path.
  case elements(level: Int)

  /// The number of objects around the list; nil outside a list.
  var objectCount: Int? { if case .elements(let level) = self { level } else { nil } }
}
