@testable import RKMapping

/// Reads the bytes as a predicate and as an expression: the result is a tree or an error inside the
/// text.
func readPredicate(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let count = text.utf8.count
  do throws(ExpressionError) {
    let tree = try ExpressionParser.predicate(text)
    precondition(0...count ~= tree.range.upperBound, "a tree beyond its text")
  } catch {
    check(error, count)
  }
  do throws(ExpressionError) {
    let tree = try ExpressionParser.expression(text)
    precondition(0...count ~= tree.range.upperBound, "a tree beyond its text")
  } catch {
    check(error, count)
  }
}

private func check(_ error: ExpressionError, _ count: Int) {
  precondition(!error.message.isEmpty, "an error without words")
  precondition(0...count ~= error.range.upperBound, "an error beyond the text")
}
