/// Reads back what a `RecordWriter` has written for a root record.
package protocol WrittenCheck: AnyObject {
  /// Whether all records are read back; otherwise only those with a part that has no members.
  var checksAll: Bool { get }

  /// Why the written text of a record, by a node of an entry, is not read as that record; nil if it
  /// is.
  func failure(
    of record: Int,
    written: [UInt8],
    entry: Int,
    node: Int,
    _ view: TokenView
  ) -> RecordWriter.Failure?
}

/// Maps the text of single representations.
package final class WrittenReader {
  package enum Outcome {
    case mapped
    case declined
    case failed(MappingFault)
  }

  private let plan: MappingPlan
  private var operation: MappingOperation
  private var batch = RecordBatch()

  package init(_ plan: MappingPlan) {
    self.plan = plan
    operation = MappingOperation(plan: plan, options: MappingOptions())
  }

  /// Whether representations can be read without their surroundings and metadata.
  package var readsAlone: Bool { plan.metadataPaths.isEmpty && !plan.needsDocument }

  /// Maps a text by a descriptor.
  ///
  /// The text is a value, or the only member of an object whose members are representations. `take`
  /// receives the record, which is the first row.
  ///
  /// - Returns: nil if the text is nested too deeply to be read by itself.
  package func read(
    _ text: [UInt8],
    by descriptor: Int,
    isMember: Bool,
    _ take: (borrowing RecordBatch, Span<UInt8>) -> Void
  ) -> Outcome? {
    let text = isMember ? [.openObject] + text + [.closeObject] : text
    guard let window = InputWindow(whole: text) else { return nil }
    let view = window.view
    batch.removeAll()
    operation.beginDocument(0)
    let node = plan.descriptors[descriptor].node
    let lastKey = plan.descriptors[descriptor].lastKey
    let index = ValueLocation(.number, 0)
    let representation =
      isMember
      ? Representation(token: 3, key: ValueLocation(token: 1), isMember: true, index: index)
      : Representation(
        token: 0,
        key: lastKey.count == 0
          ? .missing : ValueLocation(.constant, lastKey.offset, lastKey.count),
        index: index
      )
    let last = view.next(after: Int(representation.token)) - 1
    switch operation.map(representation, to: last, by: node, of: descriptor, view, into: &batch) {
    case .mapped:
      batch.seal()
      take(batch, view.padded)
      return .mapped
    case .declined: return .declined
    case .failed:
      for number in 0..<batch.faults.count where batch.faults[number].isError {
        return .failed(batch.faults[number])
      }
      preconditionFailure("a record that failed has a fault")
    }
  }
}
