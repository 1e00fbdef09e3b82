extension MappingOperation {
  /// Applies transforms to a value that is neither missing nor null.
  ///
  /// The result's kind is `missing` if one of them cannot be applied.
  @inline(never)
  mutating func transformed(
    _ cell: Cell,
    by rules: PlanRange<ValueRule.Transform>,
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    // A record that is over its limit must not grow further.
    if room < 0 { return Cell(.missing, token: cell.token) }
    guard buffer.load(cell, batch, view.padded, plan.text) else {
      return Cell(.missing, token: cell.token)
    }
    if let failure = TextTransform.firstFailure(of: rules, on: &buffer, plan) {
      faultCode = .untransformed
      failedTransform = UInt32(failure - rules.indices.lowerBound)
      // The elements of the first transform's argument are still those of the input.
      let element =
        failedTransform == 0
        ? TextTransform.failedElement(of: plan.transforms[failure], in: buffer, plan) : nil
      let token = element.flatMap { elementToken($0, of: cell, at: location, view) }
      return Cell(.missing, token: token ?? cell.token)
    }
    if buffer.kind == .null { return Cell(.null, token: cell.token) }
    let start = batch.side.count
    buffer.append(to: &batch.side)
    room &-= batch.side.count &- start
    if room < 0 {
      batch.side.truncate(to: start)
      return Cell(.missing, token: cell.token)
    }
    // A transform may have added escapes to a string, or to strings inside a structure.
    return Cell(
      buffer.kind,
      start..<batch.side.count,
      space: .batch,
      traits: [.mayHaveEscapes],
      token: Int(cell.token)
    )
  }

  /// The token of an element of a list that is in the input, or was made by a key path.
  private func elementToken(
    _ number: Int,
    of list: Cell,
    at location: ValueLocation,
    _ view: TokenView
  ) -> UInt32? {
    switch location.kind {
    case .list: return walk.lists[Int(location.first) + number].firstToken(walk.lists)
    case .token:
      var token = Int(list.token) + 1
      for _ in 0..<number { token = view.afterComma(view.next(after: token)) }
      return UInt32(token)
    default: return nil
    }
  }
}
