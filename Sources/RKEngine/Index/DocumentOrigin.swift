/// The origin of a document that is not part of its input as it is: it was escaped or encoded
/// there.
package protocol DocumentOrigin: AnyObject {
  /// Where the part that contains the document begins in the input.
  var byteOffset: Int { get }
  /// The line, from 1, of the document in the input.
  var line: Int { get }

  /// The position in the input of a position in the document.
  func locate(_ place: InputPlace) -> InputPlace
}

extension InputPlace {
  /// The part of an input that a position lies in, if the input has named parts.
  package struct Part: Sendable, Hashable {
    /// Its name.
    package var name: String
    /// A description.
    package var description: String
    /// Where it begins.
    package var byteOffset: Int
    package var line: Int
    package var column: Int
    /// Which descriptors of the run searched it.
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
