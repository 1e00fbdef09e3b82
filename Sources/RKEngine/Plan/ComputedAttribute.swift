/// An attribute with a computed value: from the representation by an expression, or from the
/// record's other attributes by a template.
package struct ComputedAttribute: Sendable, BitwiseCopyable {
  /// Its column, conversion and policies; it has no sources.
  package var attribute: PlanID<AttributeRule>
  package var program: PlanID<ExpressionProgram> = .none
  package var template: PlanRange<TemplatePiece> = .empty

  package init(attribute: PlanID<AttributeRule>) { self.attribute = attribute }
}

/// A part of a template.
package enum TemplatePiece: Sendable, BitwiseCopyable {
  /// Text among the plan's constants, escaped as in a JSON string.
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
