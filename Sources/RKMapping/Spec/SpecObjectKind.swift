/// A kind of object in a spec, with the members that it may have.
///
/// The reader takes from here which members there are, the JSON Schemas everything. So a member's form,
/// which only schemas ask for, is made when it is asked for.
package final class SpecObjectKind: Sendable {
  /// A member of such an object.
  package struct Member: Sendable {
    package let key: SpecKey
    fileprivate let makeForm: @Sendable () -> SpecForm
    /// What it says, in one sentence.
    package let summary: String
    /// What counts where it is left out, as JSON.
    package let initial: String?

    package var form: SpecForm { makeForm() }
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

  /// What it is called, with its article.
  package let name: String
  /// What a schema calls it.
  package let definition: String
  package let declarations: [Member]
  package let conditions: [Condition]

  package init(
    _ name: String,
    definition: String,
    _ declarations: [Member],
    _ conditions: [Condition] = []
  ) {
    self.name = name
    self.definition = definition
    self.declarations = declarations
    self.conditions = conditions
  }

  package var keys: [SpecKey] { declarations.map(\.key) }

  /// The members that must be there.
  package var needed: [SpecKey] {
    conditions.compactMap { if case .needs(let key) = $0 { key } else { nil } }
  }

  /// The same under another name of a schema, with other forms of some members.
  package func replacing(definition: String, _ replaced: [Member]) -> SpecObjectKind {
    SpecObjectKind(
      name,
      definition: definition,
      declarations.map { member in replaced.first { $0.key == member.key } ?? member },
      conditions
    )
  }

  /// The same without some members.
  package func leavingOut(_ keys: [SpecKey], definition: String) -> SpecObjectKind {
    SpecObjectKind(
      name,
      definition: definition,
      declarations.filter { !keys.contains($0.key) }
    )
  }
}

extension SpecObjectKind.Member {
  package static func member(
    _ key: SpecKey,
    _ form: @autoclosure @escaping @Sendable () -> SpecForm,
    _ summary: String,
    initial: String? = nil
  ) -> Self {
    Self(key: key, makeForm: form, summary: summary, initial: initial)
  }
}
