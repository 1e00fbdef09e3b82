internal import RKEngine

extension PlanCompiler {
  /// Adds the rules of a mapping other than the sources of values: which representations it
  /// accepts, what it computes, and its validations.
  ///
  /// `columns` has the columns of a record's attributes, relationships and connections, by destination.
  mutating func addRules(
    _ mapping: ObjectMapping,
    _ rules: [Rule],
    _ columns: KeyedValues<String, Int>,
    _ tree: ShapeTree,
    _ node: inout PlanNode
  ) {
    let record = ExpressionScope.record(columns: columns)
    if let when = mapping.when { node.when = program(when, .representation(tree)) }
    addComputed(mapping, rules, columns, tree, &node)
    addValidations(rules, columns, &node)
    let validations = mapping.validations.enumerated().map { number, validation in
      let part = RuleSite.Part.validation(ofAttribute: nil, number: number)
      let site = site(of: validation, part, mapper: mapping.id, target: mapping.target)
      return rule(of: validation, column: 0, site, record)
    }
    node.recordValidations = plan.validations.add(validations)
    if let deletion = mapping.deletionPredicate { node.deletion = program(deletion, record) }
    node.isPlain =
      node.when.isNone && node.expressions.isEmpty && node.templates.isEmpty
      && node.validations.isEmpty && node.lateValidations.isEmpty
      && node.templateValidations.isEmpty && node.recordValidations.isEmpty
      && node.deletion.isNone && node.connections.isEmpty
  }

  // MARK: - Computed attributes

  private mutating func addComputed(
    _ mapping: ObjectMapping,
    _ rules: [Rule],
    _ columns: KeyedValues<String, Int>,
    _ tree: ShapeTree,
    _ node: inout PlanNode
  ) {
    var expressions: [ComputedAttribute] = []
    var templates = KeyedValues<String, ComputedAttribute>()
    for number in rules.indices where rules[number].isComputed {
      let rule = rules[number]
      let compiled = compile(rule, tree)
      var computed = ComputedAttribute(attribute: plan.attributes.add(compiled))
      if let expression = rule.attribute.expression {
        computed.program = program(expression, .representation(tree))
        expressions.append(computed)
      } else if let template = rule.attribute.template {
        computed.template = plan.templatePieces.add(template.pieces.map { piece($0, columns) })
        templates[rule.attribute.destination.text] = computed
      }
    }
    node.expressions = plan.computedAttributes.add(expressions)
    if templates.isEmpty { return }
    // A computed attribute may use others.
    node.templates = plan.computedAttributes.add(mapping.templateOrder.compactMap { templates[$0] })
  }

  private mutating func piece(_ piece: SpecTemplate.Piece, _ columns: KeyedValues<String, Int>)
    -> TemplatePiece
  {
    switch piece {
    case .text(let text):
      return .text(plan.add(text: JSONText.quoted(text).dropFirst().dropLast()))
    case .attribute(let name, let isEscaped):
      guard let column = columns[name.value] else {
        preconditionFailure("a template's names are attributes")
      }
      return .column(UInt32(column), isEscaped: isEscaped)
    }
  }

  // MARK: - Validation

  private mutating func addValidations(
    _ rules: [Rule],
    _ columns: KeyedValues<String, Int>,
    _ node: inout PlanNode
  ) {
    var early: [ValidationRule] = []
    var late: [ValidationRule] = []
    var templateRules: [ValidationRule] = []
    var columns = columns
    for number in rules.indices where rules[number].isFromOwner {
      columns[rules[number].attribute.destination.text] = rules[number].column
    }
    for number in rules.indices where !rules[number].attribute.validations.isEmpty {
      let rule = rules[number]
      let validations = validations(of: rule, columns)
      if rule.attribute.template != nil {
        templateRules += validations
      } else if rule.isLate {
        late += validations
      } else {
        early += validations
      }
    }
    node.validations = plan.validations.add(early)
    node.lateValidations = plan.validations.add(late)
    node.templateValidations = plan.validations.add(templateRules)
  }

  private mutating func validations(of rule: Rule, _ columns: KeyedValues<String, Int>)
    -> [ValidationRule]
  {
    var scope = ExpressionScope.value(columns: columns)
    if rule.isFromOwner, case .object(let owner) = graph[rule.mapping.number] {
      scope = .filled(columns: columns, by: owner, within: rule.relationship)
    }
    let name = (rule.relationship + [rule.attribute.destination.text]).joined(separator: ".")
    var compiled: [ValidationRule] = []
    subjectType = rule.attribute.type
    for (number, validation) in rule.attribute.validations.enumerated() {
      let part = RuleSite.Part.validation(ofAttribute: name, number: number)
      let site = site(
        of: validation,
        part,
        mapper: rule.mapping.id,
        target: rule.mapping.target
      )
      compiled.append(self.rule(of: validation, column: rule.column, site, scope))
    }
    if rule.attribute.isRequired {
      var required = ValidationRule(condition: .none, outcome: .required, site: add(site(of: rule)))
      required.column = UInt32(rule.column)
      compiled.append(required)
    }
    return compiled
  }

  private mutating func rule(
    of validation: ValidationDeclaration,
    column: Int,
    _ site: PlanSite,
    _ scope: ExpressionScope
  ) -> ValidationRule {
    let condition = program(validation.condition, scope)
    var rule = ValidationRule(condition: condition, outcome: validation.outcome, site: site)
    rule.isNegated = validation.isNegated
    rule.column = UInt32(column)
    rule.value = constant(validation.value)
    return rule
  }

  private mutating func site(
    of validation: ValidationDeclaration,
    _ part: RuleSite.Part,
    mapper: String,
    target: String
  ) -> PlanSite {
    let condition = (validation.isNegated ? "unless " : "if ") + validation.condition.text
    var site = RuleSite(
      mapper: mapper,
      target: target,
      part: part,
      expectation: "",
      details: condition,
      place: validation.place
    )
    site.message = validation.message
    return add(site)
  }

  /// Postpones the check for a required value until after validations, which may remove a value or
  /// replace null.
  func deferRequirement(_ rule: inout AttributeRule) {
    rule.isRequired = false
    let kind = rule.constant.kind
    // As for every required value, a failed conversion fails the record unless a default replaces it.
    let hasDefault = rule.onError == .default && kind != .missing && kind != .null
    if !hasDefault { rule.onError = .error }
  }
}

extension AttributeMapping {
  /// Whether its value is computed, not found.
  var isComputed: Bool { expression != nil || template != nil }

  /// How its value is made and converted, in the terms of the spec.
  func details(in graph: MappingGraph) -> String {
    let valueDetails = valueDetails(in: graph)
    if !isComputed { return valueDetails }
    let making = [expression?.text, template?.text].compactMap { $0 }
    return (making + [valueDetails]).filter { !$0.isEmpty }.listed
  }
}
