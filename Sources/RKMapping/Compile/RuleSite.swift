package import RKEngine

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
  /// It says itself what becomes of a value that cannot be converted.
  package var hasErrorPolicy = false
  package var place: SpecPlace
}

/// A plan, and what the parts of it were made from.
package struct CompiledMapping: Sendable {
  package var plan: MappingPlan
  package var sites: [RuleSite]
  /// The key paths of the result, in the order of the descriptors.
  package var keyPaths: [String]
}
