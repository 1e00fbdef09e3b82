/// What the rules of a record read and find, for the coverage of a spec.
///
/// Called only where that is wanted: the rules have been applied, or will be, and are asked once
/// more where their values are.
extension MappingOperation {
  // MARK: - Records

  /// Counts the rules of the stack's top, which its node has taken, up to its relationships.
  ///
  /// Its effects on the current record are undone.
  mutating func coverRecord(_ view: TokenView, _ batch: inout RecordBatch) {
    let (isApplied, itemsLeft) = (frames.top.isApplied, walk.itemsLeft)
    let node = plan.nodes[frames.top.node]
    coverage?.count(node, isTaken: true)
    coverCondition(isTrue: true, view)
    if frames.top.isScalarAttribute {
      coverScalar(view)
    } else {
      cover(node.early, view, &batch)
    }
    if !node.ignoredKeys.isNone && frames.top.form == .object {
      ignoreKeys(node.ignoredKeys, Int(frames.top.token), view)
    }
    frames.top.isApplied = isApplied
    walk.itemsLeft = itemsLeft
  }

  /// The `when` of the stack's top's node has declined it.
  mutating func coverDeclined(_ view: TokenView) {
    coverage?.count(plan.nodes[frames.top.node], isTaken: false)
    coverCondition(isTrue: false, view)
  }

  private mutating func coverCondition(isTrue: Bool, _ view: TokenView) {
    let condition = plan.nodes[frames.top.node].when
    guard !condition.isNone, let coverage else { return }
    let rule = coverage.rules.condition(ofNode: Int(frames.top.node.index))
    coverage.count(rule, isUsed: isTrue)
    mark(operandsOf: condition, by: rule, view)
  }

  /// A scalar has become a single attribute, beside its key.
  private mutating func coverScalar(_ view: TokenView) {
    let node = plan.nodes[frames.top.node]
    guard let coverage else { return }
    for number in node.early.indices {
      guard let source = plan.attributes[number].sources.indices.first,
        case .nestingKey = plan.sources[source].origin
      else { continue }
      let isFound = frames.top.nestingKey.kind != .missing
      coverage.count(
        coverage.rules.site(plan.attributes[number].site),
        isFound ? .found : .missing
      )
    }
    let rule = coverage.rules.site(plan.attributes[node.scalarAttribute].site)
    let token = Int(frames.top.token)
    coverage.count(rule, view.isNull(token) ? .null : .found)
    coverage.mark(token, by: rule)
  }

  // MARK: - Attributes

  /// Counts attributes of the stack's top that are found, not computed.
  mutating func cover(
    _ attributes: PlanRange<AttributeRule>,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    guard let coverage else { return }
    let (isApplied, itemsLeft) = (frames.top.isApplied, walk.itemsLeft)
    for number in attributes.indices {
      let rule = coverage.rules.site(plan.attributes[number].site)
      let sources = plan.attributes[number].sources
      var location = ValueLocation.missing
      for source in sources.indices where location.kind == .missing {
        location = locate(PlanID(source), view)
        mark(PlanID(source), by: rule, view)
      }
      coverage.count(rule, sources.isEmpty ? .found : finding(at: location, view, batch))
    }
    frames.top.isApplied = isApplied
    walk.itemsLeft = itemsLeft
  }

