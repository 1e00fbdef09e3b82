/// A request and its response, as stored in an archive.
package struct HTTPExchange: Sendable {
  /// A header of a request or a response.
  package struct Header: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  /// As it was sent, such as `GET`.
  package var method: String
  /// The whole URL of the request.
  package var url: String
  package var statusCode: Int
  package var requestHeaders: [Header] = []
  package var responseHeaders: [Header] = []

  /// Nothing is expected of the response: HEAD and OPTIONS ask for headers.
  package var hasNoContent: Bool {
    Self.hasNoContent(statusCode) || method == "HEAD" || method == "OPTIONS"
  }

  /// Responses of a status have no content (RFC 9110, 15.3.5, 15.3.6, 15.4.5).
  package static func hasNoContent(_ statusCode: Int) -> Bool {
    [204, 205, 304].contains(statusCode)
  }
}
