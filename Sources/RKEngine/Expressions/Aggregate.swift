/// What an aggregate of expressions and key paths computes from values passed to it one by one.
///
///     aggregate.begin(.sum)
///     aggregate.add(cell, CellBytes(view.padded, batch.side.span, plan.text.span))
///     let result = aggregate.finish(&batch.side)
///
/// Null and missing values are ignored. The sum of nothing is 0; the minimum and the like of
/// nothing are missing. Everything but `count` fails on a value that is no number, except that
/// minimum and maximum also accept texts.
struct Aggregate: ~Copyable {
  private var kind = Aggregation.sum
  private var count = 0
  private var sum = ExactDecimal.zero
  private var best = Cell.missing
  private var numbers: [ExactDecimal] = []
  private var hasFailed = false
  private var comparison = ValueComparison()

  mutating func begin(_ kind: Aggregation) {
    self.kind = kind
    count = 0
    sum = .zero
    best = .missing
    numbers.removeAll(keepingCapacity: true)
    hasFailed = false
  }

  mutating func add(_ cell: Cell, _ bytes: CellBytes) {
    if cell.kind == .missing || cell.kind == .null || hasFailed { return }
    count += 1
    switch kind {
    case .count: break
    case .minimum, .maximum:
      if count == 1 {
        // Every value that has an order can be compared with itself.
        hasFailed = comparison.order(cell, cell, TextFolding(), bytes) == nil
        best = cell
      } else if let order = comparison.order(cell, best, TextFolding(), bytes) {
        if kind == .minimum ? order < 0 : order > 0 { best = cell }
      } else {
        hasFailed = true
      }
    case .sum, .average, .median:
      guard let number = ExactDecimal(cell, bytes) else {
        hasFailed = true
        return
      }
      if kind == .median { numbers.append(number) } else { sum = sum + number }
    }
  }

  /// The result; a computed number is appended to the bytes of `side`.
  mutating func finish(_ side: inout UniqueArray<UInt8>) -> ExpressionResult {
    if hasFailed { return ExpressionResult(.missing, hasFailed: true) }
    switch kind {
    case .minimum, .maximum: return ExpressionResult(best)
    case .sum: return sum.result(&side)
    case .count: return ExactDecimal.short(ShortDecimal(Int64(count))).result(&side)
    case .average:
      let average = sum.divided(by: .short(ShortDecimal(Int64(count))))
      return average?.result(&side) ?? ExpressionResult(.missing)
    case .median:
      if numbers.isEmpty { return ExpressionResult(.missing) }
      numbers.sort(by: ExactDecimal.isLess)
      let upper = numbers[numbers.count / 2]
      if numbers.count % 2 == 1 { return upper.result(&side) }
      let both = numbers[numbers.count / 2 - 1] + upper
      return both.divided(by: .short(ShortDecimal(2)))?.result(&side)
        ?? ExpressionResult(.missing)
    }
  }
}

extension ExactDecimal {
  /// The number as a cell; fails if it is too long.
  func result(_ side: inout UniqueArray<UInt8>) -> ExpressionResult {
    let start = side.count
    guard append(to: &side) else { return ExpressionResult(.missing, hasFailed: true) }
    return ExpressionResult(Cell(.number, start..<side.count, space: .batch))
  }
}
