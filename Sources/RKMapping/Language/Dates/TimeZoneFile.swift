internal import RKEngine

/// Reads time zone files in the format TZif (RFC 9636), versions 1 to 4.
///
/// The bytes are untrusted: every count is checked against the size of the file.
package struct TimeZoneFile {
  /// What is wrong with a file.
  package struct Fault: Error, Sendable, Hashable {
    package var reason: String
  }

  private let bytes: [UInt8]
  private var at = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the zone that a file describes.
  package static func zone(_ bytes: [UInt8], named name: String) throws(Fault) -> TimeZone {
    var file = TimeZoneFile(bytes)
    var header = try file.header()
    var timeSize = 4
    if header.version >= UInt8(ascii: "2") {
      // The first block is for programs without 64-bit times, and is skipped.
      _ = try file.read(header.size(timeSize: 4))
      header = try file.header()
      timeSize = 8
    }
    var history = try file.history(header, timeSize: timeSize)
    if timeSize == 8 {
      let text = try file.footer()
      if !text.isEmpty {
        guard let rule = DaylightRule(text) else {
          throw Fault(reason: "is damaged: the rule at its end cannot be understood")
        }
        history.goOn(by: rule)
      }
    }
    let periods = history.periods
    if periods.count == 1 {
      return TimeZone(name: name, offsets: .fixed(Int(periods[0].offset)))
    }
    return TimeZone(name: name, offsets: .history(periods, end: history.end))
  }

  // MARK: - Parts

  private struct Header {
    var version: UInt8
    var utcIndicatorCount: Int
    var standardIndicatorCount: Int
    var leapSecondCount: Int
    var transitionCount: Int
    var typeCount: Int
    var nameSize: Int

    func size(timeSize: Int) -> Int {
      transitionCount * (timeSize + 1) + typeCount * 6 + nameSize
        + leapSecondCount * (timeSize + 4) + standardIndicatorCount + utcIndicatorCount
    }
  }

  private mutating func read(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
    guard count <= bytes.count - at else { throw Fault(reason: "is damaged: it ends too early") }
    at += count
    return bytes[(at - count)..<at]
  }

  /// Reads a big-endian number with this many bytes.
  private mutating func number(_ size: Int) throws(Fault) -> Int {
    let digits = try read(size)
    let value = digits.reduce(0) { $0 << 8 | UInt64($1) }
    let unused = 64 - size * 8
    return Int(Int64(bitPattern: value << UInt64(unused)) >> Int64(unused))
  }

  private mutating func count() throws(Fault) -> Int {
    let value = try number(4)
    // No time zone file has more, and sums must not overflow.
    guard value >= 0, value <= 1 << 20 else {
      throw Fault(reason: "is damaged: it counts too much")
    }
    return value
  }

  private mutating func header() throws(Fault) -> Header {
    let magic = Array("TZif".utf8)
    guard bytes.count - at >= magic.count, Array(try read(magic.count)) == magic else {
      throw Fault(reason: "is no file of a time zone")
    }
    let version = try read(16).first ?? 0
    return Header(
      version: version,
      utcIndicatorCount: try count(),
      standardIndicatorCount: try count(),
      leapSecondCount: try count(),
      transitionCount: try count(),
      typeCount: try count(),
      nameSize: try count()
    )
  }

  private mutating func history(_ header: Header, timeSize: Int) throws(Fault) -> ZoneHistory {
    guard header.typeCount >= 1 else { throw Fault(reason: "is damaged: it has no offsets") }
    guard header.leapSecondCount == 0 else {
      throw Fault(reason: "counts leap seconds, which dates do not")
    }
    var times: [Int] = []
    for _ in 0..<header.transitionCount { times.append(try number(timeSize)) }
    let types = Array(try read(header.transitionCount))
    var offsets: [Int] = []
    for _ in 0..<header.typeCount {
      let offset = try number(4)
      _ = try read(2)
      guard (-89_999...93_599).contains(offset) else {
        throw Fault(reason: "is damaged: it has an offset of more than a day")
      }
      offsets.append(offset)
    }
    _ = try read(header.nameSize + header.standardIndicatorCount + header.utcIndicatorCount)
    var history = ZoneHistory(offset: offsets[0])
    for (time, type) in zip(times, types) {
      guard offsets.indices.contains(Int(type)), time > history.last ?? .min,
        ZoneHistory.times.contains(time)
      else { throw Fault(reason: "is damaged: its times are in no order") }
      history.add(time, offset: offsets[Int(type)])
    }
    return history
  }

  /// Reads the rule for the time after the last change: a line between two line feeds.
  private mutating func footer() throws(Fault) -> [UInt8] {
    let lineFeed = UInt8(ascii: "\n")
    guard try read(1).first == lineFeed, let end = bytes[at...].firstIndex(of: lineFeed) else {
      throw Fault(reason: "is damaged: it ends too early")
    }
    return Array(bytes[at..<end])
  }
}
