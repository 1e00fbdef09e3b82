internal import RKEngine

/// Measures how long work takes.
enum StopWatch {
  /// The seconds that `work` takes.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(work)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// The bytes per second at which this machine copies memory, the reference for the stages: the
  /// best of some copies of 64 MB.
  static func copySpeed(rounds: Int) -> Double {
    let original = [UInt8](repeating: .space, count: 64 << 20)
    var copy = UniqueArray<UInt8>(minimumCapacity: original.count)
    var shortest = Double.infinity
    for _ in 0...rounds {
      let time = seconds {
        copy.removeAll()
        copy.append(contentsOf: original.span, 0..<original.count)
      }
      shortest = min(shortest, time)
    }
    return Double(original.count) / shortest
  }
}
