/// What a request sends: records of a target, mapped to what is sent (RestKit's RKRequestDescriptor).
package struct RequestDescriptor: Sendable {
  package var name: String?
  /// The target of the records; nil for any.
  package var source: String?
  /// The pattern of the request's path; nil for any.
  package var pathPattern: PathPattern?
  /// The key path of the representations in what is sent.
  package var keyPath: SourceKeyPath
  /// The methods; nil for any.
  package var methods: Set<RequestMethod>?
  package var mapping: MappingID
  package var place: SpecPlace

  /// How specific it is for a method: 0 if it states only this one, 2 if it is for any.
  package func rank(for method: String?) -> Int {
    guard let methods else { return 2 }
    return method != nil && methods.count == 1 ? 0 : 1
  }

  /// Whether it is for the request, as far as path and method are known.
  package func takes(_ context: RequestContext) -> Bool {
    if let path = context.path, let pathPattern, pathPattern.match(request: path) == nil {
      return false
    }
    guard let method = context.method, let methods else { return true }
    return methods.contains { $0.rawValue == method }
  }
}
