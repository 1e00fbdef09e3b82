/// The rule of the spec that a part of a plan was made from: what findings say of it.
///
/// Its names are put together when they are asked for, as of most rules nothing is ever said.
package struct RuleSite: Sendable {
  /// What of a mapper it is.
  enum Part: Sendable {
    case mapper
    case attribute(String)
    case relationship(String)
    indirect case connection(ConnectionMapping)
    /// What is asked of the values of an attribute, or of whole records.
    case validation(ofAttribute: String?, number: Int)
  }

  /// The mapper that it stands in.
  var mapper: String
  /// What is made by that.
  var target: String
  var part: Part
  /// What it takes: `a date`.
  package var expectation: String
  /// How: `type date, formats d/M/yyyy, iso8601`.
  package var details: String
  /// What is done to a value before its type is looked at, in order.
  var transforms: [ValueTransform] = []
  /// A value map looks it up after them.
  var hasValueMap = false
  /// The type that it declares.
  var type: AttributeType?
  /// Where its value comes from.
  var paths: [SourceKeyPath] = []
  /// It says itself what happens to a value that cannot be converted.
  package var hasErrorPolicy = false
  /// Of a mapper that chooses: nothing but the word for drift asks for what no matcher takes.
  var isDriftTold = false
  /// It says what happens to a value that is missing.
  var statesMissing = false
  /// What it says of a record that it fails.
  var message: String?
  package var place: SpecPlace

  /// Where it stands, in the words of the spec: `mappers.article.attributes.publicationDate`.
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

  /// What it makes, in the words of the output: `Article.publicationDate`.
  package var product: String {
    switch part {
    case .mapper: target
    case .attribute(let name), .relationship(let name), .validation(let name?, _):
      "\(target).\(name)"
    case .connection(let connection): "\(target).\(connection.destination.text)"
    case .validation(nil, _): "this \(target)"
    }
  }

  /// The key paths that its value comes from, as they are written.
  package var sources: [String] { paths.map(\.text).filter { !$0.isEmpty } }

  /// The connection that it is.
  var connection: ConnectionMapping? {
    if case .connection(let connection) = part { connection } else { nil }
  }
}
