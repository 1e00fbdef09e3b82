/// The context of an evaluation, besides the batch: the plan, and the bytes of the window.
///
/// The plan is a span of one element, since a struct cannot store a borrow of a value. The array
/// behind the span lives as long as the program runs.
struct Evaluation: ~Escapable {
  private let plans: Span<MappingPlan>
  let input: Span<UInt8>

  @inline(__always)
  @_lifetime(copy plans, copy input)
  init(_ plans: Span<MappingPlan>, _ input: Span<UInt8>) {
    self.plans = plans
    self.input = input
  }

  @inline(__always)
  var plan: MappingPlan { _read { yield plans[0] } }

  /// The buffers that cells point into.
  @inline(__always)
  @_lifetime(borrow self, borrow batch)
  func bytes(_ batch: borrowing RecordBatch) -> CellBytes {
    CellBytes(input, batch.side.span, plans[0].text.span)
  }
}
