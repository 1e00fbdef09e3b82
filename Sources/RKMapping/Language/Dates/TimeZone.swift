package import RKEngine

/// A time zone as a spec names it: a distance from Greenwich, or a place with its history.
package struct TimeZone: Sendable, Hashable {
  package enum Offsets: Sendable {
    /// So many seconds east of Greenwich, always.
    case fixed(Int)
    /// The periods of a table, and the time from which on they repeat.
    case history([ZonePeriod], end: Int64)
  }

  package var name: String
  package var offsets: Offsets

  package init(name: String, offsets: Offsets) {
    self.name = name
    self.offsets = offsets
  }

  package static let utc = TimeZone(name: "UTC", offsets: .fixed(0))

  /// Names are of one system's list, so that they tell all zones apart.
  package static func == (left: TimeZone, right: TimeZone) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Why a name gives no time zone.
package struct TimeZoneError: Error, Sendable, Hashable {
  package var message: String
  package var help: String
}
