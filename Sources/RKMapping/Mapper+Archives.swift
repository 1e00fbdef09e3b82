package import RKDiagnostics

extension Mapper {
  /// The flags that choose descriptors besides method and status: the descriptor name or the path.
  package var descriptorFlags: (name: String?, path: String?) {
    guard let fixture = options.fixtureName else { return (options.descriptorName, nil) }
    if let path = choice.askedPath { return (nil, path.text) }
    let names = Set(choice.descriptors.map(\.name))
    return (names == [fixture.name] ? fixture.name : nil, nil)
  }

  /// Throws a diagnostic if it is ambiguous which descriptors apply to an input that does not state
  /// its request.
  package func check(_ inputs: [Input]) throws(DiagnosticsError) {
    guard options.takesArchives || options.readsFixtureNames else { return }
    for input in inputs where !input.isArchive {
      if options.readsFixtureNames, let name = FixtureName(input.name) {
        try check(name, ofFile: input.name)
      } else {
        try choice.refuseAmbiguity(in: mapping.graph)
      }
    }
  }

  /// Adds a note about a misspelled file name, which may be why the request is unclear.
  private func check(_ name: FixtureName, ofFile path: String) throws(DiagnosticsError) {
    do {
      _ = try DescriptorChoice(for: name, name.context, of: mapping.graph)
    } catch {
      let misspelling = mapping.misspelling(in: name, ofFile: path)
      throw DiagnosticsError(error.diagnostics + (misspelling.map { [$0] } ?? []))
    }
  }

  /// Compiles a mapping for some inputs.
  ///
  /// If it needs a request and none is given, the names of the inputs may state it.
  package init(
    _ mapping: Mapping,
    options: MapperOptions,
    for inputs: [Input]
  ) throws(DiagnosticsError) {
    self = try Self.mapper(mapping, options, inputs)
  }

  private static func mapper(
    _ mapping: Mapping,
    _ options: MapperOptions,
    _ inputs: [Input]
  ) throws(DiagnosticsError) -> Mapper {
    do {
      let mapper = try Mapper(mapping, options: options)
      try mapper.check(inputs)
      return mapper
    } catch {
      guard options.descriptorName == nil, options.context.isOpen,
        error.diagnostics.contains(where: { $0.code == .ambiguousDescriptors }),
        inputs.contains(where: { !$0.isArchive && FixtureName($0.name) != nil })
      else { throw error }
      var options = options
      options.readsFixtureNames = true
      let mapper = try Mapper(mapping, options: options)
      try mapper.check(inputs)
      return mapper
    }
  }

  /// Compiles the mapping again for archives, and applies it, if `takesArchives` was not set.
  func applyToArchives(
    _ inputs: [Input],
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver,
    surveying survey: MappingSurvey?
  ) -> MappingReport {
    var options = options
    options.takesArchives = true
    do {
      let mapper = try Mapper(mapping, options: options)
      return mapper.apply(to: inputs, into: output, reportingTo: receiver, surveying: survey)
    } catch {
      return Self.refusal(error, receiver)
    }
  }
}
