internal import RKEngine

/// What the names in an expression refer to.
enum ExpressionScope {
  /// Key paths of a representation with known wanted keys. Whether a null on the path counts as
  /// found does not matter, because both are NIL.
  case representation(ShapeTree)
  /// Destinations of a record, which is `SELF`.
  case record(columns: KeyedValues<String, Int>)
  /// Destinations of a record; `SELF` is the value of one of its columns.
  case value(columns: KeyedValues<String, Int>)
  /// Destinations of the owner of a record, for a column that the owner fills. `SELF` is the value
  /// of that column; the record's own destinations are below the relationship's.
  case filled(columns: KeyedValues<String, Int>, by: ObjectMapping, within: [String])

  fileprivate var columns: KeyedValues<String, Int>? {
    switch self {
    case .representation: nil
    case .record(let columns), .value(let columns), .filled(let columns, _, _): columns
    }
  }
}

extension PlanCompiler {
  /// Adds a predicate or an expression to the plan.
  mutating func program(_ expression: SpecExpression, _ scope: ExpressionScope)
    -> PlanID<ExpressionProgram>
  {
    var compiler = ExpressionCompiler(scope)
    programs.append(Program(expression: expression, mapping: programMapping ?? MappingID(0)))
    let root = compiler.compile(expression.tree, with: &self)
    let operands = plan.expressionOperands.add(compiler.operands)
    return plan.programs.add(
      ExpressionProgram(
        root: plan.expressions.add(root),
        operands: operands,
        spellsKeys: scope.columns == nil && !graph.keyNaming.isExact
      )
    )
  }
}

extension PlanCompiler {
  /// The mapping of the current node; nil for an expression alone.
  fileprivate var programMapping: MappingID? {
    keys.indices.contains(programNode) ? keys[programNode].mapping : nil
  }

  /// The conversion that has written the dates of a type; none if it has no dates.
  fileprivate mutating func date(_ type: AttributeType?) -> PlanID<DateConversion> {
    guard case .date(let rules) = type?.leaf else { return .none }
    return date(rules)
  }

  fileprivate mutating func date(_ rules: DateRules) -> PlanID<DateConversion> {
    if let made = comparedDates[rules] { return made }
    let conversion = rules.conversion(in: &plan.dates, zones: &zones)
    let id = plan.dates.add(conversion)
    comparedDates[rules] = id
    return id
  }

  /// Adds the columns of dates of records that others are related to, for key paths that lead
  /// through them.
  mutating func addDateColumns() {
    if plan.programs.isEmpty || plan.relationships.isEmpty && plan.connections.isEmpty { return }
    for (number, node) in plan.nodes.enumerated() where !node.record.isNone {
      guard case .object(let mapping) = graph[keys[number].mapping] else { continue }
      for attribute in mapping.attributes {
        let date = date(attribute.type)
        guard !date.isNone, let column = columns[number][attribute.destination.text] else {
          continue
        }
        plan.dateColumns.append(
          DateColumn(record: node.record, column: UInt32(column), date: date)
        )
      }
    }
  }
}

/// Makes the nodes of one program.
private struct ExpressionCompiler {
  /// A value that is read, so that it is loaded only once.
  private enum Reading: Hashable {
    case path(SourceKeyPath)
    case column(Int)
    case subject
  }

  /// The columns by the keys of their destinations.
  ///
  /// Made only if the text of one destination is not enough.
  private var columns: [[String]: Int]?
  private let scope: ExpressionScope
  private(set) var operands: [ExpressionOperand] = []
  private var readings: [Reading: Int] = [:]
  /// The variables of the enclosing SUBQUERYs, innermost last.
  private var variables: [String] = []
  /// Whether the next expression is compared, so that its dates need no text.
  private var isCompared = false

  init(_ scope: ExpressionScope) { self.scope = scope }