  /// What is found at a location.
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
    case .list, .number, .madeNumber, .constant, .metadata: return .found
    }
  }

  /// Counts an attribute that is computed.
  mutating func cover(_ computed: ComputedAttribute, hasValue: Bool, _ view: TokenView) {
    guard let coverage else { return }
    let rule = coverage.rules.site(plan.attributes[computed.attribute].site)
    coverage.count(rule, hasValue ? .found : .missing)
    if !computed.program.isNone { mark(operandsOf: computed.program, by: rule, view) }
  }

  /// Counts a validation that has judged a value or a record.
  mutating func cover(_ number: Int, isTrue: Bool, _ view: TokenView) {
    guard let coverage else { return }
    let rule = coverage.rules.site(plan.validations[number].site)
    coverage.count(rule, isUsed: true)
    if isTrue != plan.validations[number].isNegated { coverage.countFired(rule) }
    mark(operandsOf: plan.validations[number].condition, by: rule, view)
  }

  // MARK: - Relationships

  /// Counts a relationship, whose value is at a location.
  mutating func cover(
    _ relationship: RelationshipRule,
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    guard let coverage else { return }
    let rule = coverage.rules.site(relationship.site)
    coverage.count(rule, finding(at: location, view, batch))
    // The representations themselves are read by the rules of their mappers.
    mark(relationship.source, by: rule, isOfEmpty: true, view)
  }

  // MARK: - Choices

  /// Counts a matcher of the node of the stack's top that was asked.
  mutating func cover(matcher number: Int, isChosen: Bool, _ view: TokenView) {
    guard let coverage else { return }
    let rule = coverage.rules.matcher(number)
    coverage.count(rule, isUsed: isChosen)
    if case .predicate = plan.matchers[number].test {
      mark(operandsOf: plan.matchers[number].predicate, by: rule, view)
    } else {
      mark(plan.matchers[number].source, by: rule, view)
    }
  }

  /// Counts a dynamic node of which no matcher matches a representation.
  mutating func coverOtherwise(_ id: PlanID<PlanNode>) {
    guard let coverage else { return }
    let node = plan.nodes[id]
    coverage.count(node, isTaken: !node.otherwise.isNone)
    coverage.count(coverage.rules.otherwise(ofNode: Int(id.index)), isUsed: true)
  }

  // MARK: - What is read

  /// Marks what an expression over the stack's top reads.
  mutating func mark(
    operandsOf program: PlanID<ExpressionProgram>,
    by site: PlanSite,
    _ view: TokenView
  ) {
    guard let coverage else { return }
    mark(operandsOf: program, by: coverage.rules.site(site), view)
  }

  private mutating func mark(
    operandsOf program: PlanID<ExpressionProgram>,
    by rule: Int,
    _ view: TokenView
  ) {
    for number in plan.programs[program].operands.indices {
      if case .source(let source) = plan.expressionOperands[number] {
        mark(source, by: rule, view)
      }
    }
  }

  /// Marks what a source leads to in the representation of the stack's top or around it; only
  /// empty values and nulls if that are representations.
  private mutating func mark(
    _ id: PlanID<Source>,
    by rule: Int,
    isOfEmpty: Bool = false,
    _ view: TokenView
  ) {
    let source = plan.sources[id]
    let start = Int(frames.top.token)
    switch source.origin {
    case .member(let slot) where frames.top.form == .object:
      let token = Int(slots[Int(frames.top.slotBase &+ slot)])
      if token != 0 {
        mark(source.rest.indices, from: token, by: rule, isOfEmpty: isOfEmpty, view)
      } else if !source.detours.isEmpty {
        mark(source.whole.indices, from: start, by: rule, isOfEmpty: isOfEmpty, view)
      }
    case .member: mark(source.whole.indices, from: start, by: rule, isOfEmpty: isOfEmpty, view)
    case .representation:
      // A record made from its owner's representation reads nothing of it by being made.
      if isOfEmpty && source.rest.isEmpty { return }
      mark(source.rest.indices, from: start, by: rule, isOfEmpty: isOfEmpty, view)
    case .parent(let levels, let path):
      var context = frames.top.context
      for _ in 0..<levels where context >= 0 { context = contexts[Int(context)].parent }
      mark(path, from: context, by: rule, isOfEmpty: isOfEmpty, view)
    case .owner(let path):
      mark(path, from: frames.parent?.context ?? -1, by: rule, isOfEmpty: isOfEmpty, view)
    case .root(let path):
      mark(path, from: plan.needsDocument ? 1 : 0, by: rule, isOfEmpty: isOfEmpty, view)
    case .document(let path): mark(path, from: 0, by: rule, isOfEmpty: isOfEmpty, view)
    case .nestingKey, .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata, .line: break
    }
  }

  private mutating func mark(
    _ path: PlanID<AncestorPath>,
    from context: Int32,
    by rule: Int,
    isOfEmpty: Bool,
    _ view: TokenView
  ) {
    guard context >= 0 else { return }
    let start = Int(contexts[Int(context)].token)
    let steps = plan.ancestorPaths[path].steps.indices
    mark(steps, from: start, by: rule, isOfEmpty: isOfEmpty, view)
  }

  /// Marks the values that a path leads to, and the nulls and empty values on its way.
  ///
  /// Recurses as deep as arrays are nested and a path has steps.
  mutating func mark(
    _ steps: Range<Int>,
    from start: Int,
    by rule: Int,
    isOfEmpty: Bool = false,
    _ view: TokenView
  ) {
    var token = start
    for number in steps {
      let rest = (number + 1)..<steps.upperBound
      let byte = view.token(token)
      guard TokenView.opens(byte) else {
        if byte == .ascii("n") { coverage?.mark(token, by: rule) }
        return
      }
      if view.token(token + 1) == .closeObject || view.token(token + 1) == .closeArray {
        coverage?.mark(token, by: rule)
        return
      }
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
        return markMembers(number..<steps.upperBound, of: token, by: rule, isOfEmpty, view)
      case (.all, _): return markMembers(rest, of: token, by: rule, isOfEmpty, view)
      case (.glob(let glob), _):
        return markMembers(rest, of: token, matching: glob, by: rule, isOfEmpty, view)
      case (.descendants(let key), _):
        return markDescendants(key, rest, of: token, by: rule, isOfEmpty, view)
      case (.collection(let collection), _):
        switch collection.form {
        case .part(.count), .part(.keys):
          coverage?.mark(token, by: rule)
          return
        case .part(.element(let place)):
          guard byte == .openArray, let element = view.element(place, of: token) else { return }
          token = element
        case .part(.values), .combination:
          return markMembers(rest, of: token, by: rule, isOfEmpty, view)
        }
      }
    }
    coverage?.mark(token, by: rule, isOfEmpty: isOfEmpty)
    if isOfEmpty && view.token(token) == .openArray {
      markMembers(steps.upperBound..<steps.upperBound, of: token, by: rule, isOfEmpty, view)
    }
  }

  /// Marks what a path leads to from each element of an array, or each member of an object that
  /// matches a pattern.
  private mutating func markMembers(
    _ steps: Range<Int>,
    of container: Int,
    matching glob: PlanID<KeyGlob>? = nil,
    by rule: Int,
    _ isOfEmpty: Bool,
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
      if isWanted { mark(steps, from: value, by: rule, isOfEmpty: isOfEmpty, view) }
      token = view.afterComma(view.next(after: value))
    }
  }

  private mutating func markDescendants(
    _ key: ByteRange,
    _ steps: Range<Int>,
    of container: Int,
    by rule: Int,
    _ isOfEmpty: Bool,
    _ view: TokenView
  ) {
    for token in (container + 1)..<view.next(after: container)
    where view.token(token) == .quote && view.token(token + 1) == .colon
      && walk.spelling.isKey(token, key, view)
    {
      mark(steps, from: token + 2, by: rule, isOfEmpty: isOfEmpty, view)
    }
  }

  // MARK: - What is ignored

  /// Marks the values of the ignored keys of the object at a token, or of those in an array there.
  ///
  /// Recurses only as deep as the spec's patterns, and arrays in arrays.
  private mutating func ignoreKeys(
    _ known: PlanID<KnownKeys>,
    _ token: Int,
    isElement: Bool = false,
    _ view: TokenView
  ) {
    var at = token + 1
    switch view.token(token) {
    case .openArray:
      while view.token(at) != .closeArray {
        ignoreKeys(known, at, isElement: true, view)
        at = view.afterComma(view.next(after: at))
      }
    case .openObject:
      while view.token(at) == .quote {
        switch find(at, in: known, isElement: isElement, view) {
        case nil: break
        case let inner? where !inner.isNone: ignoreKeys(inner, at + 2, view)
        default: coverage?.ignore(at + 2)
        }
        at = view.afterComma(view.next(after: at + 2))
      }
    default: break
    }
  }
}
