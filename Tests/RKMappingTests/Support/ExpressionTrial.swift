@testable import RKEngine
@testable import RKMapping

/// Evaluates an expression over the members of a JSON object, each of which is a column of a
/// record.
enum ExpressionTrial {
  /// Its value, as JSON; `nil` and `failed` for what has no value.
  static func value(_ text: String, of json: String = "{}") throws -> String {
    let tree = try ExpressionParser.expression(text)
    return try run(tree, json) { machine, program, plan, input, batch in
      let result = machine.evaluate(program, input, &batch)
      if result.hasFailed { return "failed" }
      let start = batch.side.count
      if result.cell.kind == .missing || result.cell.kind == .null { return "nil" }
      RecordText.append(result.cell, input, plan, &batch)
      var compact = UniqueArray<UInt8>()
      CompactText.append(batch.side.span, start..<batch.side.count, to: &compact)
      let bytes = (0..<compact.count).map { compact[$0] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Whether a predicate holds.
  static func holds(_ text: String, for json: String = "{}") throws -> Bool {
    let tree = try ExpressionParser.predicate(text)
    return try run(tree, json) { machine, program, plan, input, batch in
      machine.isTrue(program, input, &batch)
    }
  }

  private static func run<Answer>(
    _ tree: Expression,
    _ json: String,
    _ body: (
      inout ExpressionMachine, PlanID<ExpressionProgram>, MappingPlan, Span<UInt8>,
      inout RecordBatch
    ) throws -> Answer
  ) throws -> Answer {
    let input = Array(json.utf8)
    var columns = KeyedValues<String, Int>()
    var batch = RecordBatch()
    var members = ObjectMembers(from: 0)
    while let member = members.next(input.span) {
      let name = input[(member.name.lowerBound + 1)..<(member.name.upperBound - 1)]
      columns[String(decoding: name, as: UTF8.self)] = batch.cells.count
      var cell = Cell(.structure, 0..<input.count, traits: [.mayHaveEscapes, .mayHaveWhitespace])
      cell = Cell(member.value, in: cell, input.span)
      batch.cells.append(cell)
    }
    let place = SpecPlace(file: 0, range: 0..<0)
    var compiler = PlanCompiler(MappingGraph())
    let program = compiler.program(
      SpecExpression(tree, text: "", at: place),
      .record(columns: columns)
    )
    let plan = compiler.plan
    var machine = ExpressionMachine(plan)
    for operand in plan.expressionOperands {
      guard case .column(let column) = operand else { continue }
      machine.operands.append(batch.cells[Int(column)])
    }
    return try body(&machine, program, plan, input.span, &batch)
  }
}
