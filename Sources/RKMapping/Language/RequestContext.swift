internal import RKDiagnostics

/// What is known of the request that the inputs respond to, and of the response.
///
/// It determines which descriptors apply, and can be read by `@metadata`.
///
/// ```swift
/// var options = MapperOptions()
/// options.context.method = "GET"
/// options.context.path = "/articles/1"
/// options.context.statusCode = 200
/// options.context.responseHeaders = [.init(name: "ETag", value: "x1")]
/// ```
public struct RequestContext: Sendable, Hashable {
  /// A header of a request or a response.
  public struct Header: Sendable, Hashable {
    /// The name of the header; case is ignored.
    public var name: String
    /// The value of the header.
    public var value: String

    /// Creates a header.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The method of the request, such as `GET`; nil if unknown.
  public var method: String?
  /// The path or the URL of the request; nil if unknown.
  public var path: String?
  /// The status code of the response; nil if unknown.
  public var statusCode: Int?
  /// The headers of the request.
  public var requestHeaders: [Header] = []
  /// The headers of the response.
  public var responseHeaders: [Header] = []

  /// Creates a context in which nothing is known.
  public init() {}

  /// Whether nothing is known that could distinguish descriptors.
  var isOpen: Bool { method == nil && path == nil && statusCode == nil }

  /// A text such as `GET /articles with status 200`, with the parts that are known.
  var description: String {
    let request = [method, path.map { "'\($0)'" }].compactMap { $0 }.joined(separator: " ")
    let status = statusCode.map { "status \($0)" }
    return [request.isEmpty ? nil : request, status].compactMap { $0 }
      .joined(separator: " with ")
  }

  /// Throws a diagnostic if a part of it is invalid.
  func check() throws(DiagnosticsError) {
    if let method, RequestMethod(rawValue: method) == nil {
      let known = RequestMethod.allCases.map(\.rawValue)
      throw .refusal(
        "there is no method '\(method)'\(NearestName.suggestion(for: method, among: known))",
        help: ["methods are " + known.joined(separator: ", ")]
      )
    }
    if let statusCode, !Self.statusCodes.contains(statusCode) {
      throw .refusal("a status code is 100 to 599, not \(statusCode)")
    }
  }

  package static let statusCodes = 100...599
}
