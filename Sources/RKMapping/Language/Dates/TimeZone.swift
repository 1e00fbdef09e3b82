package import RKEngine

/// A time zone named in a spec: an offset from Greenwich, or a place with its history.
package struct TimeZone: Sendable, Hashable {
  package enum Offsets: Sendable {
    /// A fixed number of seconds east of Greenwich.
    case fixed(Int)
    /// Periods, and the time after which they repeat.
    case history([ZonePeriod], end: Int64)
  }

  package var name: String
  package var offsets: Offsets

  package static let utc = TimeZone(name: "UTC", offsets: .fixed(0))

  /// Names come from one system, so that they identify zones.
  package static func == (left: TimeZone, right: TimeZone) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
