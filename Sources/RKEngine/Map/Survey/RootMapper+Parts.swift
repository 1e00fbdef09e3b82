extension RootMapper {
  // MARK: - Missing parts

  /// Reports which of the chosen descriptors found nothing in a document in which others found
  /// something.
  @inline(never)
  mutating func reportMissingParts(
    of unit: Unit,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let faultCount = batch.faults.count
    for descriptor in chosen where !isFound(descriptor, in: Int(unit.first), view) {
      let (object, level, end) = lastObject(on: plan.descriptors[descriptor].path, unit.first, view)
      var fault = MappingFault(
        .missingPart,
        isError: operation.options.failsMissingParts,
        site: PlanSite(0),
        token: UInt32(truncatingIfNeeded: object)
      )
      fault.variant = UInt32(truncatingIfNeeded: descriptor)
      fault.derived = end
      let read = keysRead(at: level, besides: descriptor)
      keep(keys: view.keys(of: object).filter { !read.contains($0) }, for: &fault)
      batch.faults.append(fault)
    }
    if batch.faults.count > faultCount {
      assign(unit, toFaultsFrom: faultCount, &batch)
      if operation.options.failsMissingParts { failRun() }
    }
  }

  private mutating func isFound(_ descriptor: Int, in token: Int, _ view: TokenView) -> Bool {
    let location = operation.locate(plan.descriptors[descriptor].path, in: token, view)
    switch location.kind {
    case .token: return isSomething(Int(location.first), view)
    case .list:
      operation.copyItems(of: location, to: &items)
      if items.isEmpty { return true }
      return (0..<items.count).contains {
        items[$0].kind == .token && !view.isNull(Int(items[$0].first))
      }
    default: return false
    }
  }

  /// The last object that a path reaches, how many of its keys lead there, and the kind of the
  /// value at which the path ends.
  private func lastObject(
    on path: PlanRange<PathStep>,
    _ document: UInt32,
    _ view: TokenView
  ) -> (token: Int, level: Int, end: JSONKind?) {
    var (object, level) = (Int(document), 0)
    var end: JSONKind?
    for step in plan.steps[path] {
      guard case .key(let key) = step, view.token(object) == .openObject,
        let value = view.member(key, of: object, in: plan.text.span, keepsFirst: false).value
      else { break }
      guard view.token(value) == .openObject else {
        end = JSONKind(firstByte: view.token(value))
        break
      }
      (object, level) = (value, level + 1)
    }
    return (object, min(level, path.count - 1), end)
  }

  /// The keys that the other descriptors of the request read from the object at a level of their
  /// paths.
  private func keysRead(at level: Int, besides descriptor: Int) -> [[UInt8]] {
    func keys(_ descriptor: Int) -> [[UInt8]] {
      plan.steps[plan.descriptors[descriptor].path].map { step in
        if case .key(let key) = step { Array(plan.text[key.range]) } else { [] }
      }
    }
    let own = keys(descriptor).prefix(level)
    return applied.filter { $0 != descriptor }.map(keys)
      .filter { $0.count > level && $0.prefix(level) == own }.map { $0[level] }
  }

  // MARK: - The end

  /// Counts the records that follow for a descriptor.
  mutating func tally(_ descriptor: Int) {
    if counts.records > tallied.recordsBefore {
      operation.survey.declines.markTaken(tallied.descriptor)
    }
    tallied = (descriptor, counts.records)
  }

  /// Ends the survey of the run, or of a part of it, and returns what is to be reported.
  mutating func endSurvey() -> RunSurvey {
    tally(tallied.descriptor)
    var survey = operation.survey
    survey.add(operation.machine.clashes.counts)
    if let coverage = operation.coverage {
      coverage.endFile()
      survey.coverage = coverage.takeTally()
      survey.coverage?.recordCount += counts.records
    }
    return survey
  }

  /// Adds the survey of a part of the input that was mapped by another thread.
  mutating func merge(_ part: RunSurvey) { operation.survey.merge(part, plan) }

  /// Adds what was observed about the rules in other inputs.
  mutating func resume(_ rules: RuleSurvey) { operation.survey.rules = rules }

  /// Adds what was counted in other inputs.
  mutating func resume(_ tally: CoverageTally) { operation.coverage?.resume(tally) }
}
