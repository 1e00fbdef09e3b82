/// Maps positions in a document to its input, if the document was escaped or encoded there and so
/// is not part of the input itself.
package protocol DocumentOrigin: AnyObject {
  /// Where the part that contains the document begins in the input.
  var byteOffset: Int { get }
  /// The line, from 1, of the document in the input.
  var line: Int { get }

  /// Converts a position in the document to one in the input.
  func locate(_ place: InputPlace) -> InputPlace
}

extension InputPlace {
  /// The named part of an input that a position lies in.
  package struct Part: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// A description.
    package var description: String
    /// Where it begins.
    package var byteOffset: Int
    package var line: Int
    package var column: Int
    /// The descriptors of the run that searched the part.
    package var descriptors: [Int]

    package init(
      name: String,
      description: String,
      byteOffset: Int,
      line: Int,
      column: Int,
      descriptors: [Int]
    ) {
      self.name = name
      self.description = description
      self.byteOffset = byteOffset
      self.line = line
      self.column = column
      self.descriptors = descriptors
    }
  }
}
