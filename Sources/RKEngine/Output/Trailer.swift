/// The last line of an output, which says what the lines before it are: one that lacks it is not
/// complete.
package struct Trailer: Sendable, Hashable {
  /// Which part of a larger input was read.
  package var part: Int
  /// The hash of the spec.
  package var spec: String
  /// The lines before it.
  package var lineCount = 0
  package var recordCount = 0
  /// The records that failed, related ones included.
  package var failedCount = 0
  /// The same of those that no matcher takes.
  package var declinedCount = 0

  /// The trailer of an output in which nothing is yet; `spec` contains nothing that JSON escapes.
  package init(part: Int, spec: String) {
    self.part = part
    self.spec = spec
  }

  /// The trailer as JSON, without a line feed.
  package var text: String {
    #"{"$trailer":{"part":\#(part),"lines":\#(lineCount),"records":\#(recordCount),"#
      + #""failed":\#(failedCount),"declined":\#(declinedCount),"spec":"\#(spec)"}}"#
  }
}
