/// The last line of an output, which describes the lines before it: an output without one is
/// incomplete.
package struct Trailer: Sendable, Hashable {
  /// The number of the part of a larger input that was read.
  package var part: Int
  /// The hash of the spec.
  package var spec: String
  /// The number of lines before it.
  package var lineCount = 0
  package var recordCount = 0
  /// The records that failed, related ones included.
  package var failedCount = 0
  /// The records that no matcher accepts, related ones included.
  package var declinedCount = 0
  /// What is to be told when all parts are read, as a JSON object; empty if nothing is.
  package var told = ""

  /// The trailer of an empty output; `spec` must not contain characters that JSON escapes.
  package init(part: Int, spec: String) {
    self.part = part
    self.spec = spec
  }

  /// The trailer as JSON, without a line feed.
  package var text: String {
    #"{"$trailer":{"part":\#(part),"lines":\#(lineCount),"records":\#(recordCount),"#
      + #""failed":\#(failedCount),"declined":\#(declinedCount),"spec":"\#(spec)""#
      + (told.isEmpty ? "" : #","told":\#(told)"#) + "}}"
  }
}
