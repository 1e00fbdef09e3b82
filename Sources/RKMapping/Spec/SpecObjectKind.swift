internal import RKDiagnostics

/// A kind of object in a spec, with its possible members.
///
/// The code that reads an object also declares its members. With an object, it receives their
/// values. To describe the kind, for a JSON Schema or for suggestions, it runs without an object.
package struct SpecObjectKind: Sendable {
  /// A possible member.
  package struct Member: Sendable {
    package var key: SpecKey
    package var form: SpecForm
    /// A description of the member in one sentence.
    package var summary: String
    /// The value that applies if it is omitted, as JSON.
    package var initial: String?
  }

  /// A condition between members of an object.
  package enum Condition: Sendable {
    case needs(SpecKey)
    /// Exactly one of them is present.
    case one([SpecKey])
    /// At least one of them is present.
    case some([SpecKey])
    /// At most one of them is present.
    case atMostOne([SpecKey])
    /// The first is present only together with one of the others.
    case beside(SpecKey, [SpecKey])
    /// If the first is a list, it replaces the others.
    case replaces(SpecKey, [SpecKey])
    /// The first is present if, and only if, the other is this word.
    case belongs(SpecKey, to: SpecKey, word: String)
  }

  /// The members of a kind, and the conditions between them.
  package struct Description: Sendable {
    package var members: [Member] = []
    package var conditions: [Condition] = []
  }

  /// The name of the kind, with an article.
  package let name: String
  /// The name of the kind in a schema.
  package let definition: String
  private let declare: @Sendable (inout SpecReader, SpecMembers) -> Void

  /// `declare` requests the members, as the reader of such an object does.
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
