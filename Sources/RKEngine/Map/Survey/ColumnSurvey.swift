/// What the columns of records hold, as far as something is told of it at the end of a run.
package struct ColumnSurvey: Sendable {
  /// An attribute of a record shape.
  package struct Column: Sendable {
    fileprivate let place: UInt32
    /// Whether its values are dates in ISO 8601; otherwise they are found through an object.
    fileprivate let isDate: Bool
    package let site: PlanSite
    package fileprivate(set) var counts = Counts()
  }

  package struct Counts: Sendable {
    /// Bit n is set if the fraction of a date has n digits.
    package var lengths: UInt64 = 0
    /// How often the path led through an object, through an empty list, and through another one.
    package var objects = 0
    package var emptyLists = 0
    package var lists = 0

    package init() {}

    package mutating func add(_ other: Counts) {
      lengths |= other.lengths
      objects += other.objects
      emptyLists += other.emptyLists
      lists += other.lists
    }
  }

  package private(set) var columns: [Column] = []
  /// The columns of each shape.
  private var ranges: [Range<Int>] = []

  init() {}

  init(_ plan: borrowing MappingPlan, _ options: MappingOptions) {
    ranges = Array(repeating: 0..<0, count: plan.schema.records.count)
    for shape in ranges.indices {
      let first = columns.count
      for node in plan.nodes where !node.record.isNone && Int(node.record.index) == shape {
        for rule in plan.attributes(of: node) {
          let isDate = options.surveysFractions && plan.hasFractions(rule)
          guard isDate || options.surveysRules && plan.entersObject(rule) else { continue }
          columns.append(Column(place: rule.column, isDate: isDate, site: rule.site))
        }
      }
      ranges[shape] = first..<columns.count
    }
  }

  var isEmpty: Bool { columns.isEmpty }

  /// Whether there may be something to report.
  var mayHaveFindings: Bool {
    columns.contains { $0.counts.lengths != 0 || $0.counts.emptyLists > 0 }
  }

  mutating func note(_ batch: borrowing RecordBatch, _ input: Span<UInt8>) {
    for row in 0..<batch.rows.count {
      let record = batch.rows[row].record
      if record.isNone { continue }
      for number in ranges[Int(record.index)] {
        let cell = batch.cell(columns[number].place, of: row)
        // Converted texts, and lists that a path made, lie in the batch.
        if columns[number].isDate {
          guard cell.kind == .string, cell.space != .plan else { continue }
          let bytes = cell.space == .batch ? batch.side.span : input
          columns[number].counts.lengths |= 1 &<< UInt64(Self.digitCount(bytes, cell.range))
        } else if cell.kind == .structure && cell.space == .batch {
          if cell.count > 2 {
            columns[number].counts.lists += 1
          } else {
            columns[number].counts.emptyLists += 1
          }
        } else if cell.kind != .missing {
          columns[number].counts.objects += 1
        }
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

  mutating func merge(_ part: ColumnSurvey) {
    for number in part.columns.indices { columns[number].counts.add(part.columns[number].counts) }
  }
}

extension MappingPlan {
  /// Whether the values of an attribute are dates that are written with the fractions that came.
  package func hasFractions(_ rule: AttributeRule) -> Bool {
    if rule.copiesFractions { return true }
    guard !rule.valueRule.isNone,
      case .date(let id)? = valueRules[rule.valueRule].conversion
    else { return false }
    return dates.conversions[id].output.hasFraction && dates.conversions[id].precision < 0
  }

  /// Whether an attribute without a type reads a key of an object in the representation, so that an
  /// empty list in place of the object becomes its value.
  fileprivate func entersObject(_ rule: AttributeRule) -> Bool {
    guard rule.valueRule.isNone, rule.sources.count == 1 else { return false }
    let source = sources[Int(rule.sources.first)]
    guard case .member = source.origin, source.whole.count > 1 else { return false }
    return steps[source.whole].allSatisfy { if case .key = $0 { true } else { false } }
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
