/// The lengths of the fractions that dates in ISO 8601 have, for each attribute that becomes a column.
package struct FractionSurvey: Sendable {
  /// A date attribute of a record shape.
  package struct Column: Sendable {
    fileprivate let place: UInt32
    package let site: PlanSite
    /// Bit n is set if a fraction has n digits.
    package fileprivate(set) var lengths: UInt64 = 0
  }

  package private(set) var columns: [Column] = []
  /// The columns of each shape.
  private var ranges: [Range<Int>] = []

  init() {}

  init(_ plan: borrowing MappingPlan) {
    ranges = Array(repeating: 0..<0, count: plan.schema.records.count)
    for shape in ranges.indices {
      let first = columns.count
      for node in plan.nodes where !node.record.isNone && Int(node.record.index) == shape {
        for rule in plan.attributes(of: node) where !rule.valueRule.isNone {
          guard case .date(let id)? = plan.valueRules[rule.valueRule].conversion,
            plan.dates.conversions[id].output.hasFraction, plan.dates.conversions[id].precision < 0
          else { continue }
          columns.append(Column(place: rule.column, site: rule.site))
        }
      }
      ranges[shape] = first..<columns.count
    }
  }

  var isEmpty: Bool { columns.isEmpty }

  mutating func note(_ batch: borrowing RecordBatch) {
    for row in 0..<batch.rows.count {
      for number in ranges[Int(batch.rows[row].record.index)] {
        let cell = batch.cell(columns[number].place, of: row)
        // Converted texts lie in the batch.
        guard cell.kind == .string, cell.space == .batch else { continue }
        columns[number].lengths |= 1 &<< UInt64(Self.digitCount(batch.side.span, cell.range))
      }
    }
  }

  /// The number of digits of the fraction of a quoted text, at most 63.
  private static func digitCount(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int {
    // The seconds of a year of four digits end after 20 bytes.
    let start = range.lowerBound + 21
    guard start < range.upperBound, bytes[start - 1] == .period else { return 0 }
    var end = start
    while end < range.upperBound && bytes[end].isDigit { end += 1 }
    return min(end - start, 63)
  }

  mutating func merge(_ part: FractionSurvey) {
    for number in part.columns.indices { columns[number].lengths |= part.columns[number].lengths }
  }
}

extension DateFormat {
  /// Whether it writes fractions of a second as they came.
  fileprivate var hasFraction: Bool {
    switch self {
    case .iso8601, .local: true
    case .day, .epoch, .epochMilliseconds, .rfc1123, .dotNet, .pattern: false
    }
  }
}
