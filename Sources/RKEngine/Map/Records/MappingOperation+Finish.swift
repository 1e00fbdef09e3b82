extension MappingOperation {
  /// Maps a scalar in place of an object: it becomes a single attribute, besides its key.
  @inline(never)
  mutating func mapScalar(_ view: TokenView, _ batch: inout RecordBatch) {
    frames.top.isScalarAttribute = true
    frames.top.mayRelate = false
    let node = frames.top.node
    for number in plan.nodes[node].early.indices {
      guard let source = plan.attributes[number].sources.indices.first,
        case .nestingKey = plan.sources[source].origin
      else { continue }
      if let trace {
        beginTraced(number, trace)
        noteSource(
          source,
          among: plan.attributes[number].sources,
          at: frames.top.nestingKey,
          trace,
          view,
          &batch
        )
      }
      assign(number, frames.top.nestingKey, view, &batch)
    }
    let attribute = Int(plan.nodes[node].scalarAttribute.index)
    let location = ValueLocation(.token, frames.top.token)
    if let trace {
      beginTraced(attribute, trace)
      let out = tracedText(at: location, view, &batch)
      trace.add(.source(number: 0, token: Int(frames.top.token), out: out))
    }
    assign(attribute, location, view, &batch)
    trace?.end()
  }

  // MARK: - Finishing a record

  /// Applies the last rules to the current record, and adds it to its parent's related records.
  mutating func finish(_ view: TokenView, _ batch: inout RecordBatch) {
    if frames.top.status != .mapped { return endLost(&batch) }
    let node = frames.top.node
    if plan.nodes[node].judgesRelated { survey.countJudged(Int(node.index)) }
    if !frames.top.isScalarAttribute {
      if !plan.nodes[node].late.isEmpty, let coverage {
        trace?.select(row: Int(frames.top.row))
        cover(plan.nodes[node].late, coverage, view, &batch)
      }
      if let trace {
        applyTraced(plan.nodes[node].late, trace, view, &batch)
      } else {
        apply(plan.nodes[node].late, view, &batch)
      }
    }
    if frames.top.hasFailed { return }
    var isMapped = plan.nodes[node].isPlain || finishRecord(view, &batch)
    if frames.top.hasFailed { return }
    if !frames.top.isApplied && !frames.top.isComposed {
      return reportNothingFound(faultsFrom: Int(frames.top.firstFault), &batch)
    }
    isMapped = isMapped && frames.top.isApplied
    let row = frames.top.row
    if isMapped {
      if mayRefuse && isRefused(view, &batch) { return }
      batch.rows[Int(row)].end = UInt32(truncatingIfNeeded: batch.rows.count)
    } else {
      if let trace { traceLoss(.declined, by: coverage?.rules.site(plan.nodes[node].site), trace) }
      batch.rollBack(to: frames.top.start)
    }
    leave()
    if isMapped && frames.count > 0 {
      if frames.top.relatedCount == 0 { frames.top.firstRelated = row }
      frames.top.relatedCount += 1
    }
  }

  /// Removes the top frame from the stack, with its slots and contexts.
  mutating func leave() {
    slots.truncate(to: Int(frames.top.slotBase))
    contexts.truncate(to: Int(frames.top.context))
    memos.truncate(to: Int(frames.top.context) &* plan.ancestorPaths.count)
    frames.pop()
  }

  /// Removes the record that has just failed from the record that it is related to.
  ///
  /// All faults since it was begun are its own, or those of records related to it.
  @inline(never)
  mutating func leaveOut(_ batch: inout RecordBatch) -> Bool {
    for number in Int(frames.top.firstFault)..<batch.faults.count where batch.faults[number].isError
    {
      batch.faults[number].isRelated = true
    }
    if let trace, let coverage {
      let reason = batch.faults.firstError(from: Int(frames.top.firstFault))
      traceLoss(.failed, by: reason.map { coverage.rules.site($0.site) }, trace)
    }
    batch.rollBack(to: frames.top.start)
    repeats?.rollBack(to: batch.rows.count)
    if frames.top.status != .mapped { lostCount -= 1 }
    leave()
    noteLost()
    // Records related to a failed record are left out with it, and not counted.
    if lostCount == 0 { leftOutCount += 1 }
    return true
  }
}
