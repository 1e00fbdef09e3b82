internal import RKEngine
internal import RKFormats

/// Chooses the descriptors for documents that come with a request: the entries of archives, and
/// inputs whose names state one.
struct ArchiveRouting {
  enum Route {
    case applies(DescriptorChoice)
    /// No descriptor is for the entry.
    case unmatched(DescriptorChoice)
    /// The entry is not for the requested request.
    case unwanted
  }

  let graph: MappingGraph
  /// The requested request: entries that contradict it are not mapped.
  let wanted: RequestContext
  let descriptorName: String?
  let readsFixtureNames: Bool
  /// Whether entries in other formats are skipped.
  let takesOnlyJSON: Bool
  /// The descriptors that the mapper was compiled for, in the order of the spec.
  let descriptors: [ResponseDescriptor]
  let metadata: RunMetadata

  /// The descriptors for an input whose name states a request; nil if it states none.
  func choice(of input: Input) -> DescriptorChoice? {
    guard readsFixtureNames, let name = input.fixtureName else { return nil }
    // An ambiguous name was rejected before the run.
    return try? DescriptorChoice(for: name, context(of: name), of: graph, keepsAll: true)
  }

  /// The status of the response that an input contains, if known.
  func statusCode(of input: Input) -> Int? {
    if let status = wanted.statusCode { return status }
    return readsFixtureNames ? input.fixtureName?.statusCode : nil
  }

  /// Headers from the command line apply to all inputs.
  private func context(of name: FixtureName) -> RequestContext {
    var context = name.context
    context.requestHeaders = wanted.requestHeaders
    context.responseHeaders = wanted.responseHeaders
    return context
  }

  func route(_ exchange: HTTPExchange) -> Route {
    guard isWanted(exchange) else { return .unwanted }
    let choice = DescriptorChoice(all: descriptorName, for: context(of: exchange), of: graph)
    return choice.isNone ? .unmatched(choice) : .applies(choice)
  }

  private func isWanted(_ exchange: HTTPExchange) -> Bool {
    if let method = wanted.method, method != exchange.method { return false }
    if let status = wanted.statusCode, status != exchange.statusCode { return false }
    return wanted.path.map { PathPattern.isSame($0, as: exchange.url) } ?? true
  }

  /// The headers of an entry take precedence over those given for all.
  private func context(of exchange: HTTPExchange) -> RequestContext {
    var context = RequestContext()
    context.method = exchange.method
    context.path = exchange.url
    context.statusCode = exchange.statusCode
    context.requestHeaders = Self.headers(exchange.requestHeaders, wanted.requestHeaders)
    context.responseHeaders = Self.headers(exchange.responseHeaders, wanted.responseHeaders)
    return context
  }

  private static func headers(
    _ own: [HTTPExchange.Header],
    _ given: [RequestContext.Header]
  ) -> [RequestContext.Header] {
    let names = given.isEmpty ? [] : Set(own.map { $0.name.lowercased() })
    return own.map { RequestContext.Header(name: $0.name, value: $0.value) }
      + given.filter { !names.contains($0.name.lowercased()) }
  }

  /// The context of the document of an entry.
  func context(of choice: DescriptorChoice, in file: Metadata, isRead: Bool) -> DocumentContext {
    var choice = choice
    choice.limit(to: descriptors)
    return metadata.context(of: choice, in: file, graph, isRead: isRead)
  }
}
