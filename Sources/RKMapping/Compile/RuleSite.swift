internal import RKEngine

/// The rule of the spec that a part of a plan was made from, for diagnostics.
///
/// Its names are composed on demand, because most rules are never reported.
package struct RuleSite: Sendable {
  /// The part of a mapper that the rule is.
  enum Part: Sendable {
    case mapper
    case attribute(String)
    case relationship(String)
    indirect case connection(ConnectionMapping)
    /// A validation of an attribute or, if nil, of whole records.
    case validation(ofAttribute: String?, number: Int)
  }

  /// The mapper that contains it.
  var mapper: String
  /// The mapper's target.
  var target: String
  var part: Part
  /// What it expects, such as `a date`.
  package var expectation: String
  /// How values are converted, such as `type date, formats d/M/yyyy, iso8601`.
  package var details: String
  /// The transforms that precede the type, in order.
  var transforms: [ValueTransform] = []
  /// Whether a value map follows the transforms.
  var hasValueMap = false
  /// Its declared type.
  var type: AttributeType?
  /// Whether its values are texts though it has no declared type.
  var isText = false
  /// The paths that its value comes from.
  var paths: [SourceKeyPath] = []
  /// Whether its values are in no output.
  var isHidden = false
  /// Whether data that the spec does not describe is an error.
  var failsDrift = false
  /// Whether it has its own policy for values that cannot be converted.
  package var hasErrorPolicy = false
  /// For a dynamic mapper: whether only the drift policy says what happens to unmatched representations.
  var isDriftReported = false
  /// Whether it has a policy for missing values.
  var statesMissing = false
  /// Of a mapper: the number of its attributes and relationships that read the representation.
  var readingCount = 0
  /// The message of the spec for records that it fails.
  var message: String?
  package var place: SpecPlace

  /// Its path in the spec, such as `mappers.article.attributes.publicationDate`.
  package var subject: String {
    let subject = "mappers.\(mapper)"
    switch part {
    case .mapper: return subject
    case .attribute(let name): return "\(subject).attributes.\(name)"
    case .relationship(let name): return "\(subject).relationships.\(name)"
    case .connection(let connection):
      return "\(subject).connections.\(connection.destination.text)"
    case .validation(nil, let number): return "\(subject).validate[\(number)]"
    case .validation(let name?, let number):
      return "\(subject).attributes.\(name).validate[\(number)]"
    }
  }

  /// What it makes, in terms of the output, such as `Article.publicationDate`.
  package var product: String {
    switch part {
    case .mapper: target
    case .attribute(let name), .relationship(let name), .validation(let name?, _):
      "\(target).\(name)"
    case .connection(let connection): "\(target).\(connection.destination.text)"
    case .validation(nil, _): "this \(target)"
    }
  }

  /// The key paths that its value comes from, as written.
  package var sources: [String] { paths.map(\.text).filter { !$0.isEmpty } }

  /// The connection; nil if it is something else.
  var connection: ConnectionMapping? {
    if case .connection(let connection) = part { connection } else { nil }
  }
}

extension RuleSite {
  /// A mapper of records.
  init(_ mapping: ObjectMapping) {
    self.init(
      mapper: mapping.id,
      target: mapping.target,
      part: .mapper,
      expectation: "a record",
      details: "",
      place: mapping.place
    )
  }

  /// An attribute of a mapper; `details` says how its value is made.
  init(_ attribute: AttributeMapping, mapper: String, target: String, details: String) {
    self.init(
      mapper: mapper,
      target: target,
      part: .attribute(attribute.destination.text),
      expectation: attribute.type?.expectation ?? AttributeType.nothingExpected,
      details: details,
      transforms: attribute.transforms,
      hasValueMap: attribute.valueMap != nil,
      type: attribute.type,
      isText: attribute.isAlwaysText,
      paths: attribute.sources,
      isHidden: attribute.isHidden,
      failsDrift: attribute.policies.drift == .fail,
      place: attribute.place
    )
  }

  /// A relationship of a mapper.
  init(_ relationship: RelationshipMapping, of mapping: ObjectMapping, in graph: MappingGraph) {
    self.init(
      mapper: mapping.id,
      target: mapping.target,
      part: .relationship(relationship.destination.text),
      expectation: relationship.cardinality == .one ? "one record" : "records",
      details: "map-ref \(graph[relationship.mapping].id)",
      paths: [relationship.source],
      place: relationship.place
    )
  }
}
