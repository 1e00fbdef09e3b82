/// Where a document comes from that does not stand in its input as it is read: the text was escaped or
/// encoded there.
package protocol DocumentOrigin: AnyObject {
  /// Where in the input the part begins that holds the document.
  var byteOffset: Int { get }
  /// The line, from 1, on which the document stands in the input.
  var line: Int { get }

  /// The place in the input of a place in the document.
  func locate(_ place: InputPlace) -> InputPlace
}

extension InputPlace {
  /// The part of an input that a place lies in, where the input has parts that have names.
  package struct Part: Sendable, Hashable {
    /// What it is called.
    package var name: String
    /// What it is.
    package var description: String
    /// Where it begins.
    package var byteOffset: Int
    package var line: Int
    package var column: Int
    /// Which descriptors of the run looked for something in it.
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
