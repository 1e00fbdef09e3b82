/// A value to be mapped to one record, and where it was found.
package struct Representation: Sendable, BitwiseCopyable {
  /// The first token of the value.
  package var token: UInt32
  /// The key that the value, or the list that contains it, was found under.
  package var key: ValueLocation
  /// Whether the value is a member of an object whose every member is a representation, and so has
  /// its own key.
  package var isMember: Bool
  /// Its index in the list that contains it; `missing` if it has none, `null` for a related record
  /// outside a list.
  package var index: ValueLocation

  package init(
    token: Int,
    key: ValueLocation = .missing,
    isMember: Bool = false,
    index: ValueLocation = .missing
  ) {
    self.token = UInt32(truncatingIfNeeded: token)
    self.key = key
    self.isMember = isMember
    self.index = index
  }
}
