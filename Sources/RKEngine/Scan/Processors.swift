internal import CScan

/// The processors of the machine.
package enum Processors {
  /// How many threads of this process they can run at once.
  package static var count: Int { Int(rk_processor_count()) }
}
