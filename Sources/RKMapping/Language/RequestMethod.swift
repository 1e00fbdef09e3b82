/// A method of HTTP that a descriptor is for.
package enum RequestMethod: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case patch = "PATCH"
  case delete = "DELETE"
  case head = "HEAD"
  case options = "OPTIONS"

  /// What stands for all of them.
  package static let any = "ANY"
  /// What one old dialect calls PUT.
  package static let oldPut = "UPDATE"
}
