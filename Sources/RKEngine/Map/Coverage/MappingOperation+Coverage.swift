/// What the rules of a record read and find, for the coverage of a spec.
///
/// Called only if coverage is wanted. The rules are applied elsewhere; here they are looked up again.
extension MappingOperation {
  // MARK: - Records

  /// Counts the rules of the current record, whose node has accepted it, up to its relationships.
  ///
  /// Restores the state of the record that counting changes.
  mutating func coverRecord(
    _ coverage: CoverageCollector,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let node = frames.top.node
    trace?.select(row: Int(frames.top.row))
    coverage.count(plan.nodes[node].site, isUsed: true)
    coverCondition(isTrue: true, coverage, view)
    if frames.top.isScalarAttribute {
      coverScalar(coverage, view)
    } else {
      cover(plan.nodes[node].early, coverage, view, &batch)
    }
    let ignored = plan.nodes[node].ignoredKeys
    if !ignored.isNone && frames.top.form == .object {
      ignoreKeys(ignored, Int(frames.top.token), coverage, view)
    }
  }

  /// Counts a record that the `when` of its node has declined.
  mutating func coverDeclined(_ coverage: CoverageCollector, _ view: TokenView) {
    coverage.count(plan.nodes[frames.top.node].site, isUsed: false)
    coverCondition(isTrue: false, coverage, view)
  }

  private mutating func coverCondition(
    isTrue: Bool,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    let condition = plan.nodes[frames.top.node].when
    if condition.isNone { return }
    let rule = coverage.rules.condition(ofNode: Int(frames.top.node.index))
    coverage.count(rule, isUsed: isTrue)
    mark(operandsOf: condition, by: rule, coverage, view)
  }

  /// Counts a scalar that became a single attribute, besides its key.
  private mutating func coverScalar(_ coverage: CoverageCollector, _ view: TokenView) {
    let node = frames.top.node
    for number in plan.nodes[node].early.indices {
      guard let source = plan.attributes[number].sources.indices.first,
        case .nestingKey = plan.sources[source].origin
      else { continue }
      let isFound = frames.top.nestingKey.kind != .missing
      coverage.count(
        coverage.rules.site(plan.attributes[number].site),
        isFound ? .found : .missing
      )
    }
    let rule = coverage.rules.site(plan.attributes[plan.nodes[node].scalarAttribute].site)
    let token = Int(frames.top.token)
    coverage.count(rule, view.isNull(token) ? .null : .found)
    coverage.mark(token, by: rule)
  }

  // MARK: - Attributes

  /// Counts attributes of the current record that are found, not computed.
  ///
  /// Restores the state of the record that counting changes.
  mutating func cover(
    _ attributes: PlanRange<AttributeRule>,
    _ coverage: CoverageCollector,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let (isApplied, itemsLeft) = (frames.top.isApplied, walk.itemsLeft)
    let base = frames.top.form == .object ? Int(frames.top.slotBase) : -1
    for number in attributes.indices
    where !coverage.coverPlainly(number, slots, from: base, view) {
      cover(number, coverage, view, batch)
    }
    frames.top.isApplied = isApplied
    walk.itemsLeft = itemsLeft
  }

  @inline(never)
  private mutating func cover(
    _ number: Int,
    _ coverage: CoverageCollector,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    let rule = coverage.rules.site(plan.attributes[number].site)
    let sources = plan.attributes[number].sources
    var location = ValueLocation.missing
    for source in sources.indices where location.kind == .missing {
      location = locate(PlanID(source), view)
      mark(PlanID(source), by: rule, coverage, view)
    }
    coverage.count(rule, sources.isEmpty ? .found : finding(at: location, view, batch))
  }

  /// Describes what was found at a location.
  private mutating func finding(
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) -> CoverageCollector.Finding {
    switch location.kind {
    case .missing, .unknown, .broken: return .missing
    case .null: return .null
    case .token: return view.isNull(Int(location.first)) ? .null : .found
    case .cell:
      let kind = batch.cells[Int(location.first)].kind
      return kind == .missing ? .missing : kind == .null ? .null : .found
    case .list, .number, .madeNumber, .constant, .metadata, .uncomputed: return .found
    }
  }

  /// Counts an attribute that is computed.
  mutating func cover(
    _ computed: ComputedAttribute,
    hasValue: Bool,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    let rule = coverage.rules.site(plan.attributes[computed.attribute].site)
    coverage.count(rule, hasValue ? .found : .missing)
    if !computed.program.isNone { mark(operandsOf: computed.program, by: rule, coverage, view) }
  }

