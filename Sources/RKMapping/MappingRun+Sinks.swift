internal import RKEngine

extension MappingRun {
  /// Wraps a sink in one that merges records, if requested; databases merge by themselves.
  func merging(_ sink: AnyRecordSink, _ output: Output) -> AnyRecordSink {
    guard !writing.mergesRows, unifies || existing != nil else { return sink }
    return .make(
      MergingSink(
        plan: compiled.plan,
        unifies: unifies,
        existing: existing,
        sink: sink,
        writesWhenFailed: output.destination == .standardOutput
      )
    )
  }

  /// Wraps a sink in one that observes which records each document has, if each has a scope of its own.
  func observing(_ sink: AnyRecordSink) -> AnyRecordSink {
    guard let scopes = writing.pruneScopes else { return sink }
    return .make(ArrivalSink(before: sink) { scopes.didReceive($0, $1) })
  }

  /// Wraps a sink in one that holds all records until the end, if connections need that.
  func collecting(_ sink: AnyRecordSink, _ output: Output) -> AnyRecordSink {
    guard compiled.plan.hasConnections else { return sink }
    return .make(
      RecordCollector(
        plan: compiled.plan,
        sink: sink,
        writesWhenFailed: output.destination == .standardOutput,
        merges: writing.mergesConnected,
        count: { [survey, compiled] found in survey?.add(found, compiled.plan) }
      ) { [reading] in
        reading.counter.receive(reading.explainer.unresolved($0), times: $0.keyCount)
      }
    )
  }
}
