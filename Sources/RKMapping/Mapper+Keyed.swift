internal import RKDiagnostics
internal import RKEngine

extension Mapper {
  /// Creates a mapper that reads keyed lines of a mapping's records, and writes them as rows or
  /// merges them.
  ///
  /// - Parameters:
  ///   - mapping: The mapping that wrote the lines.
  ///   - options: Which of its descriptors were applied, and how failed records are handled.
  ///   - merges: Whether lines with equal keys are merged; otherwise records become rows.
  ///   - partCount: The number of parts that the lines come from; each part has a trailer.
  ///   - spec: The hash of the spec, as in trailers.
  /// - Throws: The diagnostics that the other initializers throw.
  package init(
    ofKeyedLines mapping: Mapping,
    options: MapperOptions,
    merges: Bool,
    partCount: Int?,
    spec: String
  ) throws(DiagnosticsError) {
    var options = options
    options.hasInputFlags = false
    options.surveysRules = false
    self = try Mapper(mapping, options: options)
    let written = compiled
    let made = KeyedRecordsCompiler.compile(written, self.mapping.graph)
    self.mapping = self.mapping.replacing(made.graph)
    compiled = PlanCompiler.compile(
      made.graph,
      descriptors: merges ? made.descriptors.suffix(1) : made.descriptors,
      merges: merges
    )
    // A mapper that reads records stands for those of the spec, which findings name.
    let mappers = Dictionary(written.sites.map { ($0.place, $0.mapper) }) { first, _ in first }
    for number in compiled.sites.indices {
      let site = compiled.sites[number]
      compiled.sites[number].mapper = mappers[site.place] ?? site.mapper
    }
    let references = compiled.adaptToRecords(made, merges: merges)
    keyed = KeyedReading(
      targets: made.targets,
      indexKey: made.indexKey,
      descriptor: compiled.plan.descriptors.count - 1,
      references: references,
      takesPositions: !merges,
      partCount: partCount,
      spec: spec,
      written: written
    )
  }

  /// A mapper that reads records with all that stands in them, to compare them.
  package struct RecordReading {
    package let mapper: Mapper
    /// The key of the first member, which has the index of the record's target.
    package let indexKey: String
    package let targets: [String]
  }

  /// Creates a mapper that reads the records which a mapping makes.
  package static func reading(
    recordsOf mapping: Mapping
  ) throws(DiagnosticsError) -> RecordReading {
    var mapper = try Mapper(mapping)
    let made = KeyedRecordsCompiler.compile(mapper.compiled, mapping.graph, embeds: true)
    mapper.mapping = mapping.replacing(made.graph)
    mapper.compiled = PlanCompiler.compile(
      made.graph,
      descriptors: made.descriptors.suffix(1),
      merges: true
    )
    _ = mapper.compiled.adaptToRecords(made, merges: true)
    return RecordReading(
      mapper: mapper,
      indexKey: made.indexKey,
      targets: made.targets.map(\.name)
    )
  }

  /// Merges keyed lines.
  package func merge(
    _ input: Input,
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    let log = KeyedLog(keepsText: output.keyed != nil)
    let (graph, references) = (mapping.graph, keyed?.references ?? [])
    let taking = Taking { compiled in
      PreparedOutput(compiled: compiled) { (plan, _) in
        var writing = RecordWriting { [plan] (_) throws(SystemError) in
          guard output.keyed != nil else {
            // The key states the target of its line, but not the targets of the records inside it.
            let form = KeyedForm(
              shapes: plan.schema.records.map { _ in KeyedForm.Shape(target: "") },
              connections: []
            )
            let sink = try NDJSONFormat.sink(output, plan, except: references, keyed: form)
            return .make(KeyedMergingSink(plan: plan, log: log, sink: sink, prefixes: nil))
          }
          let prefixes = LinePositions()
          let writer = PrefixedLineWriter(
            plan: plan,
            form: KeyedForm(compiled, graph),
            prefixes: prefixes
          )
          let sink = AnyRecordSink.make(LineSink(writer, output: try output.makeFile()))
          return .make(KeyedMergingSink(plan: plan, log: log, sink: sink, prefixes: prefixes))
        }
        writing.log = log
        return writing
      }
    } words: { (_, place) in
      Diagnostic(.unwritableOutput, "the record cannot be written", at: Location(place))
    }
    return apply(to: [input], into: output, reportingTo: receiver, taking: taking)
  }
}

extension CompiledMapping {
  /// Makes the nodes that read records accept them unchanged; returns the shapes of keys.
  fileprivate mutating func adaptToRecords(_ made: KeyedRecordsCompiler.Result, merges: Bool)
    -> Set<Int32>
  {
    var references: Set<Int32> = []
    for node in plan.nodes.indices {
      let mapping = mappings[node].index
      guard mapping >= made.firstReading, !plan.nodes[node].isDynamic else { continue }
      if made.references.contains(mapping) { references.insert(plan.nodes[node].record.index) }
      let rules = Array(plan.nodes[node].early.indices) + Array(plan.nodes[node].late.indices)
      for rule in rules {
        plan.attributes[rule].copiesFractions = plan.hasFractions(plan.attributes[rule])
        plan.attributes[rule].valueRule = .none
      }
      let composed = made.composed[mapping, default: []]
      for (number, rule) in plan.nodes[node].relationships.indices.enumerated() {
        plan.relationships[rule].sharesPlace = composed.contains(number)
      }
    }
    return references
  }
}
