/// Keeps the representations that produced no record, while their bytes are available.
package protocol FailedRecordReceiver: AnyObject {
  /// Receives a failed record, and appends its replacement to `output`, if it has one.
  func receive(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) throws(SystemError)

  /// Writes what was kept so far, as the next failed record may take a while.
  func flush() throws(SystemError)
}

extension FailedRecordReceiver {
  package func flush() {}
}

/// A representation, a line or a document that should have produced a record but did not.
package struct FailedRecord {
  package enum Reason {
    /// `keys` are those of a document in which nothing was found.
    case fault(MappingFault, keys: [[UInt8]])
    case syntax(JSONSyntaxError, InputFormat)
    /// The decoder of another format than JSON reported the text.
    case told(code: String, message: String)
    /// It failed in an earlier run, which put this text in its place.
    case replaced

    /// What failed is not JSON, only text.
    package var isText: Bool {
      switch self {
      case .fault, .replaced: false
      case .syntax(let error, _): error.fault != .longRow
      case .told: true
      }
    }
  }

  package var reason: Reason
  package var place: InputPlace
  /// The keys that lead from its document to it.
  package var way: [[UInt8]]
  /// Whether the record is itself a list and was an element of a list of representations.
  package var isElement = false
  /// Its bytes; nil if they are no longer available.
  package var text: Range<Int>?
  /// Its bytes are JSON without white space outside strings.
  package var isCompact = false

  /// The most bytes that are kept of a line that is not JSON.
  package static var longestBadLine: Int { 1024 * 1024 }
}
