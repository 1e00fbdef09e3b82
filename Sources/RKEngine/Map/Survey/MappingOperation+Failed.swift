/// Records that have failed.
extension MappingOperation {
  /// A scalar stands where the stack's top is to be made of an object: the record fails, and nothing else is
  /// said of it.
  @inline(never)
  mutating func refuseScalar(_ batch: inout RecordBatch) {
    let owner = frames.parent
    let site =
      owner.map { plan.relationships[Int($0.relationship)].site }
      ?? plan.nodes[frames.top.node].site
    frames.top.mayRelate = false
    fail(.notRecord, site, token: frames.top.token, &batch)
  }

  /// Whether the stack's top, which has failed, is gone through for what is wrong with the records related
  /// to it.
  @inline(never)
  mutating func goesOn() -> Bool {
    guard options.looksIntoFailed, options.leavesOutRelated, frames.top.course != .over,
      frames.top.mayRelate, !isExhausted
    else { return false }
    if frames.top.course == .mapped { lostCount += 1 }
    frames.top.course = .lost
    frames.top.hasFailed = false
    return true
  }

  /// All that is related to a record that has failed was gone through.
  mutating func endLost(_ batch: inout RecordBatch) {
    frames.top.course = .over
    frames.top.hasFailed = true
    tellNothingFound(faultsFrom: Int(frames.top.firstFault), &batch)
  }

  /// Where nothing was found of the representation of the stack's top, its record fails, and that is said in
  /// one finding in the place of all that it lacks.
  ///
  /// Where something else is wrong with it, that says enough.
  @inline(never)
  mutating func tellNothingFound(faultsFrom first: Int, _ batch: inout RecordBatch) {
    if frames.top.isApplied || frames.top.isComposed { return }
    var kept = first
    for number in first..<batch.faults.count {
      let fault = batch.faults[number]
      if fault.isError && !fault.isLack && fault.code != .unknownKey { return }
    }
    for number in first..<batch.faults.count where !batch.faults[number].isLack {
      batch.faults[kept] = batch.faults[number]
      kept += 1
    }
    batch.faults.truncate(to: kept)
    fail(.unmappable, plan.nodes[frames.top.node].site, token: frames.top.outer, &batch)
  }
}