  /// Counts a validation of a value or a record.
  mutating func cover(
    validation number: Int,
    isTrue: Bool,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    let rule = coverage.rules.site(plan.validations[number].site)
    coverage.count(rule, isUsed: true)
    if isTrue != plan.validations[number].isNegated { coverage.countFired(rule) }
    mark(operandsOf: plan.validations[number].condition, by: rule, coverage, view)
  }

  // MARK: - Relationships

  /// Counts a relationship, whose value is at a location.
  mutating func cover(
    _ relationship: RelationshipRule,
    at location: ValueLocation,
    _ coverage: CoverageCollector,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    let rule = coverage.rules.site(relationship.site)
    coverage.count(rule, finding(at: location, view, batch))
    // The representations themselves are read by the rules of their mappers.
    mark(relationship.source, by: rule, isOfEmpty: true, coverage, view)
    if plan.nodes[relationship.node].forcesCollection {
      Self.coverMembers(at: location, by: rule, coverage, view)
    }
  }

  /// For an object whose members are all representations, marks its nulls and empty values.
  static func coverMembers(
    at location: ValueLocation,
    by rule: Int,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    guard location.kind == .token, view.token(Int(location.first)) == .openObject else { return }
    var key = Int(location.first) + 1
    while view.token(key) == .quote {
      if view.isEmptyOrNull(key + 2) { coverage.mark(key + 2, by: rule) }
      key = view.afterComma(view.next(after: key + 2))
    }
  }

  // MARK: - Choices

  /// Counts a matcher that was evaluated for the node of the current representation.
  mutating func cover(
    matcher number: Int,
    isChosen: Bool,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    let rule = coverage.rules.matcher(number)
    coverage.count(rule, isUsed: isChosen)
    if case .predicate = plan.matchers[number].test {
      mark(operandsOf: plan.matchers[number].predicate, by: rule, coverage, view)
    } else {
      mark(plan.matchers[number].source, by: rule, coverage, view)
    }
  }

  /// Counts a representation that no matcher of its dynamic node matches.
  mutating func coverOtherwise(_ id: PlanID<PlanNode>, _ coverage: CoverageCollector) {
    coverage.count(plan.nodes[id].site, isUsed: !plan.nodes[id].otherwise.isNone)
    coverage.count(coverage.rules.otherwise(ofNode: Int(id.index)), isUsed: true)
  }

  // MARK: - What is read

  /// Marks what an expression reads of the current record.
  mutating func mark(
    operandsOf program: PlanID<ExpressionProgram>,
    by rule: Int,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    for number in plan.programs[program].operands.indices {
      if case .source(let source) = plan.expressionOperands[number] {
        mark(source, by: rule, coverage, view)
      }
    }
  }

  /// Marks what a source reads, in the current representation or around it.
  ///
  /// If what it finds are representations, marks only empty values and nulls.
  private mutating func mark(
    _ id: PlanID<Source>,
    by rule: Int,
    isOfEmpty: Bool = false,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    let source = plan.sources[id]
    let start = Int(frames.top.token)
    let reading = Reading(rule: rule, isOfEmpty: isOfEmpty)
    switch source.origin {
    case .member(let slot) where frames.top.form == .object:
      let token = Int(slots[Int(frames.top.slotBase &+ slot)])
      if token != 0 {
        mark(source.rest.indices, from: token, by: reading, coverage, view)
      } else if !source.detours.isEmpty {
        mark(source.whole.indices, from: start, by: reading, coverage, view)
      }
    case .member: mark(source.whole.indices, from: start, by: reading, coverage, view)
    case .representation:
      // Making a record from its owner's representation reads nothing.
      if isOfEmpty && source.rest.isEmpty { return }
      mark(source.rest.indices, from: start, by: reading, coverage, view)
    case .parent(let levels, let path):
      var context = frames.top.context
      for _ in 0..<levels where context >= 0 { context = contexts[Int(context)].parent }
      mark(path, from: context, by: reading, coverage, view)
    case .owner(let path):
      mark(path, from: frames.parent?.context ?? -1, by: reading, coverage, view)
    case .root(let path): mark(path, from: rootContext, by: reading, coverage, view)
    case .document(let path): mark(path, from: 0, by: reading, coverage, view)
    case .nestingKey, .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata, .line: break
    }
  }

  private mutating func mark(
    _ path: PlanID<AncestorPath>,
    from context: Int32,
    by reading: Reading,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    guard context >= 0 else { return }
    let start = Int(contexts[Int(context)].token)
    mark(plan.ancestorPaths[path].steps.indices, from: start, by: reading, coverage, view)
  }

