internal import RKEngine
internal import RKFormats

/// By which descriptors the entries of archives are mapped.
struct ArchiveRouting {
  enum Route {
    case applies(DescriptorChoice)
    /// No descriptor is for the entry.
    case unmatched(DescriptorChoice)
    /// The entry is not for the request that is asked for.
    case unwanted
  }

  let graph: MappingGraph
  /// What the entries must not differ from.
  let wanted: RequestContext
  private let descriptorName: String?
  private let metadata: RunMetadata

  init(
    _ graph: MappingGraph,
    wanted: RequestContext,
    descriptorName: String?,
    _ metadata: RunMetadata
  ) {
    self.graph = graph
    self.wanted = wanted
    self.descriptorName = descriptorName
    self.metadata = metadata
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

  /// The headers of an entry count more than those that are given for all.
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

  /// What is known of the document of an entry.
  func context(of choice: DescriptorChoice, in file: Metadata, isRead: Bool) -> DocumentContext {
    metadata.context(of: choice, in: file, graph, isRead: isRead)
  }
}
