/// A path that has a name (RestKit's RKRoute).
package struct NamedRoute: Sendable {
  package var name: String
  /// The target whose records have the path; nil for an independent path.
  package var target: String?
  package var path: PathPattern
  /// nil for any.
  package var methods: Set<RequestMethod>?
  package var place: SpecPlace
}
