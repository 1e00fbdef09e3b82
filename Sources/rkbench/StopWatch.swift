internal import RKEngine

/// Measures how long work takes.
enum StopWatch {
  /// The seconds that `work` takes.
  static func seconds(_ work: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(work)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
  }

  /// The speed at which this machine copies memory, in bytes per second: the best of several copies
  /// of 64 MB.
  ///
  /// It is the reference for the stages.
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
