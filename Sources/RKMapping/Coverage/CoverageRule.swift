package import RKDiagnostics
package import RKEngine

/// A rule of a spec, with counts of what it did.
package struct CoverageRule: Sendable {
  package enum Kind: String, Sendable {
    case descriptor
    case mapper
    case when
    case nesting
    case attribute
    case relationship
    case connection
    case matcher
    case `default`
    case entry
    case validation

    /// Whether rules of this kind find values.
    package var finds: Bool {
      switch self {
      case .attribute, .relationship, .nesting: true
      default: false
      }
    }
  }

  package var name: String
  package var kind: Kind
  package var location: Location
  /// The policies that it states itself, without inherited ones.
  package var stated: StatedPolicies = []
  package var counts = RuleCounts()
  /// For a dynamic mapper, the names of its branches: its matchers and its default.
  package var choices: [String] = []
  /// Whether it is a mapper that chooses another.
  package var isDynamic = false
  /// For a descriptor, whether finding nothing is no error.
  var isOptional = false
  /// For a descriptor, the findings without a representation.
  var emptyFinding: EmptyFinding?

  package init(_ name: String, _ kind: Kind, at location: Location) {
    self.name = name
    self.kind = kind
    self.location = location
  }

  package var isUnused: Bool { counts.hits == 0 }
}
