/// An HTTP method that a descriptor is for.
package enum RequestMethod: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case head = "HEAD"
  case options = "OPTIONS"

  /// The word for all methods.
  package static let any = "ANY"
  /// The name of PUT in an older dialect.
  package static let oldPut = "UPDATE"
}
