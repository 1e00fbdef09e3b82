extension MappingOperation {
  /// Whether the output refuses the current record, which then fails.
  @inline(never)
  mutating func isRefused(_ view: TokenView, _ batch: inout RecordBatch) -> Bool {
    let row = Int(frames.top.row)
    guard let refusal = admission?.refusal(of: row, in: batch, view) else {
      return isRepeated(row, view, &batch)
    }
    if refusal.isWarning {
      for warning in [refusal] + (admission?.takeWarnings() ?? []) {
        var fault = MappingFault(
          .notWritable,
          isError: false,
          site: plan.nodes[frames.top.node].site,
          token: warning.token
        )
        (fault.detail, fault.variant) = (warning.detail, warning.detail)
        batch.faults.append(fault)
      }
      return isRepeated(row, view, &batch)
    }
    frames.top.hasFailed = true
    let site = site(of: refusal)
    if refusal.reason == .noIdentity && hasUnconverted(site, &batch) { return true }
    var fault = MappingFault(
      MappingFault.Code(refusal.reason),
      isError: true,
      site: site,
      token: refusal.token == 0 ? frames.top.outer : refusal.token
    )
    fault.detail = refusal.detail
    // The detail distinguishes faults that are otherwise equal.
    if refusal.reason == .notWritable { fault.variant = refusal.detail }
    if refusal.column >= 0 {
      let cell = batch.cells[Int(frames.top.firstCell) + Int(refusal.column)]
      if cell.token != 0 { fault.token = cell.token }
      let isFallback = cell.traits.contains(.isFallback)
      if cell.kind == .null ? !isFallback : cell.token == 0 || cell.space != .input {
        fault.derived = JSONKind(cell.kind)
      }
    }
    batch.faults.append(fault)
    return true
  }

  /// Whether the current record differs from an earlier one and must not; it then fails.
  private mutating func isRepeated(
    _ row: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    let isRoot = frames.count == 1
    guard let conflict = repeats?.refusal(of: row, isRoot: isRoot, in: batch, view) else {
      return false
    }
    frames.top.hasFailed = true
    let site = plan.nodes[frames.top.node].site
    var fault = MappingFault(.repeated, isError: true, site: site, token: frames.top.outer)
    fault.detail = conflict
    batch.faults.append(fault)
    return true
  }

  /// Whether the identity was present but could not be converted.
  ///
  /// The fault reported for that becomes the reason why the current record fails.
  private mutating func hasUnconverted(_ site: PlanSite, _ batch: inout RecordBatch) -> Bool {
    var number = batch.faults.count
    while number > 0 && batch.faults[number - 1].token >= frames.top.outer {
      number -= 1
      guard batch.faults[number].site == site else { continue }
      switch batch.faults[number].code {
      case .conversion, .surrogate, .unmapped, .untransformed, .unevaluated, .unfilled: break
      default: continue
      }
      batch.faults[number].isError = true
      batch.faults[number].failsIdentity = true
      return true
    }
    return false
  }

  /// The rule of the attribute that caused a record's refusal; its mapper if there is none.
  private func site(of refusal: RecordRefusal) -> PlanSite {
    let node = plan.nodes[frames.top.node]
    let rule = plan.attributes(of: node).first { Int32($0.column) == refusal.column }
    return rule?.site ?? node.site
  }
}

extension MappingFault.Code {
  init(_ reason: RecordRefusal.Reason) {
    switch reason {
    case .noIdentity: self = .noIdentity
    case .otherKind: self = .otherKind
    case .isThere: self = .isThere
    case .isOther: self = .isOther
    case .changed: self = .changed
    case .notWritable: self = .notWritable
    }
  }
}

extension JSONKind {
  /// The JSON kind of a record's value; nil if there is none.
  init?(_ kind: Cell.Kind) {
    switch kind {
    case .missing: return nil
    case .null: self = .null
    case .true, .false: self = .boolean
    case .number: self = .number
    case .string: self = .string
    case .structure, .list: self = .array
    case .record, .reference: self = .object
    }
  }
}
