internal import RKDiagnostics

/// A kind of object in a spec, with the members that it may have.
///
/// What reads such an object also declares its members: shown an object, it is given their values; when
/// the kind is to be described, for a JSON Schema or a suggestion, it is shown none.
package struct SpecObjectKind: Sendable {
  /// A member of such an object.
  package struct Member: Sendable {
    package var key: SpecKey
    package var form: SpecForm
    /// What it says, in one sentence.
    package var summary: String
    /// What counts where it is left out, as JSON.
    package var initial: String?
  }

  /// What the members of one object have to do with each other.
  package enum Condition: Sendable {
    case needs(SpecKey)
    /// Exactly one of them is there.
    case one([SpecKey])
    /// At least one of them is there.
    case some([SpecKey])
    /// Where one of them is there, no other is.
    case atMostOne([SpecKey])
    /// The first one is there only beside one of the others.
    case beside(SpecKey, [SpecKey])
    /// A list of the first takes the place of the others.
    case replaces(SpecKey, [SpecKey])
    /// The first one is there where the other is that word, and only there.
    case belongs(SpecKey, to: SpecKey, word: String)
  }

  /// What is known of the members of such an object.
  package struct Description: Sendable {
    package var members: [Member] = []
    package var conditions: [Condition] = []
  }

  /// What it is called, with its article.
  package let name: String
  /// What a schema calls it.
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
