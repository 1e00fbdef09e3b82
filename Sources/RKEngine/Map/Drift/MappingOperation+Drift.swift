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

  /// Treats an empty list in place of an object, or of another single value, as a missing value;
  /// false if there is none.
  ///
  /// Some languages write an empty object as an empty list.
  mutating func passesOverEmptyList(
    at location: ValueLocation,
    _ rule: Int,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Bool {
    guard faultCode == .conversion, let list = emptyList(at: location, rule, view) else {
      return false
    }
    let attribute = plan.attributes[rule]
    if judgesKinds, let kinds = plan.valueRules[attribute.valueRule].kinds {
      var fault = MappingFault(
        .convertedKind,
        isError: kinds.isError,
        site: kinds.site,
        token: list.token
      )
      (fault.detail, fault.variant) = (list.steps, list.source + 1)
      batch.faults.append(fault)
      if kinds.isError {
        frames.top.hasFailed = true
        return true
      }
    }
    trace?.add(.policy(.emptyList, .absent, in: "[]", out: nil))
    if attribute.onMissing != .absent || attribute.isRequired {
      fallBack(attribute.onMissing, rule, &batch)
    }
    return true
  }

  /// The empty list that keys alone led to, and how many keys; nil if there is none.
  private mutating func emptyList(at location: ValueLocation, _ rule: Int, _ view: TokenView)
    -> (token: UInt32, source: UInt32, steps: UInt32)?
  {
    // A path through an empty list makes one.
    guard
      location.kind == .token
        ? view.token(Int(location.first)) == .openArray
        : location.kind == .list && location.second == 0
    else { return nil }
    for number in plan.attributes[rule].sources.indices {
      let source = plan.sources[number]
      guard case .member = source.origin,
        plan.steps[source.whole].allSatisfy({ if case .key = $0 { true } else { false } })
      else { continue }
      for end in source.whole.indices {
        let way = PlanRange<PathStep>(Int(source.whole.first)..<end + 1)
        let found = walk.follow(way, from: ValueLocation(token: Int(frames.top.token)), view)
        guard found.kind == .token else { break }
        let token = Int(found.first)
        if view.token(token) == .openArray {
          guard view.token(token + 1) == .closeArray else { break }
          let place = number - Int(plan.attributes[rule].sources.first)
          return (found.first, UInt32(place), UInt32(way.count))
        }
      }
    }
    return nil
  }
}
