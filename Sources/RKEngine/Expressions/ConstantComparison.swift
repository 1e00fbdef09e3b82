/// A comparison of a value with constants of the spec.
///
/// Most predicates are one such comparison, or several that must all hold. They are evaluated one
/// after the other without the expression machine, which handles the rest: texts with escapes, long
/// numbers, values that are missing or of another kind than the constant.
///
/// Every test of a number comes down to whether it lies between two others, and every test of a
/// text to whether it equals another.
struct ConstantComparison: BitwiseCopyable {
  /// Where the value is.
  enum Operand: BitwiseCopyable {
    case slot(UInt32)
    case column(UInt32)
    case subject
  }

  let operand: Operand
  /// The kind of value that the comparison applies to: a number or a string.
  let kind: Cell.Kind
  /// The comparison holds if the number is not between its bounds, or the text is different.
  let isNegated: Bool
  /// The index of the first bounds of a number: there is a pair for each count of digits after the
  /// point.
  let firstBounds: Int
  let text: ConstantText

  init(_ operand: Operand, isNegated: Bool, firstBounds: Int) {
    (self.operand, self.isNegated, self.firstBounds) = (operand, isNegated, firstBounds)
    (kind, text) = (.number, ConstantText([], 0..<0))
  }

  init(_ operand: Operand, isNegated: Bool, text: ConstantText) {
    (self.operand, self.isNegated, self.text) = (operand, isNegated, text)
    (kind, firstBounds) = (.string, 0)
  }
}

/// A text without escapes, and its closing quote.
struct ConstantText: BitwiseCopyable {
  private let low: UInt64
  private let lowMask: UInt64
  private let high: UInt64
  private let highMask: UInt64
  /// The text's offset among the constants.
  private let offset: UInt32
  private let count: UInt32

  init(_ constants: [UInt8], _ range: Range<Int>) {
    let bytes = constants[range]
    func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    low = word(bytes.prefix(8))
    lowMask = bytes.count < 8 ? .lowBytes(bytes.count) : ~0
    high = word(bytes.dropFirst(8).prefix(8))
    highMask = bytes.count < 16 ? .lowBytes(max(bytes.count - 8, 0)) : ~0
    offset = UInt32(range.lowerBound)
    count = UInt32(range.count)
  }

  /// The text's range among the constants, with the quote.
  var range: Range<Int> { Int(offset)..<Int(offset + count) }

  /// Whether the string of a window whose text begins at `start` is this text.
  ///
  /// A quote that does not follow a backslash ends a string, so the length need not be known.
  @inline(__always)
  func stands(at start: Int, _ view: TokenView, _ constants: Span<UInt8>) -> Bool {
    let difference =
      (view.word(start) ^ low) & lowMask | (view.word(start &+ 8) ^ high) & highMask
    return difference == 0 && (count <= 16 || goesOn(from: start, view, constants))
  }

  @inline(never)
  private func goesOn(from start: Int, _ view: TokenView, _ constants: Span<UInt8>) -> Bool {
    let own = range
    guard start + own.count <= view.padded.count else { return false }
    return TextSearch.areEqual(
      view.padded.extracting(start..<(start + own.count)),
      constants.extracting(own)
    )
  }
}

/// The comparisons that predicates of a plan consist of.
struct ConstantComparisons {
  private var comparisons: [ConstantComparison] = []
  private var bounds: [NumberBounds] = []
  /// For each program, the comparisons that must all hold; empty if it consists of anything else.
  private var ranges: [Range<Int>] = []

  init(_ plan: borrowing MappingPlan) {
    for program in plan.programs {
      let start = comparisons.count
      if !add(plan.expressions[program.root], of: program, plan) {
        comparisons.removeSubrange(start...)
      }
      ranges.append(start..<comparisons.count)
    }
  }

  @inline(__always)
  subscript(program: PlanID<ExpressionProgram>) -> Range<Int> { ranges[Int(program.index)] }

  @inline(__always)
  subscript(number: Int) -> ConstantComparison { comparisons[number] }

  /// Whether a comparison of numbers holds; nil for a number that needs the expression machine.
  @inline(__always)
  func holds(_ number: Int, for bytes: Span<UInt8>, _ range: Range<Int>) -> Bool? {
    guard let value = ShortNumber(bytes, range) else { return nil }
    let bounds = bounds[comparisons[number].firstBounds &+ value.fractionCount]
    return bounds.contains(value.digits) != comparisons[number].isNegated
  }

  // MARK: - Adding a plan

  /// Adds the comparisons that must hold for an expression to be true; false if it is not made of
  /// comparisons alone.
  private mutating func add(
    _ node: ExpressionNode,
    of program: ExpressionProgram,
    _ plan: borrowing MappingPlan
  ) -> Bool {
    if case .and = node.operation {
      for operand in node.operands.indices
      where !add(plan.expressions[operand], of: program, plan) {
        return false
      }
      return true
    }
    guard case .comparison(let comparator) = node.operation, node.quantifier == .none,
      !node.ignoresCase, !node.ignoresDiacritics
    else { return false }
    let first = Int(node.operands.first)
    let (left, right) = (plan.expressions[first], plan.expressions[first + 1])
    guard case .operand = left.operation, left.steps.isEmpty,
      let operand = plan.operand(Int(program.operands.first) + Int(left.index))
    else { return false }
    let isNegated = comparator == .notEqual
    if let text = plan.constantText(right), isNegated || comparator == .equal {
      comparisons.append(ConstantComparison(operand, isNegated: isNegated, text: text))
      return true
    }
    let firstBounds = bounds.count
    guard addBounds(comparator, right, plan) else { return false }
    comparisons.append(
      ConstantComparison(operand, isNegated: isNegated, firstBounds: firstBounds)
    )
    return true
  }

  /// Adds the bounds for comparing numbers with one or two constants.
  private mutating func addBounds(
    _ comparator: ComparisonOperator,
    _ right: ExpressionNode,
    _ plan: borrowing MappingPlan
  ) -> Bool {
    var (least, most) = (right, right)
    if comparator == .between {
      guard case .list = right.operation, right.operands.count == 2 else { return false }
      least = plan.expressions[Int(right.operands.first)]
      most = plan.expressions[Int(right.operands.first) + 1]
    }
    guard let least = plan.constantNumber(least), let most = plan.constantNumber(most) else {
      return false
    }
    for fractionCount in 0...ShortNumber.longestFraction {
      guard let added = NumberBounds(comparator, least, most, fractionCount: fractionCount) else {
        return false
      }
      bounds.append(added)
    }
    return true
  }
}

extension MappingPlan {
  fileprivate func operand(_ number: Int) -> ConstantComparison.Operand? {
    switch expressionOperands[number] {
    case .source(let source): sources[source].memberSlot.map { .slot($0) }
    case .column(let column): .column(column)
    case .subject: .subject
    }
  }

  private func constant(_ node: ExpressionNode, _ kind: Cell.Kind) -> Cell? {
    guard case .constant = node.operation, node.constant.space == .plan,
      node.constant.kind == kind
    else { return nil }
    return node.constant
  }

  fileprivate func constantNumber(_ node: ExpressionNode) -> ShortNumber? {
    constant(node, .number).flatMap { ShortNumber(text.span, $0.range) }
  }

  fileprivate func constantText(_ node: ExpressionNode) -> ConstantText? {
    guard let cell = constant(node, .string), !text[cell.range].contains(.backslash) else {
      return nil
    }
    return ConstantText(text, cell.contentRange.lowerBound..<cell.range.upperBound)
  }
}
