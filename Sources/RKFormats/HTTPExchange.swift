/// A request and its response, as stored in an archive.
package struct HTTPExchange: Sendable {
  /// A header of a request or a response.
  package struct Header: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// As it was sent, such as `GET`.
  package var method: String
  /// The whole URL of the request.
  package var url: String
  package var statusCode: Int
  package var requestHeaders: [Header] = []
  package var responseHeaders: [Header] = []

  package init(method: String, url: String, statusCode: Int) {
    self.method = method
    self.url = url
    self.statusCode = statusCode
  }
}
