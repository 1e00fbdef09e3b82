package import RKEngine

/// What the mapper's thread passes to the writer's thread: rows, and the names of the inputs that
/// have begun.
package struct RowDelivery: ~Copyable {
  package var rows = RowBatch()
  package var inputs: [String] = []

  package init() {}

  package mutating func removeAll() {
    rows.removeAll()
    inputs.removeAll(keepingCapacity: true)
  }
}
