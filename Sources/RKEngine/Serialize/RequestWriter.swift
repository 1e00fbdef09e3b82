/// Writes records as requests send them, by mappers that are applied to the records.
package final class RequestWriter {
  private var operation: MappingOperation
  private let plan: MappingPlan
  private var writer: JSONWriter
  private var batch = RecordBatch()
  private var output = OutputBuffer(capacity: 4096)
  private var faults: [MappingFault] = []
  private var numbers: [Key: Int] = [:]

  /// The parts of faults that determine their wording.
  private struct Key: Hashable {
    var code: MappingFault.Code
    var site: UInt32
    var variant: UInt32
  }

  package init(_ plan: MappingPlan) {
    self.plan = plan
    operation = MappingOperation(plan: plan, options: MappingOptions())
    writer = JSONWriter(plan: plan, typeKey: nil)
  }

  func fault(_ number: Int) -> MappingFault? {
    faults.indices.contains(number) ? faults[number] : nil
  }

  /// Appends the result of a descriptor of the plan for a record; returns the reason if there is
  /// none.
  func append(
    _ token: Int,
    by descriptor: Int,
    _ view: TokenView,
    to text: inout UniqueArray<UInt8>
  ) -> (token: Int, number: Int)? {
    batch.removeAll()
    let last = view.next(after: token) - 1
    operation.beginDocument(token)
    let outcome = operation.map(
      Representation(token: token),
      to: last,
      by: plan.descriptors[descriptor].node,
      of: descriptor,
      view,
      into: &batch
    )
    // A value that it cannot convert would be left out.
    guard outcome == .mapped, !losesValues else { return reason(at: token) }
    batch.seal()
    output.removeAll()
    writer.write(0, of: batch, view.padded, to: &output)
    text.append(contentsOf: output)
    return nil
  }

  private var losesValues: Bool {
    for number in 0..<batch.faults.count {
      switch batch.faults[number].code {
      case .duplicateKey, .severalKeys, .unknownKey, .convertedKind, .singleRoot, .notJudged: break
      default: return true
      }
    }
    return false
  }

  private func reason(at record: Int) -> (token: Int, number: Int) {
    var found: MappingFault?
    for number in 0..<batch.faults.count {
      let fault = batch.faults[number]
      if fault.isError { return keep(fault, record) }
      found = found ?? fault
    }
    let site = plan.nodes[plan.descriptors[0].node].site
    return keep(found ?? MappingFault(.unmatched, isError: true, site: site, token: 0), record)
  }

  private func keep(_ fault: MappingFault, _ record: Int) -> (token: Int, number: Int) {
    let key = Key(code: fault.code, site: fault.site.index, variant: fault.variant)
    var own = fault
    own.isError = true
    if numbers[key] == nil {
      numbers[key] = faults.count
      faults.append(own)
    }
    return (fault.token == 0 ? record : Int(fault.token), numbers[key] ?? 0)
  }
}