  /// How a rule reads what a path leads to.
  struct Reading: BitwiseCopyable {
    var rule: Int
    /// Marks only null and empty values: any other is a representation, which other rules read.
    var isOfEmpty: Bool
  }

  /// Marks the values that a path leads to, and the nulls and empty values on the path.
  ///
  /// Recurses as deep as arrays are nested and the path has steps.
  mutating func mark(
    _ steps: Range<Int>,
    from start: Int,
    by reading: Reading,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    var token = start
    for number in steps {
      if view.isEmptyOrNull(token) { return coverage.mark(token, by: reading.rule) }
      let byte = view.token(token)
      guard TokenView.opens(byte) else { return }
      let rest = (number + 1)..<steps.upperBound
      switch (plan.steps[number], byte) {
      case (.key(let key), .openObject):
        let found = walk.member(key, of: ValueLocation(token: token), view)
        if found.kind == .missing { return }
        token = Int(found.first)
      case (.index(let index), .openArray):
        guard let element = view.element(Int(index), of: token) else { return }
        token = element
      case (.index, _): return
      case (.key, _), (.glob, .openArray):
        // Arrays are transparent.
        return markMembers(number..<steps.upperBound, of: token, by: reading, coverage, view)
      case (.all, _): return markMembers(rest, of: token, by: reading, coverage, view)
      case (.glob(let glob), _):
        return markMembers(rest, of: token, matching: glob, by: reading, coverage, view)
      case (.descendants(let key), _):
        return markDescendants(key, rest, of: token, by: reading, coverage, view)
      case (.collection(let collection), _):
        switch collection.form {
        case .part(.count), .part(.keys): return coverage.mark(token, by: reading.rule)
        case .part(.element(let place)):
          guard byte == .openArray, let element = view.element(place, of: token) else { return }
          token = element
        case .part(.values), .combination:
          return markMembers(rest, of: token, by: reading, coverage, view)
        }
      }
    }
    if !reading.isOfEmpty || view.isEmptyOrNull(token) {
      coverage.mark(token, by: reading.rule)
    } else if view.token(token) == .openArray {
      markMembers(steps.upperBound..<steps.upperBound, of: token, by: reading, coverage, view)
    }
  }

  /// Marks what a path leads to from each element of an array, or from each member of an object
  /// that matches a pattern.
  private mutating func markMembers(
    _ steps: Range<Int>,
    of container: Int,
    matching glob: PlanID<KeyGlob>? = nil,
    by reading: Reading,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    var token = container + 1
    let isObject = view.token(container) == .openObject
    while view.token(token) != .closeArray && view.token(token) != .closeObject {
      let value = isObject ? token + 2 : token
      var isWanted = true
      if isObject, let glob {
        isWanted =
          walk.spelling.read(token, view) && walk.spelling.matches(plan.globs[glob].pieces)
      }
      if isWanted { mark(steps, from: value, by: reading, coverage, view) }
      token = view.afterComma(view.next(after: value))
    }
  }

  private mutating func markDescendants(
    _ key: ByteRange,
    _ steps: Range<Int>,
    of container: Int,
    by reading: Reading,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    for token in (container + 1)..<view.next(after: container)
    where view.token(token) == .quote && view.token(token + 1) == .colon
      && walk.spelling.isKey(token, key, view)
    {
      mark(steps, from: token + 2, by: reading, coverage, view)
    }
  }

  // MARK: - What is ignored

  /// Marks the values of ignored keys, in the object at a token or in the objects of an array
  /// there.
  ///
  /// Recurses only as deep as the spec's patterns and nested arrays.
  private mutating func ignoreKeys(
    _ known: PlanID<KnownKeys>,
    _ token: Int,
    isElement: Bool = false,
    _ coverage: CoverageCollector,
    _ view: TokenView
  ) {
    var at = token + 1
    if view.token(token) == .openArray {
      while view.token(at) != .closeArray {
        ignoreKeys(known, at, isElement: true, coverage, view)
        at = view.afterComma(view.next(after: at))
      }
    } else if view.token(token) == .openObject {
      while view.token(at) == .quote {
        switch find(at, in: known, isElement: isElement, view) {
        case nil: break
        case let inner? where !inner.isNone: ignoreKeys(inner, at + 2, coverage, view)
        default: coverage.ignore(at + 2)
        }
        at = view.afterComma(view.next(after: at + 2))
      }
    }
  }
}
