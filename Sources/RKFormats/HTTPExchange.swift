/// A request and its response, as stored in an archive.
package struct HTTPExchange: Sendable {
  /// A header of a request or a response.
  package struct Header: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  /// The method as it was sent, such as `GET`.
  package var method: String
  /// The full URL of the request.
  package var url: String
  package var statusCode: Int
  package var requestHeaders: [Header] = []
  package var responseHeaders: [Header] = []

  /// Whether the response has no content by definition: for HEAD and OPTIONS, which request only headers.
  package var hasNoContent: Bool {
    Self.hasNoContent(statusCode) || method == "HEAD" || method == "OPTIONS"
  }

  /// Whether responses with a status never have content (RFC 9110, 15.3.5, 15.3.6, 15.4.5).
  package static func hasNoContent(_ statusCode: Int) -> Bool {
    [204, 205, 304].contains(statusCode)
  }
}
