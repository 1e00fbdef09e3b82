/// The numbers of dates of which something was assumed.
package struct AssumedDates: Sendable, Hashable {
  package private(set) var format = 0
  package private(set) var zone = 0

  package init(format: Int = 0, zone: Int = 0) { (self.format, self.zone) = (format, zone) }

  init(_ traits: Cell.Traits) {
    format = traits.contains(.isAssumedDate) ? 1 : 0
    zone = traits.contains(.isAssumedZone) ? 1 : 0
  }

  package mutating func add(_ other: AssumedDates) {
    format += other.format
    zone += other.zone
  }
}
