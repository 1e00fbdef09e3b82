/// A kind of JSON values, as a matcher names it.
package enum ExpectedKind: String, Sendable, CaseIterable {
  case string
  case number
  case boolean
  case array
  case object
  case null
}
