/// An error in a predicate or an expression.
package struct ExpressionError: Error, Sendable, Hashable {
  package var message: String
  /// The range of the error in the text, in bytes of UTF-8.
  package var range: Range<Int>
  package var help: String?

  package init(_ message: String, at range: Range<Int>, help: String? = nil) {
    self.message = message
    self.range = range
    self.help = help
  }
}
