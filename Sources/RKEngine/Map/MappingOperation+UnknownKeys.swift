extension MappingOperation {
  /// Reports the keys of the current representation that no rule reads.
  @inline(never)
  mutating func checkKeys(_ view: TokenView, _ batch: inout RecordBatch) {
    checkKeys(plan.nodes[frames.top.node].knownKeys, Int(frames.top.token), view, &batch)
  }

  /// Reports unknown keys of the object at `token`, or of the objects in the array there, through
  /// nested arrays.
  ///
  /// Recurses only as deep as the spec's key paths.
  private mutating func checkKeys(
    _ known: PlanID<KnownKeys>,
    _ token: Int,
    isElement: Bool = false,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    var at = token + 1
    switch view.token(token) {
    case .openArray:
      let end = view.next(after: token)
      while at < end {
        switch view.token(at) {
        case .openArray, .closeArray, .comma: at += 1
        case .openObject:
          checkKeys(known, at, isElement: true, view, &batch)
          at = view.next(after: at)
        default: at = view.next(after: at)
        }
      }
    case .openObject:
      while view.token(at) == .quote {
        switch find(at, in: known, isElement: isElement, view) {
        case nil: report(unknownKey: at, known, view, &batch)
        case let inner? where !inner.isNone: checkKeys(inner, at + 2, view, &batch)
        default: break
        }
        at = view.afterComma(view.next(after: at + 2))
      }
    default: break
    }
  }

  /// What is known below a key: none if everything is, nil if the key itself is not known.
  mutating func find(
    _ key: Int,
    in id: PlanID<KnownKeys>,
    isElement: Bool,
    _ view: TokenView
  ) -> PlanID<KnownKeys>? {
    let known = plan.knownKeys[id]
    let content = view.content(ofString: key)
    var number =
      plan.keyRules.foldsCase
      ? findFolded(key, in: known.table, view)
      : plan.keys.find(content.lowerBound, content.upperBound, view, in: known.table)
    if number < 0 && !plan.keyRules.foldsCase { number = findEscaped(key, in: known.table, view) }
    let inner = number < 0 ? nil : plan.innerKeys[Int(known.inner.first) + number]
    if inner != nil || known.patterns.isEmpty { return inner }
    return find(patternOf: key, in: known, isElement: isElement, view)
  }

  private mutating func find(
    patternOf key: Int,
    in known: KnownKeys,
    isElement: Bool,
    _ view: TokenView
  ) -> PlanID<KnownKeys>? {
    guard walk.spelling.read(key, view) else { return nil }
    var found: PlanID<KnownKeys>?
    for number in known.patterns.indices
    where walk.spelling.matches(plan.keyPatterns[number].pieces)
      && !(isElement && plan.keyPatterns[number].isOfObject)
    {
      // Several matching patterns are not combined: everything below the key counts as known.
      if found != nil { return PlanID<KnownKeys>.none }
      found = plan.keyPatterns[number].inner
    }
    return found
  }

  private mutating func report(
    unknownKey key: Int,
    _ known: PlanID<KnownKeys>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let isError = plan.nodes[frames.top.node].failsUnknownKeys
    let site = plan.nodes[frames.top.node].site
    let token = UInt32(truncatingIfNeeded: key)
    var fault = MappingFault(.unknownKey, isError: isError, site: site, token: token)
    fault.detail = UInt32(known.index)
    // A name in another position of the representation is a different key.
    var hasher = Hasher()
    hasher.combine(known.index)
    hasher.combine(view.padded, view.content(ofString: key))
    fault.variant = UInt32(truncatingIfNeeded: hasher.finalize())
    batch.faults.append(fault)
    if isError { frames.top.hasFailed = true }
  }
}
