/// A value to be mapped to one record, with what is known of where it was found.
package struct Representation: Sendable, BitwiseCopyable {
  /// The first token of the value.
  package var token: UInt32
  /// The key that it, or the list it stands in, was found under.
  package var key: ValueLocation
  /// It is a member of an object whose every member is a representation: its key is its own.
  package var isMember: Bool
  /// Its place in the list it stands in, `missing` where there is none to speak of, `null` for a
  /// related record that stands in no list.
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
