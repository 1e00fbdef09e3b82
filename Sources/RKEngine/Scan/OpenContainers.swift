/// The containers that are open where a kernel validates tokens.
struct OpenContainers {
  /// The levels that a kernel tracks.
  static var deepest: Int { 64 }

  /// Bit i: the one at level i is an object.
  var areObjects: UInt64
  var depth: Int
  var maximumDepth: Int
  /// Documents are separated by bytes that are allowed nowhere else.
  var areDocumentsSeparated: Bool
}
