package import RKEngine

/// Which mapping applies to which part of a response (RestKit's RKResponseDescriptor).
package struct ResponseDescriptor: Sendable {
  package var name: String?
  /// The pattern of the request's path; nil for any.
  package var pathPattern: PathPattern?
  /// The key path of the representations.
  package var keyPath: SourceKeyPath
  /// The methods; nil for any.
  package var methods: Set<RequestMethod>?
  package var statusCodes: StatusCodeSet
  package var mapping: MappingID
  package var cardinality: Cardinality
  package var isOptional: Bool
  /// The stored records of the target that a complete response covers.
  package var prune: SpecExpression?
  package var place: SpecPlace
}
