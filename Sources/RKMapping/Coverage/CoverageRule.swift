package import RKDiagnostics
package import RKEngine

/// A rule of a spec, and what happened with it.
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

    /// It finds values, or does not.
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
  /// The policies that it states itself.
  package var stated: StatedPolicies = []
  package var counts = RuleCounts()
  /// For a dynamic mapper, how many branches follow from it: the names of its matchers and of its
  /// default.
  package var choices: [String] = []
  /// It chooses another mapper.
  package var isDynamic = false
  /// For a descriptor, that not finding it is no error.
  var isOptional = false
  /// For a descriptor, what it finds without a representation.
  var emptyFinding: EmptyFinding?

  package init(_ name: String, _ kind: Kind, at location: Location) {
    self.name = name
    self.kind = kind
    self.location = location
  }

  package var isUnused: Bool { counts.hits == 0 }
}