  mutating func compile(_ expression: Expression, with compiler: inout PlanCompiler)
    -> ExpressionNode
  {
    let isCompared = isCompared
    self.isCompared = false
    switch expression.kind {
    case .constant(let value):
      var node = ExpressionNode(.constant)
      node.constant = constant(value, &compiler)
      return node
    case .truth(let value): return ExpressionNode(value ? .isTrue : .isFalse)
    case .keyPath(let path): return node(of: path, &compiler)
    case .path(let inner, let components) where inner.isSubject:
      return node(fromSubject: components, &compiler)
    case .variable(let name, let components):
      var node = ExpressionNode(.variable)
      let level = variables.lastIndex(of: name) ?? variables.count
      node.index = UInt32(max(variables.count - 1 - level, 0))
      node.steps = steps(components, &compiler)
      return node
    case .path(let inner, let components):
      var node = node(.path, [inner], &compiler)
      node.steps = steps(components, &compiler)
      return node
    case .list(let items): return node(.list, items, isCompared: isCompared, &compiler)
    case .negative(let inner): return node(.negate, [inner], &compiler)
    case .arithmetic(let sign, let left, let right):
      return node(.arithmetic(sign), [left, right], &compiler)
    case .function(.date, let arguments):
      var node = node(.function(.date), Array(arguments.prefix(1)), &compiler)
      node.date = date(arguments, isCompared: isCompared, &compiler)
      return node
    case .function(let function, let arguments):
      return node(.function(function), arguments, &compiler)
    case .ternary(let condition, let first, let second):
      return node(.ternary, [condition, first, second], &compiler)
    case .subquery(let collection, let variable, let predicate):
      let elements = compile(collection, with: &compiler)
      variables.append(variable)
      let condition = compile(predicate, with: &compiler)
      variables.removeLast()
      var node = ExpressionNode(.subquery)
      node.operands = compiler.plan.expressions.add([elements, condition])
      return node
    case .and(let parts): return node(.and, parts, &compiler)
    case .or(let parts): return node(.or, parts, &compiler)
    case .not(let inner): return node(.not, [inner], &compiler)
    case .comparison(let comparison, let left, let right):
      let operation = ExpressionNode.Operation.comparison(comparison.comparator)
      let isCompared = !comparison.comparator.takesTexts
      var node = node(operation, [left, right], isCompared: isCompared, &compiler)
      node.quantifier = comparison.quantifier
      node.ignoresCase = comparison.ignoresCase
      node.ignoresDiacritics = comparison.ignoresDiacritics
      node.pattern = pattern(comparison, right, &compiler)
      return node
    }
  }

  private mutating func node(
    _ operation: ExpressionNode.Operation,
    _ parts: [Expression],
    isCompared: Bool = false,
    _ compiler: inout PlanCompiler
  ) -> ExpressionNode {
    var node = ExpressionNode(operation)
    var nodes: [ExpressionNode] = []
    for part in parts {
      self.isCompared = isCompared
      nodes.append(compile(part, with: &compiler))
    }
    node.operands = compiler.plan.expressions.add(nodes)
    return node
  }

  /// The conversion of the function `date`.
  ///
  /// A date that is only compared is not cut off by a form of output that lacks the time.
  private func date(_ arguments: [Expression], isCompared: Bool, _ compiler: inout PlanCompiler)
    -> PlanID<DateConversion>
  {
    var rules = compiler.programMapping.map { compiler.graph[$0].dates } ?? .standard
    if arguments.count > 1, case .constant(let value) = arguments[1].kind,
      let format = try? DatePattern(value.plainText)
    {
      (rules.formats, rules.isUnnamed) = ([format], false)
    }
    switch rules.output.form {
    case .epoch, .epochMilliseconds: break
    case .iso8601, .rfc1123, .dotNet, .steps: if isCompared { rules.output = .iso8601 }
    }
    return compiler.date(rules)
  }

  private func constant(_ value: ConstantValue, _ compiler: inout PlanCompiler) -> Cell {
    var cell = compiler.constant(value)
    if value.kind == .string && value.text.utf8.contains(.backslash) {
      cell.traits = .mayHaveEscapes
    }
    return cell
  }

  private func steps(
    _ components: [SourceKeyPath.Component],
    from start: Int = 0,
    _ compiler: inout PlanCompiler
  ) -> PlanRange<PathStep> {
    // The values in a record have the names under which they are written.
    let naming = scope.columns == nil ? compiler.graph.keyNaming : KeyNaming()
    return compiler.addSteps(components, from: start, naming)
  }

  // MARK: - Reading

  private mutating func node(of path: SourceKeyPath, _ compiler: inout PlanCompiler)
    -> ExpressionNode
  {
    var path = path
    path.text = ""
    if case .representation(let tree) = scope { return source(path, in: tree, &compiler) }
    if path.root != .representation { return source(path, in: ShapeTree(), &compiler) }
    if path.isWhole { return subject([], &compiler) }
    guard case .filled(_, let owner, let relationship) = scope else {
      return column(of: path.components, &compiler)
    }
    if path.leadingKeys.starts(with: relationship) {
      return column(of: Array(path.components.dropFirst(relationship.count)), &compiler)
    }
    return attribute(path.components, of: owner, &compiler)
  }

  /// The node for a path such as `SELF.a.b`.
  private mutating func node(
    fromSubject components: [SourceKeyPath.Component],
    _ compiler: inout PlanCompiler
  ) -> ExpressionNode {
    switch scope {
    case .representation, .record:
      node(of: SourceKeyPath(components: components, text: ""), &compiler)
    case .value, .filled: subject(components, &compiler)
    }
  }

  private mutating func source(
    _ path: SourceKeyPath,
    in tree: ShapeTree,
    _ compiler: inout PlanCompiler
  ) -> ExpressionNode {
    var node = ExpressionNode(.operand)
    node.index = index(of: .path(path)) {
      let source = compiler.source(path, in: tree)
      return .source(compiler.plan.sources.add(source))
    }
    return node
  }

