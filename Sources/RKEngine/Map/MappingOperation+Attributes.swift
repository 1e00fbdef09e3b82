extension MappingOperation {
  @inline(__always)
  mutating func apply(
    _ rules: PlanRange<AttributeRule>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    for number in rules.indices { apply(number, view, &batch) }
  }

  @inline(__always)
  mutating func apply(_ rule: Int, _ view: TokenView, _ batch: inout RecordBatch) {
    if plan.attributes[rule].sources.isEmpty {
      let column = Int(frames.top.firstCell &+ plan.attributes[rule].column)
      batch.cells[column] = plan.attributes[rule].constant
      return
    }
    assign(rule, locate(plan.attributes[rule].sources, view), view, &batch)
  }

  /// Stores the value at `location`, converted, in the record; or the substitute that the rule
  /// defines.
  @inline(__always)
  mutating func assign(
    _ rule: Int,
    _ location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    if location.kind == .missing {
      if plan.attributes[rule].onMissing != .absent || plan.attributes[rule].isRequired {
        fallBack(plan.attributes[rule].onMissing, rule, &batch)
      }
      return
    }
    let cell = value(at: location, plan.attributes[rule].valueRule, view, &batch)
    if cell.kind == .missing {
      return substitute(missing: cell.token, from: location, rule, view, &batch)
    }
    if plan.attributes[rule].counts
      && (!frames.top.isComposed || plan.attributes[rule].countsWhenComposed)
    {
      frames.top.isApplied = true
    }
    if cell.kind == .null
      && (plan.attributes[rule].onNull != .null || plan.attributes[rule].isRequired)
    {
      return fallBack(plan.attributes[rule].onNull, rule, null: cell.token, &batch)
    }
    batch.cells[Int(frames.top.firstCell &+ plan.attributes[rule].column)] = cell
  }

  /// Handles a value that is missing or null and may not simply stay so.
  ///
  /// `null` is the token of the null.
  @inline(never)
  mutating func fallBack(
    _ fallback: Fallback,
    _ rule: Int,
    null token: UInt32? = nil,
    _ batch: inout RecordBatch
  ) {
    let isRequired = plan.attributes[rule].isRequired
    let given = plan.attributes[rule].constant.kind
    trace?.policy = token == nil ? .onMissing : .onNull
    if fallback == .default && given != .missing && !(isRequired && given == .null) {
      if plan.attributes[rule].counts && !frames.top.isComposed { frames.top.isApplied = true }
    } else if fallback == .error || isRequired {
      return fail(required: token, plan.attributes[rule].site, &batch)
    } else if fallback == .report || fallback == .fail {
      report(lack: token, fallback, plan.attributes[rule].site, &batch)
      if token != nil { return substitute(.null, rule, &batch) }
    }
    substitute(fallback, rule, &batch)
    let column = Int(frames.top.firstCell &+ plan.attributes[rule].column)
    if let token {
      if batch.cells[column].kind != .missing { batch.cells[column].token = token }
    } else if plan.attributes[rule].hasSilentDefault {
      batch.cells[column].traits.insert(.isFallback)
    }
  }

  /// Reports that a required value is missing, or null if the token of the null is given, and fails
  /// the record.
  mutating func fail(required token: UInt32?, _ site: PlanSite, _ batch: inout RecordBatch) {
    batch.faults.append(fault(ofMissing: token, isError: true, site))
    frames.top.hasFailed = true
  }

  /// Reports a value that is required only because drift is an error.
  ///
  /// Fails the record if `fallback` says so.
  mutating func report(
    lack token: UInt32?,
    _ fallback: Fallback,
    _ site: PlanSite,
    _ batch: inout RecordBatch
  ) {
    var fault = fault(ofMissing: token, isError: fallback == .fail, site)
    fault.isLack = true
    batch.faults.append(fault)
    if fault.isError { frames.top.hasFailed = true }
  }

  private func fault(ofMissing token: UInt32?, isError: Bool, _ site: PlanSite) -> MappingFault {
    var fault = MappingFault(
      .required,
      isError: isError,
      site: site,
      token: token ?? frames.top.outer
    )
    if token != nil { fault.derived = .null }
    return fault
  }

  /// Handles a value that turns out to be missing: it could not be converted, or the parent's
  /// record has none.
  @inline(never)
  private mutating func substitute(
    missing token: UInt32,
    from location: ValueLocation,
    _ rule: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    if passesOverEmptyList(at: location, rule, view, &batch) { return }
    if location.kind == .cell && batch.cells[Int(location.first)].kind == .missing {
      return fallBack(plan.attributes[rule].onMissing, rule, &batch)
    }
    if token != 0 { return substitute(failed: token, rule, &batch) }
    let derived: JSONKind =
      switch location.kind {
      case .list: .array
      case .number, .madeNumber: .number
      case .metadata: metadata.kind(at: location)
      default: .string
      }
    let place = location.firstToken(walk.lists) ?? frames.top.outer
    substitute(failed: place, derived: derived, rule, &batch)
  }

  /// Handles a value that could not be converted.
  @inline(never)
  mutating func substitute(
    failed token: UInt32,
    derived: JSONKind? = nil,
    _ rule: Int,
    _ batch: inout RecordBatch
  ) {
    if isExhausted {
      // Exceeding the limit is reported once per record, and the value is dropped.
      faultCode = frames.top.hasFailed ? .conversion : .tooLarge
      if frames.top.hasFailed { return }
    }
    let isError =
      plan.attributes[rule].onError == .error || options.isStrict || faultCode == .tooLarge
      || (plan.attributes[rule].isRequired && !hasDefault(rule))
    let site = plan.attributes[rule].site
    var fault = MappingFault(faultCode, isError: isError, site: site, token: token)
    if faultCode == .untransformed {
      (fault.detail, fault.variant) = (failedTransform, failedTransform)
    }
    if faultCode == .unevaluated {
      fault.detail = UInt32(failures.count)
      failures.append(machine.failure)
    }
    faultCode = .conversion
    fault.derived = derived
    batch.faults.append(fault)
    if isError {
      frames.top.hasFailed = true
    } else {
      trace?.policy = .onError
      substitute(plan.attributes[rule].onError, rule, &batch)
      let column = Int(frames.top.firstCell &+ plan.attributes[rule].column)
      if batch.cells[column].kind == .missing { batch.cells[column] = .failed(site) }
    }
  }

  /// Whether a value that cannot be converted is replaced by something other than null.
  private func hasDefault(_ rule: Int) -> Bool {
    let given = plan.attributes[rule].constant.kind
    return plan.attributes[rule].onError == .default && given != .missing && given != .null
  }

  mutating func substitute(_ fallback: Fallback, _ rule: Int, _ batch: inout RecordBatch) {
    let column = Int(frames.top.firstCell &+ plan.attributes[rule].column)
    let constant = plan.attributes[rule].constant
    switch fallback {
    case .absent, .error, .report, .fail: batch.cells[column] = .missing
    case .null: batch.cells[column] = Cell(.null)
    case .default:
      coverage?.countDefault(plan.attributes[rule].site)
      batch.cells[column] = constant.kind == .missing ? Cell(.null) : constant
    }
    if let trace { note(fallback, rule, trace, batch) }
  }
}
