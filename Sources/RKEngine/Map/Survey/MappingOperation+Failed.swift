/// Records that have failed.
extension MappingOperation {
  /// The record of the stack's top fails.
  mutating func fail(
    _ code: MappingFault.Code,
    _ site: PlanSite,
    token: UInt32,
    _ batch: inout RecordBatch
  ) {
    batch.faults.append(MappingFault(code, isError: true, site: site, token: token))
    frames.top.hasFailed = true
  }

  /// A scalar where the stack's top needs an object: the record fails, and nothing else is reported
  /// about it.
  @inline(never)
  mutating func refuseScalar(_ batch: inout RecordBatch) {
    coverage?.count(plan.nodes[frames.top.node].site, isUsed: false)
    let owner = frames.parent
    let site =
      owner.map { plan.relationships[Int($0.relationship)].site }
      ?? plan.nodes[frames.top.node].site
    frames.top.mayRelate = false
    fail(.notRecord, site, token: frames.top.token, &batch)
  }

  /// Whether the stack's top, which has failed, is searched for faults in the records related to
  /// it.
  @inline(never)
  mutating func goesOn() -> Bool {
    guard options.looksIntoFailed, options.leavesOutRelated, frames.top.status != .over,
      frames.top.mayRelate, !isExhausted
    else { return false }
    if frames.top.status == .mapped { lostCount += 1 }
    frames.top.status = .lost
    frames.top.hasFailed = false
    return true
  }

  /// Everything related to a failed record has been searched.
  mutating func endLost(_ batch: inout RecordBatch) {
    frames.top.status = .over
    frames.top.hasFailed = true
    reportNothingFound(faultsFrom: Int(frames.top.firstFault), &batch)
  }

  /// If nothing of the representation of the stack's top was found, its record fails, with one
  /// fault instead of one for everything that is missing.
  ///
  /// If something else is wrong with it, that fault is enough.
  @inline(never)
  mutating func reportNothingFound(faultsFrom first: Int, _ batch: inout RecordBatch) {
    if frames.top.isApplied || frames.top.isComposed { return }
    var kept = first
    for number in first..<batch.faults.count {
      let fault = batch.faults[number]
      // Faults of related records that were left out are not the record's own.
      if fault.isError && !fault.isRelated && !fault.isLack && fault.code != .unknownKey {
        return frames.top.hasFailed = true
      }
    }
    for number in first..<batch.faults.count where !batch.faults[number].isLack {
      batch.faults[kept] = batch.faults[number]
      kept += 1
    }
    batch.faults.truncate(to: kept)
    fail(.unmappable, plan.nodes[frames.top.node].site, token: frames.top.outer, &batch)
  }
}
