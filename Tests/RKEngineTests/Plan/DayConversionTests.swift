@testable import RKEngine
import TestSupport
import Testing

/// Dates from digits to digits, compared with the general path.
@Suite("Days in digits")
struct DayConversionTests {
  private static func steps(_ fields: [DateStep.Field], _ separator: UInt8, _ digits: UInt8)
    -> [DateStep]
  {
    let numbers = fields.map { field in
      DateStep.number(field, minimum: field == .year ? 4 : digits, isExact: false)
    }
    return Array(numbers.map { [$0] }.joined(separator: [.literal(separator)]))
  }

  private static let orders: [[DateStep.Field]] = [
    [.day, .month, .year], [.month, .day, .year], [.year, .month, .day], [.year, .day, .month],
  ]

  /// Tables with a conversion, with or without a fast path.
  private static func tables(
    _ input: [DateStep]?,
    _ output: [DateStep]?,
    isShort: Bool
  ) -> DateTables {
    var dates = DateTables()
    func format(_ steps: [DateStep]?) -> DateFormat {
      steps.map { .pattern(dates.steps.add($0)) } ?? .iso8601
    }
    let formats = dates.formats.add([format(input)])
    let conversion = DateConversion(
      formats: formats,
      isUnnamed: input == nil,
      zone: .utc,
      output: format(output)
    )
    if isShort { _ = dates.add(conversion) } else { _ = dates.conversions.add(conversion) }
    return dates
  }

  private static func convert(_ text: String, _ dates: DateTables) -> String? {
    let (bytes, range) = padded(text)
    var side = UniqueArray<UInt8>()
    side.append(.comma)
    let cell = ValueConverter.convert(
      .string,
      bytes.span,
      range,
      to: .date(PlanID(0)),
      dates,
      &side
    )
    return cell.map { cell in String(decoding: cell.range.map { side[$0] }, as: UTF8.self) }
  }

  private static func number(_ range: ClosedRange<Int>, _ generator: inout SeededGenerator)
    -> String
  {
    let digits = String(Int.random(in: range, using: &generator))
    return generator.oneIn(3) && digits.count == 1 ? "0" + digits : digits
  }

  /// Most are dates in the requested format.
  private static func text(
    _ fields: [DateStep.Field],
    _ separator: UInt8,
    _ generator: inout SeededGenerator
  ) -> String {
    var parts = fields.map { field in
      switch field {
      case .year: generator.pick(["2000", "1900", "0000", "9999", "2024", "2011", "12", "20111"])
      case .month: number(0...13, &generator)
      default: number(generator.pick([1...28, 28...32, 0...100]), &generator)
      }
    }
    if generator.oneIn(20) { parts[0] += generator.pick(["x", "/", " ", ":", "-", "é"]) }
    if generator.oneIn(40) { parts.append("1") }
    let text = parts.joined(separator: String(UnicodeScalar(separator)))
    return generator.oneIn(30) ? " \(text) " : text
  }

  @Test("give the same as the general path", arguments: 0..<40)
  func twins(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let (fields, written) = (generator.pick(Self.orders), generator.pick(Self.orders))
    let separator = generator.pick([UInt8.minus, .solidus, .period])
    let digits: UInt8 = generator.pick([1, 2])
    let isISO = generator.oneIn(4)
    let input = isISO ? nil : Self.steps(fields, separator, digits)
    let output =
      generator.oneIn(3) ? nil : Self.steps(written, generator.pick([.minus, .solidus]), 2)
    let short = Self.tables(input, output, isShort: true)
    let long = Self.tables(input, output, isShort: false)
    #expect(short.conversions[0].day != nil)
    for _ in 0..<300 {
      let text =
        isISO
        ? Self.text([.year, .month, .day], .minus, &generator)
        : Self.text(fields, separator, &generator)
      #expect(
        Self.convert(text, short) == Self.convert(text, long),
        "\(text), \(generator.recreation)"
      )
    }
  }

  @Test("have no fast path if they are written or read in another way")
  func others() {
    let slashed = Self.steps([.day, .month, .year], .solidus, 1)
    let dashed = Self.steps([.year, .month, .day], .minus, 2)
    func hasShortWay(_ input: [DateStep], _ output: [DateStep]) -> Bool {
      Self.tables(input, output, isShort: true).conversions[0].day != nil
    }
    #expect(hasShortWay(slashed, dashed))
    // Written with as many digits as there are.
    #expect(!hasShortWay(slashed, slashed))
    #expect(!hasShortWay(Self.steps([.day, .month, .year], .space, 1), dashed))
    #expect(!hasShortWay(Array(slashed.dropLast()), dashed))
    #expect(!hasShortWay(slashed + [.literal(.period)], dashed))
    #expect(!hasShortWay(Self.steps([.month, .year, .day], .minus, 2), dashed))
    #expect(!hasShortWay(slashed, Self.steps([.year, .month, .day], .backslash, 2)))
  }
}
