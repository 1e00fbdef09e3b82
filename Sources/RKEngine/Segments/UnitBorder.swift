/// A place in an input between two units that are mapped each by itself.
enum UnitBorder: Sendable, Hashable {
  /// Between documents.
  case documents
  /// Between elements of a list, in so many objects, each the value of a key of the descriptor's
  /// path.
  case elements(level: Int)

  /// In how many objects the list lies; nil outside of one.
  var objectCount: Int? { if case .elements(let level) = self { level } else { nil } }
}
