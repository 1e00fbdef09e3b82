/// Keeps the representations that gave no record, while their bytes are at hand.
package protocol FailedRecordReceiver: AnyObject {
  /// Takes one, and appends to `output` what is to stand in its place, if anything is.
  func receive(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) throws(SystemError)
}

/// A representation, a line or a document that should have given a record and did not.
package struct FailedRecord {
  package enum Reason {
    /// `keys` are those of a document in which nothing was found.
    case fault(MappingFault, keys: [[UInt8]])
    case syntax(JSONSyntaxError, InputFormat)

    /// What failed is no JSON, and only text.
    package var isText: Bool {
      switch self {
      case .fault: false
      case .syntax(let error, _): error.fault != .longRow
      }
    }
  }

  package var reason: Reason
  package var place: InputPlace
  /// The keys that lead to it in its document.
  package var way: [[UInt8]]
  /// If it is a list, then it was an element of a list of representations.
  package var isElement = false
  /// Its bytes; nil where they are no longer at hand.
  package var text: Range<Int>?

  /// The longest text that is kept of a line that is no JSON.
  package static var longestBadLine: Int { 1024 * 1024 }
}