  private mutating func subject(
    _ components: [SourceKeyPath.Component],
    _ compiler: inout PlanCompiler
  ) -> ExpressionNode {
    var node = ExpressionNode(.operand)
    node.index = index(of: .subject) { .subject }
    node.steps = steps(components, &compiler)
    if case .record = scope { return node }
    return dated(node, compiler.subjectType, &compiler)
  }

  /// Finds the longest prefix of a path that is a destination, and reads its column.
  private mutating func column(
    of components: [SourceKeyPath.Component],
    _ compiler: inout PlanCompiler
  ) -> ExpressionNode {
    let keys = SourceKeyPath(components: components, text: "").leadingKeys
    if let (column, count) = self.column(keys) {
      var node = ExpressionNode(.operand)
      node.index = index(of: .column(column)) { .column(UInt32(column)) }
      node.steps = steps(components, from: count, &compiler)
      let type = compiler.type(ofDestination: keys.prefix(count))
      return dated(node, type, &compiler)
    }
    // This use of the mapping lacks a nesting attribute that another use has.
    return ExpressionNode(.constant)
  }

  /// The node of an operand, as one of dates if its type has dates.
  private func dated(
    _ node: ExpressionNode,
    _ type: AttributeType?,
    _ compiler: inout PlanCompiler
  ) -> ExpressionNode {
    var node = node
    node.date = compiler.date(type)
    if !node.date.isNone { node.operation = .dated }
    return node
  }

  /// Finds the longest prefix of a path that is a destination of the record's owner, and reads its value.
  private mutating func attribute(
    _ components: [SourceKeyPath.Component],
    of owner: ObjectMapping,
    _ compiler: inout PlanCompiler
  ) -> ExpressionNode {
    let keys = SourceKeyPath(components: components, text: "").leadingKeys
    let attributes = owner.attributes.filter { keys.starts(with: $0.destination.keys) }
    let found = attributes.max { $0.destination.keys.count < $1.destination.keys.count }
    guard let found else { return ExpressionNode(.constant) }
    let path = SourceKeyPath(
      root: .parentObject(found.destination.text),
      components: [],
      text: ""
    )
    var node = source(path, in: ShapeTree(), &compiler)
    node.steps = steps(components, from: found.destination.keys.count, &compiler)
    return dated(node, found.type, &compiler)
  }

  /// The column of the longest prefix of some keys that is a destination, and the length of this prefix.
  private mutating func column(_ keys: [String]) -> (column: Int, count: Int)? {
    guard let named = scope.columns else { return nil }
    let counts = (0...keys.count).reversed()
    for count in counts {
      let beginning = keys.prefix(count)
      if beginning.allSatisfy(\.isPlainKey), let column = named[beginning.joined(separator: ".")] {
        return (column, count)
      }
    }
    let columns = self.columns ?? Self.columnsByKeys(named)
    self.columns = columns
    for count in counts {
      if let column = columns[Array(keys.prefix(count))] { return (column, count) }
    }
    return nil
  }

  private static func columnsByKeys(_ named: KeyedValues<String, Int>) -> [[String]: Int] {
    let spelled = zip(named.keys, named.values).map { name, column in
      ((try? KeyPathParser.destination(name))?.keys ?? [name], column)
    }
    return Dictionary(spelled) { first, _ in first }
  }

  private mutating func index(of reading: Reading, _ make: () -> ExpressionOperand) -> UInt32 {
    if let known = readings[reading] { return UInt32(known) }
    readings[reading] = operands.count
    operands.append(make())
    return UInt32(operands.count - 1)
  }

  // MARK: - Patterns

  /// The pattern of a MATCHES.
  private func pattern(
    _ comparison: Comparison,
    _ right: Expression,
    _ compiler: inout PlanCompiler
  ) -> PlanID<PatternProgram> {
    guard comparison.comparator == .matches, case .constant(let value) = right.kind,
      value.kind == .string
    else { return .none }
    let (text, ignoresCase) = (value.plainText, comparison.ignoresCase)
    let letters = comparison.ignoresDiacritics ? ScalarBase.text(of: text) : text
    let pattern =
      (try? Pattern(whole: letters, ignoresCase: ignoresCase))
      ?? (try? Pattern(whole: text, ignoresCase: ignoresCase))
    return pattern.map { compiler.plan.add($0) } ?? .none
  }
}

extension PlanCompiler {
  /// The declared type of the attribute with a destination, of the current node.
  fileprivate func type(ofDestination keys: ArraySlice<String>) -> AttributeType? {
    guard let id = programMapping, case .object(let mapping) = graph[id] else { return nil }
    return mapping.attributes.first { $0.destination.keys.elementsEqual(keys) }?.type
  }
}

extension String {
  /// Whether it can be a key without brackets.
  fileprivate var isPlainKey: Bool {
    utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == .ascii("_") }
  }
}
