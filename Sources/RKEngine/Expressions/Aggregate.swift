/// What an aggregate of expressions and key paths computes from values passed to it one by one.
///
///     aggregate.begin(.sum)
///     aggregate.add(cell, CellBytes(view.padded, batch.side.span, plan.text.span))
///     let result = aggregate.finish(&batch.side)
///
/// Null and missing values are ignored. The sum of nothing is 0; the minimum and the like of
/// nothing are missing. Everything but `count` fails on a value that is no number, except that
/// minimum and maximum also accept texts. In a document of texts those that are numbers count as
/// numbers; for minimum and maximum only if all of them are.
struct Aggregate: ~Copyable {
  private var kind = Aggregation.sum
  private var count = 0
  private var sum = ExactDecimal.zero
  private var best = Cell.missing
  /// The best of the numbers, as long as all texts are numbers.
  private var bestNumber = Cell.missing
  private var areNumbers = false
  /// Whether the document has only texts.
  var readsTexts = false
  private var numbers: [ExactDecimal] = []
  /// A sum or the like has met a value that is no number.
  private var hasMetOther = false
  /// Minimum and maximum have met values without an order.
  private var isMixed = false
  private var comparison = ValueComparison()
  /// Whether a value so far leaves no result.
  var hasFailed: Bool { hasMetOther || isMixed && !areNumbers }

  mutating func begin(_ kind: Aggregation) {
    self.kind = kind
    count = 0
    sum = .zero
    best = .missing
    bestNumber = .missing
    areNumbers = readsTexts
    isMixed = false
    numbers.removeAll(keepingCapacity: true)
    hasMetOther = false
  }

  mutating func add(_ cell: Cell, _ bytes: CellBytes) {
    if cell.kind == .missing || cell.kind == .null || hasMetOther { return }
    if readsTexts && cell.kind == .string && kind != .count {
      return add(text: cell, bytes)
    }
    count += 1
    switch kind {
    case .count: break
    case .minimum, .maximum:
      isMixed = isMixed || !Self.choose(kind, cell, &best, &comparison, bytes)
      if areNumbers { areNumbers = Self.choose(kind, cell, &bestNumber, &comparison, bytes) }
    case .sum, .average, .median:
      guard let number = ExactDecimal(cell, bytes) else {
        hasMetOther = true
        return
      }
      if kind == .median { numbers.append(number) } else { sum = sum + number }
    }
  }

  /// Adds a text of a document that has only texts.
  @inline(never)
  private mutating func add(text cell: Cell, _ bytes: CellBytes) {
    let number = bytes.number(ofText: cell)
    if kind == .minimum || kind == .maximum {
      isMixed = isMixed || !Self.choose(kind, cell, &best, &comparison, bytes)
      guard areNumbers, let number else {
        areNumbers = false
        return
      }
      if number.kind == .missing { return }
      areNumbers = Self.choose(kind, number, &bestNumber, &comparison, bytes)
    } else if let number {
      if number.kind != .missing { add(number, bytes) }
    } else {
      hasMetOther = true
    }
  }

  /// Replaces the best value so far by a better one; false if they have no order.
  private static func choose(
    _ kind: Aggregation,
    _ cell: Cell,
    _ best: inout Cell,
    _ comparison: inout ValueComparison,
    _ bytes: CellBytes
  ) -> Bool {
    // Every value that has an order can be compared with itself.
    let other = best.kind == .missing ? cell : best
    guard let order = comparison.order(cell, other, TextFolding(), bytes) else { return false }
    if best.kind == .missing || (kind == .minimum ? order < 0 : order > 0) { best = cell }
    return true
  }

  /// The result; a computed number is appended to the bytes of `side`.
  mutating func finish(_ side: inout UniqueArray<UInt8>) -> ExpressionResult {
    if hasFailed { return ExpressionResult(.missing, hasFailed: true) }
    switch kind {
    case .minimum, .maximum: return ExpressionResult(areNumbers ? bestNumber : best)
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
