internal import RKDiagnostics
internal import RKEngine

/// Writes lines of a key, a position and a record, which other processes sort and merge.
enum KeyedFormat: OutputFormat {
  static var name: String { "keyed lines" }
  static var fileEndings: [String] { [] }
  static var options: OutputOptions? { .keyed }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    let (compiled, graph) = (records.compiled, records.graph)
    let form = KeyedForm(compiled, graph)
    try KeyedRules(compiled, graph, form).check()
    return PreparedOutput(compiled: compiled) { (plan, _) in
      // Write the keys of connections. What to delete is known only after all versions are merged.
      for number in plan.connections.indices { plan.connections[number].isKept = true }
      for number in plan.nodes.indices { plan.nodes[number].deletion = .none }
      let ending = output.trailer.map { PendingTrailer($0) }
      let positions = output.keyed?.hasPositions == true ? LinePositions() : nil
      var writing = RecordWriting { [plan] (_) throws(SystemError) in
        let writer = KeyedLineWriter(
          plan: plan,
          form: form,
          part: output.keyed?.part ?? 0,
          positions: positions
        )
        return .make(
          LineSink(
            writer,
            output: try output.makeFile(),
            trailer: ending.map { pending in { pending.trailer } }
          )
        )
      }
      writing.isStream = true
      if let ending { writing.willFinish = ending.take }
      writing.admission = KeyedAdmission(form)
      writing.positions = positions
      return writing
    }
  }
}
