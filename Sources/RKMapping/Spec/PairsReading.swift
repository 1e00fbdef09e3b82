internal import RKDiagnostics

/// How pairs `"key": value` in a list are read.
package enum PairsReading: Sendable {
  /// As an object.
  case object
  /// As a list of one object.
  case list
  /// As pairs of sources and destinations, even if a source is called "from" or "to".
  case attributes

  /// A description for messages.
  var name: String {
    switch self {
    case .object: "an object"
    case .list: "a list of one object"
    case .attributes: "sources and destinations"
    }
  }

  /// Returns the changes that rewrite the pairs in the form in which they are read.
  ///
  /// `range` is the whole list or, if the list contains more, extends from the first name to the
  /// last value.
  func fixIts(of range: Range<Int>, in bytes: [UInt8]) -> [FixIt] {
    let (start, end) = (range.lowerBound, range.upperBound)
    let isWhole = bytes[start] == UInt8(ascii: "[")
    guard start + 1 < end, !isWhole || bytes[end - 1] == UInt8(ascii: "]") else { return [] }
    switch self {
    case .object where isWhole:
      let title = "write \"{\" and \"}\" in place of the brackets"
      return [
        FixIt(title, replacing: start..<(start + 1), with: "{"),
        FixIt(title, replacing: (end - 1)..<end, with: "}"),
      ]
    case .object, .list:
      let title = "put \"{\" and \"}\" around the pairs"
      let (first, last) = isWhole ? (start + 1, end - 1) : (start, end)
      return [
        FixIt(title, replacing: first..<first, with: "{"),
        FixIt(title, replacing: last..<last, with: "}"),
      ]
    case .attributes: return []
    }
  }
}
