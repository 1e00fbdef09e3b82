/// The result of an expression.
package struct ExpressionResult: Sendable, BitwiseCopyable {
  /// The value; missing for NIL and for what could not be computed.
  package var cell: Cell
  /// The value could not be computed, for example because of a text in a sum or a division by zero.
  package var hasFailed: Bool

  package init(_ cell: Cell, hasFailed: Bool = false) {
    self.cell = cell
    self.hasFailed = hasFailed
  }
}

/// A value during evaluation: a cell, or a list that the expression made.
struct ExpressionValue: BitwiseCopyable {
  /// For a list, `offset` and `count` are the range of its elements among the machine's items.
  var cell: Cell
  var isItems = false
  var hasFailed = false
  /// For a date, or a list of dates, the conversion that wrote the cell's text.
  var date: PlanID<DateConversion> = .none

  @inline(__always)
  init(_ cell: Cell) { self.cell = cell }

  /// An operand, which an operator of its key path may not have been able to compute.
  @inline(__always)
  init(operand cell: Cell) {
    self.cell = cell
    hasFailed = cell.traits.contains(.isUncomputed)
  }

  /// Makes a list of items.
  init(items: Range<Int>) {
    cell = Cell(.list, items)
    isItems = true
  }

  init(_ isTrue: Bool) { cell = Cell(isTrue ? .true : .false) }

  static var `nil`: ExpressionValue { ExpressionValue(.missing) }

  static var failed: ExpressionValue {
    var value = ExpressionValue(.missing)
    value.hasFailed = true
    return value
  }

  @inline(__always)
  var isNil: Bool {
    switch cell.kind {
    case .true, .false, .number, .string, .structure, .record, .list: false
    default: true
    }
  }

  /// Whether the cell's text is a JSON value.
  @inline(__always)
  var isText: Bool {
    switch cell.kind {
    case .true, .false, .number, .string, .structure: true
    default: false
    }
  }
}
