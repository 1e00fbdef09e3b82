package import RKEngine

/// A predicate or an expression of the spec language: NSPredicate's format language, as a typed tree
/// (spec-format.md, section 8).
package struct Expression: Sendable, Hashable {
  package indirect enum Kind: Sendable, Hashable {
    /// A number, a text, a boolean, or null for NIL.
    case constant(ConstantValue)
    /// `SELF` is the whole path.
    case keyPath(SourceKeyPath)
    /// `$x` of a SUBQUERY, and what is looked up from it.
    case variable(String, [SourceKeyPath.Component])
    /// What is looked up from a value: `SUBQUERY(...).@count`.
    case path(Expression, [SourceKeyPath.Component])
    /// `{a, b}`.
    case list([Expression])
    case negative(Expression)
    case arithmetic(ArithmeticOperator, Expression, Expression)
    case function(ExpressionFunction, [Expression])
    case ternary(Expression, Expression, Expression)
    case subquery(Expression, variable: String, Expression)

    /// TRUEPREDICATE and FALSEPREDICATE.
    case truth(Bool)
    case and([Expression])
    case or([Expression])
    case not(Expression)
    case comparison(Comparison, Expression, Expression)
  }

  package var kind: Kind
  /// Its range in the text, in bytes of UTF-8.
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
