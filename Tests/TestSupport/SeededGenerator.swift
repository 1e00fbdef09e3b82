/// Random numbers that a seed reproduces (SplitMix64, after Sebastiano Vigna).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  package let seed: UInt64
  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A random element.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }

  /// A random number from 0 up to, but not including, the limit.
  package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

  /// True with a probability of 1 in `count`.
  package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

  /// The expression that recreates the numbers, for failure messages.
  package var recreation: String { "SeededGenerator(seed: \(seed))" }
}
