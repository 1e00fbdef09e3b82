/// The containers that are open where a kernel begins to validate tokens.
struct OpenContainers {
  /// The levels that a kernel tracks.
  static var deepest: Int { 64 }

  /// Bit i is set if the container at level i is an object.
  var areObjects: UInt64
  var depth: Int
  var maximumDepth: Int
  /// Whether documents are separated by bytes that may occur nowhere else.
  var areDocumentsSeparated: Bool
}
