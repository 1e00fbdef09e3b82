/// Traces how values get into records.
extension MappingOperation {
  // MARK: - Records

  /// Begins the trace of the current record.
  mutating func traceOpening(_ trace: MappingTrace) {
    let frame = frames.top
    let relationship = frames.parent.map { Int($0.relationship) }
    trace.open(
      TracedRecord(
        node: Int(frame.node.index),
        relationship: relationship,
        choices: [],
        token: Int(frame.outer),
        inner: Int(frame.token),
        row: Int(frame.row)
      ),
      parentRow: frames.parent.map { Int($0.row) }
    )
  }

  /// Traces a matcher of a dynamic node that was evaluated.
  mutating func trace(
    matcher number: Int,
    isChosen: Bool,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    var got: String?
    if case .predicate = plan.matchers[number].test {
    } else {
      got = tracedText(at: locate(plan.matchers[number].source, view), view, &batch)
    }
    trace.note(matcher: number, isChosen: isChosen, got: got)
  }

  /// Traces that the representation of a dynamic node is declined: no matcher matches it, or the
  /// one that does declines it.
  mutating func traceDeclined(
    _ token: UInt32,
    by node: PlanID<PlanNode>,
    _ trace: MappingTrace,
    _ rules: CoverageRules?
  ) {
    guard let rules else { return }
    let matcher = trace.pending.last?.matcher
    let rule = matcher.map { rules.matcher($0) } ?? rules.site(plan.nodes[node].site)
    trace.note(MappingTrace.Region(token: Int(token), reason: .declined, rule: rule))
  }

  /// Traces why the current record is not made.
  mutating func traceLoss(
    _ reason: TracedLeaf.Reason,
    by rule: Int?,
    _ trace: MappingTrace
  ) {
    let token = Int(frames.top.outer)
    trace.note(MappingTrace.Region(token: token, reason: reason, rule: rule))
  }

  // MARK: - Attributes

  /// Applies rules to the current record, and traces where their values come from; the walk has
  /// already copied the values of the first `copyCount` rules.
  @inline(never)
  mutating func applyTraced(
    _ rules: PlanRange<AttributeRule>,
    copied copyCount: Int = 0,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    for (place, rule) in rules.indices.enumerated() {
      beginTraced(rule, trace)
      let column = Int(frames.top.firstCell &+ plan.attributes[rule].column)
      let sources = plan.attributes[rule].sources
      if sources.isEmpty {
        batch.cells[column] = plan.attributes[rule].constant
        trace.add(.constant(out: tracedText(batch.cells[column], view, batch) ?? "null"))
        continue
      }
      var location = ValueLocation.missing
      var source = sources.indices.lowerBound
      for number in sources.indices where location.kind == .missing {
        source = number
        location = locate(PlanID(number), view)
      }
      noteSource(source, among: sources, at: location, trace, view, &batch)
      if place >= copyCount { assign(rule, location, view, &batch) }
    }
    trace.end()
  }

  /// Begins the trace of a value of the current record.
  mutating func beginTraced(_ rule: Int, _ trace: MappingTrace) {
    guard let coverage else { return }
    trace.select(row: Int(frames.top.row))
    trace.begin(
      column: Int(plan.attributes[rule].column),
      rule: coverage.rules.site(plan.attributes[rule].site)
    )
  }

  /// Traces where the value of an attribute comes from.
  mutating func noteSource(
    _ source: Int,
    among sources: PlanRange<Source>,
    at location: ValueLocation,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    let number = source - sources.indices.lowerBound
    let out = tracedText(at: location, view, &batch)
    if case .nestingKey = plan.sources[source].origin, let out {
      return trace.add(.key(token: location.tracedToken, out: out))
    }
    guard location.kind != .missing else {
      return trace.add(.source(number: number, token: nil, out: nil))
    }
    let turn = turn(of: plan.sources[source], at: location, view)
    trace.add(.source(number: number, token: turn.token, out: out))
    if turn.isCut && out == "null" {
      trace.add(.policy(.nullPath, .null, in: "null", out: "null"))
    }
  }

