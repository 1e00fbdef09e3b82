package import RKDiagnostics

extension Mapper {
  /// The flags that choose descriptors besides method and status: the descriptor name or the path.
  package var descriptorFlags: (name: String?, path: String?) {
    guard let fixture = options.fixtureName else { return (options.descriptorName, nil) }
    if let path = choice.askedPath { return (nil, path.text) }
    let names = Set(choice.descriptors.map(\.name))
    return (names == [fixture.name] ? fixture.name : nil, nil)
  }

  /// Compiles a mapping for some inputs, whose names may state their requests.
  ///
  /// An input that is not there is reported before anything that is unclear about requests.
  package init(
    _ mapping: Mapping,
    options: MapperOptions,
    for inputs: [Input]
  ) throws(DiagnosticsError) {
    var options = options
    if options.descriptorName == nil, options.context.isOpen {
      options.readsFixtureNames = inputs.contains { $0.fixtureName != nil }
    }
    do {
      try self.init(mapping, options, among: inputs)
    } catch {
      guard error.diagnostics.contains(where: { $0.code == .ambiguousDescriptors }) else {
        throw error
      }
      let missing = inputs.compactMap(\.absence)
      throw missing.isEmpty ? error : DiagnosticsError(missing)
    }
  }

  /// The descriptors that the requests of some inputs leave, in the order of the spec; all if no input has one.
  ///
  /// Throws a diagnostic if it is ambiguous which of them apply to an input.
  static func reached(
    by inputs: [Input],
    among all: DescriptorChoice,
    _ graph: MappingGraph,
    readsFixtureNames: Bool
  ) throws(DiagnosticsError) -> [ResponseDescriptor] {
    var isReached = all.chosen.map { _ in false }
    for input in inputs {
      var candidates = all.chosen
      if input.isArchive {
        // An entry that has the path may have it in another form than a flag states it.
        var context = all.context
        context.path = nil
        candidates = candidates.map {
          .init(descriptor: $0.descriptor, match: DescriptorMatch($0.descriptor, context))
        }
      } else if readsFixtureNames, let name = input.fixtureName {
        candidates = try choice(of: name, ofFile: input.name, graph).chosen
      } else {
        try all.refuseAmbiguity(in: graph)
      }
      for (number, candidate) in candidates.enumerated() where candidate.applies {
        isReached[number] = true
      }
    }
    return isReached.contains(true)
      ? zip(all.descriptors, isReached).filter(\.1).map(\.0) : all.descriptors
  }

  /// Adds a note about a misspelled file name, which may be why the request is unclear.
  private static func choice(
    of name: FixtureName,
    ofFile path: String,
    _ graph: MappingGraph
  ) throws(DiagnosticsError) -> DescriptorChoice {
    do {
      return try DescriptorChoice(for: name, name.context, of: graph, keepsAll: true)
    } catch {
      let misspelling = graph.misspelling(in: name, ofFile: path)
      throw DiagnosticsError(error.diagnostics + (misspelling.map { [$0] } ?? []))
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
