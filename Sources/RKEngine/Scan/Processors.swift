internal import CScan

/// The processors of the machine.
package enum Processors {
  /// The number of threads of this process that can run at once.
  package static var count: Int { Int(rk_processor_count()) }
}