  /// The token of the value that a source leads to; if it leads to several values, that of the
  /// array or object at which it turns to them.
  ///
  /// `isCut` says that there was a null on the path.
  private mutating func turn(
    of source: Source,
    at location: ValueLocation,
    _ view: TokenView
  ) -> (token: Int?, isCut: Bool) {
    let start = Int(frames.top.token)
    switch source.origin {
    case .member(let slot) where frames.top.form == .object:
      let token = Int(slots[Int(frames.top.slotBase &+ slot)])
      return token != 0
        ? turn(source.rest.indices, from: token, view)
        : turn(source.whole.indices, from: start, view)
    case .member: return turn(source.whole.indices, from: start, view)
    case .representation: return turn(source.rest.indices, from: start, view)
    case .parent(let levels, let path):
      var context = frames.top.context
      for _ in 0..<levels where context >= 0 { context = contexts[Int(context)].parent }
      return turn(path, from: context, view)
    case .owner(let path): return turn(path, from: frames.parent?.context ?? -1, view)
    case .root(let path): return turn(path, from: rootContext, view)
    case .document(let path): return turn(path, from: 0, view)
    case .nestingKey, .key, .collectionIndex, .rootKeyPath, .parentObject, .metadata, .line:
      return (location.tracedToken, false)
    }
  }

  private mutating func turn(
    _ path: PlanID<AncestorPath>,
    from context: Int32,
    _ view: TokenView
  ) -> (token: Int?, isCut: Bool) {
    guard context >= 0 else { return (nil, false) }
    let start = Int(contexts[Int(context)].token)
    return turn(plan.ancestorPaths[path].steps.indices, from: start, view)
  }

  mutating func turn(_ steps: Range<Int>, from start: Int, _ view: TokenView) -> (
    token: Int?, isCut: Bool
  ) {
    var token = start
    for number in steps {
      let byte = view.token(token)
      if byte == .ascii("n") { return (token, true) }
      switch (plan.steps[number], byte) {
      case (.key(let key), .openObject):
        let found = walk.member(key, of: ValueLocation(token: token), view)
        if found.kind == .missing { return (nil, false) }
        token = Int(found.first)
      case (.index(let index), .openArray):
        guard let element = view.element(Int(index), of: token) else { return (nil, false) }
        token = element
      case (.collection(let collection), .openArray):
        guard case .part(.element(let place)) = collection.form,
          let element = view.element(place, of: token)
        else { return (token, false) }
        token = element
      default: return (token, false)
      }
    }
    return (token, false)
  }

  // MARK: - Values

