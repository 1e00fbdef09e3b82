/// Makes time zone files, of which every part can be wrong.
struct ZoneFileText {
  var magic = "TZif"
  var version = UInt8(ascii: "2")
  var leapSecondCount = 0
  /// The count in the headers, if it is false.
  var transitionCount: Int?
  var transitions: [(time: Int, type: UInt8)] = []
  var offsets = [0]
  var footer: String? = ""

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
  }

  private func block(timeSize: Int) -> [UInt8] {
    let counts = [
      0, 0, leapSecondCount, transitionCount ?? transitions.count, offsets.count, 4,
    ]
    var bytes = Array(magic.utf8) + [version] + [UInt8](repeating: 0, count: 15)
    bytes += counts.flatMap { Self.number($0, 4) }
    bytes += transitions.flatMap { Self.number($0.time, timeSize) }
    bytes += transitions.map(\.type)
    bytes += offsets.flatMap { Self.number($0, 4) + [0, 0] }
    bytes += Array("LMT\0".utf8)
    return bytes + [UInt8](repeating: 0, count: leapSecondCount * (timeSize + 4))
  }

  var bytes: [UInt8] {
    let first = block(timeSize: 4)
    if version == 0 { return first }
    return first + block(timeSize: 8) + (footer.map { Array("\n\($0)\n".utf8) } ?? [])
  }
}
