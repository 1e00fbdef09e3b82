extension MappingOperation {
  /// Applies the validation rules of some attributes of the current record, in their order: each
  /// sees the value that the rule before it left.
  ///
  /// Missing values are not validated, nulls are. After a rule fails an attribute, its remaining
  /// rules are skipped.
  @inline(never)
  mutating func validate(
    _ rules: PlanRange<ValidationRule>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    var failed: UInt32?
    for number in rules.indices {
      let column = plan.validations[number].column
      if column == failed { continue }
      let place = Int(frames.top.firstCell &+ column)
      if plan.validations[number].outcome != .required {
        if batch.cells[place].kind == .missing { continue }
        let condition = plan.validations[number].condition
        let isTrue = isTrue(condition, subject: place, view, &batch)
        if let coverage { cover(validation: number, isTrue: isTrue, coverage, view) }
        let hasFired = isTrue != plan.validations[number].isNegated
        if let trace { note(validation: number, hasFired: hasFired, at: place, trace, view, batch) }
        if !hasFired { continue }
      }
      if fails(number, at: place, &batch) { failed = column }
    }
  }

  /// Handles a value that breaks a rule, or a missing value that a rule requires; true if the
  /// record fails.
  @inline(never)
  private mutating func fails(_ rule: Int, at place: Int, _ batch: inout RecordBatch) -> Bool {
    let cell = batch.cells[place]
    switch plan.validations[rule].outcome {
    // The position is kept for a fault about the remaining value.
    case .reject: batch.cells[place] = Cell(.missing, token: cell.token)
    case .null: batch.cells[place] = Cell(.null, token: cell.token)
    case .set:
      batch.cells[place] = plan.validations[rule].value
      batch.cells[place].token = cell.token
    case .fail:
      fail(invalid: cell, plan.validations[rule].site, &batch)
      return true
    case .required:
      guard cell.kind == .missing || cell.kind == .null else { return false }
      fail(required: cell, plan.validations[rule].site, &batch)
      return true
    }
    return false
  }

  /// Reports a required value that is missing or null, from the beginning or because its rules made
  /// it so.
  private mutating func fail(required cell: Cell, _ site: PlanSite, _ batch: inout RecordBatch) {
    let isRejected = cell.kind == .missing && cell.token != 0
    guard isRejected else {
      // A null that is not in the document was a missing value.
      let isFound = cell.kind == .null && cell.token != 0
      return fail(required: isFound ? cell.token : nil, site, &batch)
    }
    fail(.rejected, site, token: cell.token, &batch)
  }

  private mutating func fail(invalid cell: Cell, _ site: PlanSite, _ batch: inout RecordBatch) {
    batch.faults.append(
      MappingFault(
        .invalid,
        isError: true,
        site: site,
        token: cell.token == 0 ? frames.top.outer : cell.token
      )
    )
    frames.top.hasFailed = true
  }

  /// Whether the finished current record satisfies its mapper's rules; otherwise fails it.
  private mutating func isValid(_ view: TokenView, _ batch: inout RecordBatch) -> Bool {
    for number in plan.nodes[frames.top.node].recordValidations.indices {
      let rule = plan.validations[number]
      if isUnsettled(rule.condition, rule.site, &batch) { continue }
      let isTrue = isTrue(rule.condition, view, &batch)
      if let coverage { cover(validation: number, isTrue: isTrue, coverage, view) }
      if isTrue == rule.isNegated { continue }
      fail(.invalid, rule.site, token: frames.top.outer, &batch)
      return false
    }
    return true
  }

  // MARK: - Stages of a record

  /// Whether the mapper accepts the current representation; otherwise its faults are withdrawn.
  @inline(__always)
  mutating func isTaken(
    _ condition: PlanID<ExpressionProgram>,
    _ view: TokenView,
    _ batch: inout RecordBatch,
    faultCount: Int,
    hadWarned: Bool
  ) -> Bool {
    let hadRepeatedKey = walk.repeatedKey != nil
    if condition.isNone || isTrue(condition, view, &batch) || machine.isExhausted { return true }
    decline(
      view,
      &batch,
      faultCount: faultCount,
      hadWarned: hadWarned,
      hadRepeatedKey: hadRepeatedKey
    )
    return false
  }

  @inline(never)
  private mutating func decline(
    _ view: TokenView,
    _ batch: inout RecordBatch,
    faultCount: Int,
    hadWarned: Bool,
    hadRepeatedKey: Bool
  ) {
    if let coverage {
      if let trace {
        let rule = coverage.rules.condition(ofNode: Int(frames.top.node.index))
        traceLoss(.declined, by: rule, trace)
      }
      coverDeclined(coverage, view)
    }
    declineReason = .condition
    batch.faults.truncate(to: faultCount)
    hasWarnedOfDuplicates = hadWarned
    if !hadRepeatedKey { forgetRepeatedKey() }
    batch.rollBack(to: frames.top.start)
    leave()
  }

  /// Runs the stage between the attributes of the current record and its relationships.
  @inline(__always)
  mutating func finishAttributes(_ view: TokenView, _ batch: inout RecordBatch) {
    let node = frames.top.node
    if !plan.nodes[node].expressions.isEmpty && !frames.top.isScalarAttribute {
      compute(plan.nodes[node].expressions, view, &batch)
    }
    if frames.top.hasFailed || plan.nodes[node].validations.isEmpty { return }
    validate(plan.nodes[node].validations, view, &batch)
  }

  /// Runs the stage after the late attributes of the current record; false if the record is
  /// deleted.
  @inline(never)
  mutating func finishRecord(_ view: TokenView, _ batch: inout RecordBatch) -> Bool {
    let node = frames.top.node
    if !plan.nodes[node].lateValidations.isEmpty {
      validate(plan.nodes[node].lateValidations, view, &batch)
      if frames.top.hasFailed { return true }
    }
    if !plan.nodes[node].templates.isEmpty && !frames.top.isScalarAttribute {
      compute(plan.nodes[node].templates, view, &batch)
      if frames.top.hasFailed { return true }
      validate(plan.nodes[node].templateValidations, view, &batch)
      if frames.top.hasFailed { return true }
    }
    // If nothing was found there is no record, so it is not validated.
    guard frames.top.isApplied else { return true }
    if !plan.nodes[node].connections.isEmpty { connect(view, &batch) }
    guard isValid(view, &batch) else { return true }
    if !plan.nodes[node].kinds.isEmpty { noteKinds(view, &batch) }
    let deletion = plan.nodes[node].deletion
    if let coverage, !deletion.isNone {
      mark(operandsOf: deletion, by: coverage.rules.site(plan.nodes[node].site), coverage, view)
    }
    return deletion.isNone || isUnsettled(deletion, plan.nodes[node].site, &batch)
      || !isTrue(deletion, view, &batch)
  }
}
