/// A path for requests, which has a name or belongs to the records of a target (RestKit's RKRoute).
package struct NamedRoute: Sendable {
  package var name: String?
  /// The target whose records have the path; nil for a path without records.
  package var target: String?
  /// The relationship of the record that the path leads to.
  package var relationship: String?
  package var path: PathPattern
  /// The parts of the path as it is made for a record; nothing in the pattern is ignored.
  package var template: [PathPattern.Part]
  package var pathPlace: SpecPlace
  /// The methods; nil for any.
  package var methods: Set<RequestMethod>?
  package var place: SpecPlace
}
