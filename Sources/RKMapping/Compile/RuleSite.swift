/// The rule of the spec that a part of a plan was made from: what findings say of it.
package struct RuleSite: Sendable {
  /// Where it stands, in the words of the spec: `mappers.article.attributes.publicationDate`.
  package var subject: String
  /// What it makes, in the words of the output: `Article.publicationDate`.
  package var product: String
  /// What it takes: `a date`.
  package var expectation: String
  /// How: `type date, formats d/M/yyyy, iso8601`.
  package var details: String
  /// What is done to a value before its type is looked at, in order.
  var transforms: [ValueTransform] = []
  /// A value map exchanges it behind them.
  var hasValueMap = false
  /// The type that it declares.
  var type: AttributeType?
  /// The key paths that its value comes from, as they are written.
  package var sources: [String] = []
  /// The connection that it is.
  package var connection: ConnectionMapping?
  /// It says itself what becomes of a value that cannot be converted.
  package var hasErrorPolicy = false
  /// What it says of a record that it fails.
  var message: String?
  package var place: SpecPlace
}
