/// What is wrong with a text that should be JSON, and where.
///
/// Recorded where it is found; RKDiagnostics makes the message.
package struct JSONSyntaxError: Error, Sendable, Hashable {
  package enum Fault: UInt8, Sendable {
    /// Another token occurs where `expected` should be.
    case unexpected
    /// The input ends where something is still expected.
    case unexpectedEnd
    /// A line of NDJSON ends inside its document.
    case lineEnd
    /// A second document is on one line of NDJSON.
    case secondOnLine
    /// A second document begins in an input that has one.
    case secondDocument
    case number
    case literal
    case controlCharacter
    case escape
    case utf8
    case unterminatedString
    case tooDeep
    case duplicateKey
    /// A key on the path to streamed records occurs again.
    case streamedKeyAgain
    /// An element, a line or a document that is not streamed is larger than 4 GiB.
    case tooLarge
    /// An archive's content is declared as base64, but is not.
    case base64
    /// An archive's content is declared as UTF-16, but is not.
    case utf16
    /// An archive contains text in an unknown encoding.
    case unknownEncoding
    /// A row of cells has more cells than its header.
    case longRow
    /// An element on the path to records occurs a second time.
    case repeatedElement
  }

  /// What is allowed at the position of a fault.
  package enum Expectation: UInt8, Sendable {
    case value
    case key
    case keyOrClose
    case valueOrClose
    case colon
    case commaOrCloseObject
    case commaOrCloseArray
    case document
    case nothing
  }

  package var fault: Fault
  package var expected: Expectation
  /// The offset of the offending byte in the window.
  package var offset: Int

  package init(_ fault: Fault, expected: Expectation = .nothing, at offset: Int) {
    self.fault = fault
    self.expected = expected
    self.offset = offset
  }
}
