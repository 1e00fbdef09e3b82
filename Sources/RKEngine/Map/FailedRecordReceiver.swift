/// Keeps the representations that produced no record, while their bytes are available.
package protocol FailedRecordReceiver: AnyObject {
  /// Receives one, and appends to `output` its replacement, if it has any.
  func receive(
    _ record: FailedRecord,
    _ bytes: Span<UInt8>,
    into output: inout UniqueArray<UInt8>
  ) throws(SystemError)

  /// The next record may be long in coming: passes on what was kept.
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
    /// What was told of a text in another format than JSON.
    case told(code: String, message: String)
    /// It failed in an earlier run, which put this text in its place.
    case replaced

    /// What failed is no JSON, and only text.
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
  /// The keys that lead to it in its document.
  package var way: [[UInt8]]
  /// Whether what is a list itself was an element of a list of representations.
  package var isElement = false
  /// Its bytes; nil if they are no longer available.
  package var text: Range<Int>?
  /// They are JSON without white space outside strings.
  package var isCompact = false

  /// The longest text that is kept of a line that is not JSON.
  package static var longestBadLine: Int { 1024 * 1024 }
}
