/// The status codes that a descriptor is for.
package struct StatusCodeSet: Sendable, Hashable {
  private var isIncluded: [Bool]

  /// None.
  package init() {
    isIncluded = [Bool](repeating: false, count: 1000)
  }

  /// The codes of success, which are meant where none are given.
  package static let success: StatusCodeSet = {
    var set = StatusCodeSet()
    set.insert("2XX")
    return set
  }()

  /// Adds `201`, a class like `2XX`, or a range like `200-299`; false for anything else.
  @discardableResult
  package mutating func insert(_ text: String) -> Bool {
    guard let range = Self.range(text) else { return false }
    for code in range { isIncluded[code] = true }
    return true
  }

  private static func range(_ text: String) -> ClosedRange<Int>? {
    if text.count == 3, text.lowercased().hasSuffix("xx"), let first = text.first?.wholeNumberValue
    {
      return (1...5).contains(first) ? first * 100...(first * 100 + 99) : nil
    }
    let bounds = text.split(separator: "-", omittingEmptySubsequences: false).map(code)
    guard let first = bounds[0], let last = bounds[bounds.count - 1], bounds.count <= 2,
      first <= last
    else { return nil }
    return first...last
  }

  private static func code(_ text: Substring) -> Int? {
    guard text.count == 3, text.allSatisfy(\.isASCII), let code = Int(text), code >= 100,
      code <= 599
    else { return nil }
    return code
  }

  package func contains(_ code: Int) -> Bool {
    code >= 0 && code < isIncluded.count && isIncluded[code]
  }
}
