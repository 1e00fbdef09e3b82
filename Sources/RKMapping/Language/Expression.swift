package import RKEngine

/// A predicate or an expression of the spec language, as a typed tree: NSPredicate's format
/// language (docs/spec-format.md, "Predicates and expressions").
package struct Expression: Sendable, Hashable {
  package indirect enum Kind: Sendable, Hashable {
    /// A number, a text, a boolean, or null for NIL.
    case constant(ConstantValue)
    /// A key path. `SELF` is the whole path.
    case keyPath(SourceKeyPath)
    /// `$x` in a SUBQUERY, with the look-up that follows it.
    case variable(String, [SourceKeyPath.Component])
    /// A look-up in a value, as in `SUBQUERY(...).@count`.
    case path(Expression, [SourceKeyPath.Component])
    /// A list, `{a, b}`.
    case list([Expression])
    case negative(Expression)
    case arithmetic(ArithmeticOperator, Expression, Expression)
    case function(ExpressionFunction, [Expression])
    case ternary(Expression, Expression, Expression)
    case subquery(Expression, variable: String, Expression)

    /// TRUEPREDICATE or FALSEPREDICATE.
    case truth(Bool)
    case and([Expression])
    case or([Expression])
    case not(Expression)
    case comparison(Comparison, Expression, Expression)
  }

  package var kind: Kind
  /// The range in the text, in bytes of UTF-8.
  package var range: Range<Int>

  package init(_ kind: Kind, at range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// How two values are compared.
package struct Comparison: Sendable, Hashable {
  package var comparator: ComparisonOperator
  package var quantifier = ExpressionNode.Quantifier.none
  package var ignoresCase = false
  package var ignoresDiacritics = false

  package init(_ comparator: ComparisonOperator) { self.comparator = comparator }
}
