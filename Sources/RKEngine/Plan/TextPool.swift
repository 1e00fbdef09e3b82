/// A table that other tables of a plan point into: constants and names, one after the other.
package protocol TextPool {
  /// The texts, plain.
  var text: [UInt8] { get set }
}

extension TextPool {
  /// Puts bytes among the texts, and gives their place.
  package mutating func add(text added: some Sequence<UInt8>) -> ByteRange {
    let start = text.count
    text += added
    return ByteRange(start..<text.count)
  }
}
