/// Traces how root representations and whole documents were mapped.
extension RootMapper {
  /// Traces the result for a root representation.
  mutating func traceRoot(
    _ outcome: MappingOperation.Outcome,
    _ mark: RecordBatch.Mark,
    _ token: UInt32,
    _ descriptor: Int,
    faultsFrom firstFault: Int,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    guard let trace = operation.trace, let rules = operation.coverage?.rules else { return }
    for number in firstFault..<batch.faults.count {
      trace.note(faultAt: Int(batch.faults[number].token))
    }
    switch outcome {
    case .mapped:
      let values = operation.tracedValues(of: trace, view, batch)
      trace.endRoot(
        descriptor: descriptor,
        isElement: mark.kind == .element,
        section: Int(mark.section),
        indices: batch.listIndices(of: trace.live.map { ($0.row, plan.nodes[$0.node]) }),
        rows: Int(mark.row)..<batch.rows.count,
        values
      )
    case .declined: trace.endRoot(nil)
    case .failed:
      let reason = batch.faults.firstError(from: firstFault)
      trace.endRoot(
        MappingTrace.Region(
          token: Int(token),
          reason: .failed,
          rule: reason.map { rules.site($0.site) }
        )
      )
    }
  }

  /// Begins the trace of a document that was read as a whole.
  mutating func traceDocument(_ first: Int, number: Int, _ view: TokenView) {
    guard let trace = operation.trace else { return }
    guard case .pointer(let pointer, let wanted) = trace.options.selection else {
      return trace.beginDocument()
    }
    guard wanted == number, let found = view.find(pointer, from: first) else {
      return trace.beginDocument()
    }
    // A member's key is part of the traced range.
    let start = found.isMember ? found.token - 2 : found.token
    trace.beginDocument(
      wanted: start..<view.next(after: found.token),
      around: Set(found.containers)
    )
  }

  /// The descriptors that were considered for a document, and the tokens that their key paths lead
  /// to.
  mutating func tracedDescriptors(_ first: Int, _ view: TokenView) -> [(number: Int, token: Int?)] {
    var found: [(number: Int, token: Int?)] = []
    for descriptor in applied {
      let path = plan.descriptors[descriptor].path
      let location = operation.locate(path, in: first, view)
      let isThere = location.kind == .token || location.kind == .list
      let turn = isThere ? operation.turn(path.indices, from: first, view).token : nil
      found.append((descriptor, turn))
    }
    operation.forgetRepeatedKey()
    return found
  }
}

extension MappingOperation {
  /// For each traced value, by row and column: its text in the batch, and whether it is only a
  /// default.
  mutating func tracedValues(
    of trace: MappingTrace,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) -> [MappingTrace.Place: (text: String, isFallback: Bool)] {
    var values: [MappingTrace.Place: (text: String, isFallback: Bool)] = [:]
    for record in trace.live where record.row < batch.rows.count {
      for cell in record.cells {
        let place = Int(batch.rows[record.row].firstCell) + cell.column
        guard place < batch.cells.count,
          let text = tracedText(batch.cells[place], view, batch)
        else { continue }
        values[MappingTrace.Place(row: record.row, column: cell.column)] = (
          text, batch.cells[place].traits.contains(.isFallback)
        )
      }
    }
    return values
  }
}

extension RecordBatch {
  /// For each row of a related record in a list, its index in the list.
  fileprivate borrowing func listIndices(of records: [(row: Int, node: PlanNode)]) -> [Int: Int] {
    var indices: [Int: Int] = [:]
    for (row, node) in records where row < rows.count {
      for column in 0..<node.columnCount {
        let cell = self.cell(column, of: row)
        guard cell.kind == .list, cell.space == .batch else { continue }
        var member = Int(cell.offset)
        for index in 0..<Int(cell.count) where member < rows.count {
          indices[member] = index
          member = Int(rows[member].end)
        }
      }
    }
    return indices
  }
}

extension UniqueArray<MappingFault> {
  /// The first error among the faults from an index on.
  func firstError(from start: Int) -> MappingFault? {
    for number in start..<max(start, count) where self[number].isError { return self[number] }
    return nil
  }
}
