package import RKDiagnostics

extension Mapper {
  /// Throws a finding when it is not clear which descriptors apply to those of the inputs that do not
  /// say themselves what they answer.
  package func check(_ inputs: [Input]) throws(DiagnosticsError) {
    guard options.takesArchives, inputs.contains(where: { !$0.isArchive }) else { return }
    try choice.refuseAmbiguity(in: mapping.graph)
  }

  /// What `apply` does where nobody said beforehand that there would be archives.
  func applyToArchives(
    _ inputs: [Input],
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    var options = options
    options.takesArchives = true
    do {
      let mapper = try Mapper(mapping, options: options)
      return mapper.apply(to: inputs, into: output, reportingTo: receiver)
    } catch {
      return Self.refusal(error, receiver)
    }
  }
}