  /// Applies transforms one by one, and traces each.
  mutating func tracedTransforms(
    _ value: Cell,
    by rules: PlanRange<ValueRule.Transform>,
    at location: ValueLocation,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> Cell {
    var cell = value
    for (number, rule) in rules.indices.enumerated() {
      let given = tracedText(cell, view, batch) ?? ""
      cell = transformed(cell, by: PlanRange(rule..<(rule + 1)), at: location, view, &batch)
      if cell.kind == .missing { failedTransform = UInt32(number) }
      trace.add(.transform(number: number, in: given, out: tracedText(cell, view, batch)))
      if cell.kind == .missing || cell.kind == .null { break }
    }
    return cell
  }

  /// Traces a look-up in a value map.
  mutating func note(
    lookUpOf cell: Cell,
    in map: PlanID<ValueMap>,
    entry: Int,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    let found = plan.value(ofEntry: entry, of: map)
    trace.add(
      .lookUp(
        map: Int(map.index),
        entry: entry,
        in: tracedText(cell, view, batch) ?? "",
        out: tracedText(found, view, batch)
      )
    )
  }

  /// Traces that a policy replaced a value.
  mutating func note(
    _ fallback: Fallback,
    _ rule: Int,
    _ trace: MappingTrace,
    _ batch: borrowing RecordBatch
  ) {
    let given = trace.policy == .onMissing ? nil : trace.last
    let column = Int(frames.top.firstCell &+ plan.attributes[rule].column)
    var out: String?
    switch batch.cells[column].kind {
    case .missing: out = nil
    case .null: out = "null"
    default: out = tracedConstant(plan.attributes[rule].constant)
    }
    if fallback == .default {
      trace.add(.policy(trace.policy, fallback, in: given, out: nil))
      trace.add(.default(trace.policy, out: out))
    } else {
      trace.add(.policy(trace.policy, fallback, in: given, out: out))
    }
  }

  /// Traces the validation of the value in a cell.
  mutating func note(
    validation number: Int,
    hasFired: Bool,
    at place: Int,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    let given = tracedText(batch.cells[place], view, batch)
    var out = given
    if hasFired {
      switch plan.validations[number].outcome {
      case .reject, .fail, .required: out = nil
      case .null: out = "null"
      case .set: out = tracedConstant(plan.validations[number].value)
      }
    }
    trace.select(row: Int(frames.top.row))
    trace.select(column: Int(plan.validations[number].column))
    trace.add(.validate(number: number, hasFired: hasFired, in: given, out: out))
    trace.end()
  }

  /// Traces a computed value: it is made from the values loaded last, or, for a template, from
  /// columns.
  mutating func noteComputed(
    _ computed: ComputedAttribute,
    _ cell: Cell?,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) {
    var reads: [String?] = []
    var columns: [Int] = []
    if computed.program.isNone {
      for number in computed.template.indices {
        guard case .column(let column, _) = plan.templatePieces[number] else { continue }
        columns.append(Int(column))
        let place = Int(frames.top.firstCell &+ column)
        reads.append(tracedText(batch.cells[place], view, batch))
      }
    } else {
      let operands = plan.programs[computed.program].operands.indices
      for (number, operand) in operands.enumerated() {
        reads.append(tracedText(machine.operands[number], view, batch))
        if case .column(let column) = plan.expressionOperands[operand] {
          columns.append(Int(column))
        }
      }
    }
    // A value that is computed as null is missing.
    var out = cell.flatMap { tracedText($0, view, batch) }
    if out == "null" { out = nil }
    trace.add(.computed(reads: reads, out: out))
    trace.add(columns: columns)
  }

  /// Traces the keys of a connection.
  mutating func trace(
    connection rule: ConnectionRule,
    _ trace: MappingTrace,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) {
    guard let coverage else { return }
    trace.select(row: Int(frames.top.row))
    trace.begin(column: Int(rule.column), rule: coverage.rules.site(rule.site))
    let columns = plan.connectionKeys[rule.keys].map { Int($0) }
    let keys = columns.map { column in
      tracedText(batch.cells[Int(frames.top.firstCell) + column], view, batch) ?? "null"
    }
    trace.add(.connection(keys: keys))
    trace.add(columns: columns)
    trace.end()
  }

  // MARK: - Texts

  /// The value at a location as JSON; nil for none.
  mutating func tracedText(
    at location: ValueLocation,
    _ view: TokenView,
    _ batch: inout RecordBatch
  ) -> String? {
    let side = batch.side.count
    let (room, isApplied) = (room, frames.top.isApplied)
    defer {
      batch.side.truncate(to: side)
      self.room = room
      frames.top.isApplied = isApplied
    }
    return tracedText(plainValue(at: location, view, &batch), view, batch)
  }

  /// A value as compact JSON; nil for none, and for records.
  mutating func tracedText(
    _ cell: Cell,
    _ view: TokenView,
    _ batch: borrowing RecordBatch
  ) -> String? {
    cell.compactText(in: bytes(around: cell, view, batch))
  }

  private mutating func tracedConstant(_ cell: Cell) -> String? {
    cell.compactText(in: plan.text.span) ?? "null"
  }
}

extension Cell {
  /// The value as compact JSON, its text lying in `bytes`; nil for none, and for records.
  package func compactText(in bytes: Span<UInt8>) -> String? {
    switch kind {
    case .missing, .record, .list, .reference: return nil
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .number, .string, .structure:
      var text = UniqueArray<UInt8>()
      CompactText.append(bytes, range, to: &text)
      return String(decoding: (0..<text.count).map { text[$0] }, as: UTF8.self)
    }
  }
}

extension ValueLocation {
  /// The token of the value, or of the key if it is one; nil for what is not part of the input.
  fileprivate var tracedToken: Int? { kind == .token ? Int(first) : nil }
}
