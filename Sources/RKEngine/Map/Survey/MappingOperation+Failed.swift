/// Handles records that have failed.
extension MappingOperation {
  /// Reports a fault, and fails the current record.
  mutating func fail(
    _ code: MappingFault.Code,
    _ site: PlanSite,
    token: UInt32,
    _ batch: inout RecordBatch
  ) {
    batch.faults.append(MappingFault(code, isError: true, site: site, token: token))
    frames.top.hasFailed = true
  }

  /// Fails the current record, which needs an object, because of a scalar; reports nothing else
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

  /// Whether the records related to the current record, which has failed, are searched for faults.
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

  /// Ends the search for faults below a failed record.
  mutating func endLost(_ batch: inout RecordBatch) {
    frames.top.status = .over
    frames.top.hasFailed = true
    reportNothingFound(faultsFrom: Int(frames.top.firstFault), &batch)
  }

  /// If nothing of the current representation was found, fails its record with one fault, instead
  /// of one for each missing value.
  ///
  /// If there is another fault, that is enough.
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
