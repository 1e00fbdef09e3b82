internal import RKDiagnostics

/// A kind of object in a spec, with the members that it may have.
///
/// What reads such an object also declares its members: given an object, it receives their values;
/// to describe the kind, for a JSON Schema or a suggestion, it is given none.
package struct SpecObjectKind: Sendable {
  /// A member of such an object.
  package struct Member: Sendable {
    package var key: SpecKey
    package var form: SpecForm
    /// Its description, in one sentence.
    package var summary: String
    /// The value if it is left out, as JSON.
    package var initial: String?
  }

  /// A condition between the members of one object.
  package enum Condition: Sendable {
    case needs(SpecKey)
    /// Exactly one of them is present.
    case one([SpecKey])
    /// At least one of them is present.
    case some([SpecKey])
    /// At most one of them is present.
    case atMostOne([SpecKey])
    /// The first one is present only beside one of the others.
    case beside(SpecKey, [SpecKey])
    /// A list of the first replaces the others.
    case replaces(SpecKey, [SpecKey])
    /// The first one is present if the other is that word, and only then.
    case belongs(SpecKey, to: SpecKey, word: String)
  }

  /// What is known of the members of such an object.
  package struct Description: Sendable {
    package var members: [Member] = []
    package var conditions: [Condition] = []
  }

  /// Its name, with an article.
  package let name: String
  /// Its name in a schema.
  package let definition: String
  private let declare: @Sendable (inout SpecReader, SpecMembers) -> Void

  /// `declare` reads such an object as far as its members go.
  init(
    _ name: String,
    definition: String,
    _ declare: @escaping @Sendable (inout SpecReader, SpecMembers) -> Void
  ) {
    self.name = name
    self.definition = definition
    self.declare = declare
  }

  package var keys: [SpecKey] { description.members.map(\.key) }

  package var description: Description {
    let findings = SpecFindings(files: [SourceFile(name: "", bytes: [])])
    let members = SpecMembers(describing: self, findings)
    var reader = SpecReader(findings)
    declare(&reader, members)
    return members.description
  }
}
