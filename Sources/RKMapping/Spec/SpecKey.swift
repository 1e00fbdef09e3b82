/// The name of a member of specs and test files.
package struct SpecKey: Sendable, Hashable, ExpressibleByStringLiteral {
  package let rawValue: String
  /// Another spelling of the name, if there is one.
  package let alias: String?

  package init(stringLiteral name: String) { self.init(name) }

  private init(_ name: String, or alias: String? = nil) {
    rawValue = name
    self.alias = alias
  }

  package static var identification: SpecKey { SpecKey("identification", or: "identifications") }
  package static var mappers: SpecKey { SpecKey("mappers", or: "maps") }
  package static var methods: SpecKey { SpecKey("methods", or: "method") }
  package static var target: SpecKey { SpecKey("target", or: "targetName") }

  /// All spellings of the name.
  package var spellings: [String] { [rawValue] + (alias.map { [$0] } ?? []) }
}
