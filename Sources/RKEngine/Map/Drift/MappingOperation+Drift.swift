/// Reports values that came as a JSON kind other than the natural one of their type
/// (docs/spec-format.md, Drift).
extension MappingOperation {
  /// Reports a value that was converted from a kind that is not natural for its type.
  ///
  /// Null is not a kind. A scalar that replaces a record is exempt: its mapper declares that it
  /// reads one.
  @inline(never)
  mutating func checkKind(
    of cell: Cell,
    _ rule: ValueRule.KindPolicy,
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let element = convertedElement
    convertedElement = nil
    guard judgesKinds, !frames.top.isScalarAttribute, let kind = kind(of: cell, view, batch),
      kind != .null
    else {
      return
    }
    if let element {
      // A value made by an operator has no place in the input.
      let isMade = element == 0 && kind != .array
      return reportDrift(convertedKindAt: element, derived: isMade ? kind : nil, rule, &batch)
    }
    if rule.natural.takes(kind, bytes(around: cell, view, batch), cell.range) { return }
    if location.kind == .token { return reportDrift(convertedKindAt: cell.token, rule, &batch) }
    let place = location.firstToken(walk.lists) ?? frames.top.outer
    reportDrift(convertedKindAt: place, derived: kind, rule, &batch)
  }

  private mutating func reportDrift(
    convertedKindAt token: UInt32,
    derived: JSONKind? = nil,
    _ rule: ValueRule.KindPolicy,
    _ batch: inout RecordBatch
  ) {
    var fault = MappingFault(.convertedKind, isError: rule.isError, site: rule.site, token: token)
    fault.derived = derived
    batch.faults.append(fault)
    if rule.isError { frames.top.hasFailed = true }
  }

  /// Reports a null in a list of records: of the relationship with this number, from 1, or at a key
  /// path.
  mutating func report(
    nullElement token: UInt32,
    _ relationship: Int,
    _ node: PlanID<PlanNode>,
    isError: Bool,
    _ batch: inout RecordBatch
  ) {
    let site = plan.nodes[node].site
    var fault = MappingFault(.nullElement, isError: isError, site: site, token: token)
    fault.variant = UInt32(truncatingIfNeeded: relationship)
    batch.faults.append(fault)
    if isError && relationship > 0 { frames.top.hasFailed = true }
  }

  /// Reports a single value where a relationship declares several records.
  @inline(never)
  mutating func checkSingle(
    _ token: Int,
    _ rule: RelationshipRule,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    guard judgesKinds else { return }
    let isSeveral =
      view.token(token) == .openArray
      || (view.token(token) == .openObject && plan.nodes[rule.node].forcesCollection)
    if isSeveral { return }
    let isError = rule.single == .fail
    let place = UInt32(truncatingIfNeeded: token)
    batch.faults.append(
      MappingFault(.convertedKind, isError: isError, site: rule.site, token: place)
    )
    if isError { frames.top.hasFailed = true }
  }
}
