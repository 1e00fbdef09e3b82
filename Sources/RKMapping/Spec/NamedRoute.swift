/// A path of requests, which has a name or belongs to records of a target (RestKit's RKRoute).
package struct NamedRoute: Sendable {
  package var name: String?
  /// The target whose records have the path; nil for an independent path.
  package var target: String?
  /// The relationship of such a record that it leads to.
  package var relationship: String?
  package var path: PathPattern
  /// The parts of the path as it is written for a record, with all that the pattern says.
  package var template: [PathPattern.Part]
  package var pathPlace: SpecPlace
  /// nil for any.
  package var methods: Set<RequestMethod>?
  package var place: SpecPlace
}
