internal import RKEngine

/// The request that the name of a fixture states, as in `articles.GET.200.json` and `articles.GET.json`.
///
/// Names without this form, such as `v1.2.json` and `a.get.json`, state nothing.
package struct FixtureName: Sendable, Hashable {
  /// The part before the method: the name of a descriptor, or of a route.
  package let name: String
  package let method: RequestMethod
  package let statusCode: Int?

  /// Parses the last component of a path; nil if it does not have the form.
  package init?(_ path: String) {
    let last = path.split(byte: .solidus).last ?? ""
    var parts = last.split(byte: .period, omittingEmptySubsequences: false).dropLast()
    var status: Int?
    if let code = parts.last.flatMap(Self.statusCode) {
      status = code
      parts = parts.dropLast()
    }
    guard let word = parts.last, let method = RequestMethod(rawValue: String(word)) else {
      return nil
    }
    name = parts.dropLast().joined(separator: ".")
    if name.isEmpty { return nil }
    self.method = method
    statusCode = status
  }

  /// Whether the last component of a path has the dots of such a name; that of most files has one.
  static func isLikely(_ path: String) -> Bool {
    let last = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
    return last.count { $0 == UInt8(ascii: ".") } > 1
  }

  private static func statusCode(_ text: Substring) -> Int? {
    guard text.utf8.count == 3, let code = Int(text), RequestContext.statusCodes.contains(code)
    else { return nil }
    return code
  }

  /// The request that it states, without the name.
  package var context: RequestContext {
    var context = RequestContext()
    context.method = method.rawValue
    context.statusCode = statusCode
    return context
  }
}
