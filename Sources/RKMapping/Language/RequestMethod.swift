/// A method of HTTP that a descriptor is for.
package enum RequestMethod: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case head = "HEAD"
  case options = "OPTIONS"

  /// The word for all of them.
  package static let any = "ANY"
  /// An older dialect's name for PUT.
  package static let oldPut = "UPDATE"
}
