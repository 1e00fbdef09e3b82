/// A place in one of the files of a spec.
package struct SpecPlace: Sendable, Hashable {
  /// The number of the file.
  package var file: Int
  package var range: Range<Int>

  package init(file: Int, range: Range<Int>) {
    self.file = file
    self.range = range
  }
}
