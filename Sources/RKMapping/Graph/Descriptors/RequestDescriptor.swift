/// What a request sends: records of a target, by a mapper from records to what is sent (RestKit's
/// RKRequestDescriptor).
package struct RequestDescriptor: Sendable {
  package var name: String?
  /// The target of the records; any when nil.
  package var source: String?
  /// The pattern of the request's path; nil for any.
  package var pathPattern: PathPattern?
  /// Where the representations go.
  package var keyPath: SourceKeyPath
  /// nil for any.
  package var methods: Set<RequestMethod>?
  package var mapping: MappingID
  package var place: SpecPlace

  /// How exactly it is for a method: 0 where it states that one alone, 2 where it is for any.
  package func rank(for method: String?) -> Int {
    guard let methods else { return 2 }
    return method != nil && methods.count == 1 ? 0 : 1
  }

  /// It is for a path and a method, as far as these are known.
  package func takes(_ context: RequestContext) -> Bool {
    if let path = context.path, let pathPattern, pathPattern.match(request: path) == nil {
      return false
    }
    guard let method = context.method, let methods else { return true }
    return methods.contains { $0.rawValue == method }
  }
}
