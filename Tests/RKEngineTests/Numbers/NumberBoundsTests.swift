@testable import RKEngine
import TestSupport
import Testing

/// Comparisons of numbers by bounds, compared with the order of their texts.
@Suite("Bounds of numbers")
struct NumberBoundsTests {
  private static let operations: [ComparisonOperator] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .between,
  ]

  private static func number(_ generator: inout SeededGenerator) -> String {
    func digits(_ range: ClosedRange<Int>) -> String {
      (0..<Int.random(in: range, using: &generator)).map { _ in generator.pick(["0", "1", "9"]) }
        .joined()
    }
    let sign = generator.oneIn(3) ? "-" : ""
    let point = generator.oneIn(2) ? "." + digits(1...generator.pick([1, 2, 8])) : ""
    return sign + generator.pick(["0", "1", "9"]) + digits(0...generator.pick([0, 2, 7])) + point
  }

  private static func short(_ text: String) -> ShortNumber? {
    let (bytes, range) = padded(text)
    return ShortNumber(bytes.span, range)
  }

  private static func order(_ left: String, _ right: String) -> Int {
    let (bytes, range) = padded(left)
    let (others, other) = padded(right)
    return DecimalText.order(bytes.span, range, others.span, other) ?? 0
  }

  private static func holds(
    _ operation: ComparisonOperator,
    _ value: String,
    _ least: String,
    _ most: String
  ) -> Bool {
    let order = order(value, least)
    return switch operation {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    default: order >= 0 && Self.order(value, most) <= 0
    }
  }

  @Test("are as exact as numbers are", arguments: 0..<20)
  func twins(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<400 {
      let operation = generator.pick(Self.operations)
      let least = generator.oneIn(20) ? "-99999999999999999" : Self.number(&generator)
      let most = generator.oneIn(20) ? "999999999999999999" : Self.number(&generator)
      let value = generator.oneIn(4) ? least : Self.number(&generator)
      let short = try #require(Self.short(value))
      let (low, high) = (try #require(Self.short(least)), try #require(Self.short(most)))
      let bounds = try #require(
        NumberBounds(operation, low, high, fractionCount: short.fractionCount)
      )
      let found = bounds.contains(short.digits) != (operation == .notEqual)
      #expect(
        found == Self.holds(operation, value, least, most),
        "\(value) \(operation) \(least) \(most), \(generator.recreation)"
      )
    }
  }

  @Test("there are none for anything but number comparisons")
  func others() throws {
    let one = try #require(Self.short("1"))
    #expect(NumberBounds(.contains, one, one, fractionCount: 0) == nil)
  }
}
