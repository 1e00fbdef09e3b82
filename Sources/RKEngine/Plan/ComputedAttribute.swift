/// An attribute whose value is computed, not found: by an expression from the representation, or by
/// a template from the record's other attributes.
package struct ComputedAttribute: Sendable, BitwiseCopyable {
  /// Its column, conversion and policies; it has no sources.
  package var attribute: PlanID<AttributeRule>
  package var program: PlanID<ExpressionProgram> = .none
  package var template: PlanRange<TemplatePiece> = .empty

  package init(attribute: PlanID<AttributeRule>) { self.attribute = attribute }
}

/// A part of a template.
package enum TemplatePiece: Sendable, BitwiseCopyable {
  /// As in a JSON string, among the plan's constants.
  case text(ByteRange)
  /// The value of a column.
  case column(UInt32, isEscaped: Bool)
}

extension MappingPlan {
  /// All attributes of a node's records, in the order in which they are made.
  package func attributes(of node: PlanNode) -> [AttributeRule] {
    let computed = computedAttributes[node.expressions] + computedAttributes[node.templates]
    return attributes[node.early] + attributes[node.late]
      + computed.map { attributes[$0.attribute] }
  }
}
