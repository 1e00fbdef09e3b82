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

  // MARK: - Failed related records

  /// Notes that a record of the current relationship has failed and is left out.
  mutating func noteLost() {
    let node = frames.top.node
    let number = frames.top.relationship &- plan.nodes[node].relationships.first
    frames.top.lost |= 1 << UInt64(min(number, 63))
  }

  /// Whether a record of the relationship with a column has failed and was left out.
  mutating func hasLost(column: UInt32) -> Bool { lostRelationship(column: column) != nil }

  private mutating func lostRelationship(column: UInt32) -> Int? {
    let related = plan.nodes[frames.top.node].relationships
    for number in related.indices where plan.relationships[number].column == column {
      let bit = UInt64(min(number - Int(related.first), 63))
      return frames.top.lost & 1 << bit != 0 ? number : nil
    }
    return nil
  }

  /// Whether a rule cannot be judged, because its predicate reads related records that have failed;
  /// this is then reported.
  @inline(__always)
  mutating func isUnsettled(
    _ program: PlanID<ExpressionProgram>,
    _ site: PlanSite,
    _ batch: inout RecordBatch
  ) -> Bool {
    frames.top.lost != 0 && readsLost(program, site, &batch)
  }

  @inline(never)
  private mutating func readsLost(
    _ program: PlanID<ExpressionProgram>,
    _ site: PlanSite,
    _ batch: inout RecordBatch
  ) -> Bool {
    for number in plan.programs[program].operands.indices {
      guard case .column(let column) = plan.expressionOperands[number],
        let lost = lostRelationship(column: column)
      else { continue }
      report(notJudged: site, reading: plan.relationships[lost].site, &batch)
      return true
    }
    return false
  }

  /// Reports that a rule was not judged, because records of a relationship have failed.
  mutating func report(
    notJudged site: PlanSite,
    reading related: PlanSite,
    _ batch: inout RecordBatch
  ) {
    var fault = MappingFault(.notJudged, isError: false, site: site, token: frames.top.outer)
    fault.detail = related.index
    batch.faults.append(fault)
  }

  // MARK: - Representations of another shape

  /// Whether the current representation has none of the values that several rules read.
  ///
  /// Its record then fails with one fault, which takes the place of all others.
  @inline(never)
  mutating func refusesShape(
    faultsFrom first: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    let node = frames.top.node
    guard plan.nodes[node].judgesShape, frames.top.form != .scalar, !frames.top.isComposed else {
      return false
    }
    let (isApplied, itemsLeft) = (frames.top.isApplied, walk.itemsLeft)
    // An operator that makes nothing of a list has found the list.
    let isThere = findsAnything(view) || frames.top.isApplied
    (frames.top.isApplied, walk.itemsLeft) = (isApplied, itemsLeft)
    if isThere { return false }
    batch.faults.truncate(to: first)
    fail(.unmappable, plan.nodes[node].site, token: frames.top.token, &batch)
    batch.faults[batch.faults.count - 1].variant = MappingFault.otherShape
    frames.top.mayRelate = false
    return true
  }

  /// Whether a rule of the current record's mapper finds a value in the representation.
  private mutating func findsAnything(_ view: TokenView) -> Bool {
    let node = plan.nodes[frames.top.node]
    for rules in [node.early, node.late] {
      for rule in rules.indices {
        for source in plan.attributes[rule].sources.indices where finds(PlanID(source), view) {
          return true
        }
      }
    }
    for number in node.relationships.indices where finds(plan.relationships[number].source, view) {
      return true
    }
    for number in node.expressions.indices {
      let program = plan.computedAttributes[number].program
      for operand in plan.programs[program].operands.indices {
        if case .source(let source) = plan.expressionOperands[operand], finds(source, view) {
          return true
        }
      }
    }
    return false
  }

  /// Whether a source in the current representation leads to a value.
  private mutating func finds(_ source: PlanID<Source>, _ view: TokenView) -> Bool {
    switch plan.sources[source].origin {
    case .member, .representation: locate(source, view).kind != .missing
    default: false
    }
  }

  // MARK: - Searching on

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
