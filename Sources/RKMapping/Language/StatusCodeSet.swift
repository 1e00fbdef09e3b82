/// The status codes that a descriptor is for.
package struct StatusCodeSet: Sendable, Hashable {
  private var isIncluded: [Bool]

  /// Creates an empty set.
  package init() {
    isIncluded = [Bool](repeating: false, count: 1000)
  }

  /// The codes of success, which are the default.
  package static let success: StatusCodeSet = {
    var set = StatusCodeSet()
    set.insert("2XX")
    return set
  }()

  /// Adds a code such as `201`, a class such as `2XX`, or a range such as `200-299`.
  ///
  /// Returns false for anything else.
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

  /// The codes as text, such as `2XX` or `200-204, 404`.
  package var text: String {
    var parts: [String] = []
    var code = 0
    while code < isIncluded.count {
      guard isIncluded[code] else {
        code += 1
        continue
      }
      let end = isIncluded[code...].firstIndex(of: false) ?? isIncluded.count
      if code % 100 == 0 && end >= code + 100 {
        parts.append("\(code / 100)XX")
        code += 100
      } else {
        let last = code % 100 == 0 ? end : min(end, (code / 100 + 1) * 100)
        parts.append(last == code + 1 ? "\(code)" : "\(code)-\(last - 1)")
        code = last
      }
    }
    return parts.joined(separator: ", ")
  }

  /// The number of codes.
  package var count: Int { isIncluded.count { $0 } }

  package func contains(_ code: Int) -> Bool {
    code >= 0 && code < isIncluded.count && isIncluded[code]
  }
}
