internal import RKEngine

/// Makes the sink that an output asks for.
enum OutputSink {
  static func make(
    _ output: Output,
    _ compiled: CompiledMapping,
    _ csv: CSVOutput?,
    _ counter: FindingCounter,
    isStream: Bool
  ) throws(SystemError) -> AnyRecordSink {
    if let csv { return try make(csv, output, counter) }
    var layout = JSONLayout()
    layout.isASCII = output.isASCII
    if case .nowhere = output.destination { return AnyRecordSink.make(DiscardingSink()) }
    if case .collection(let place) = output.destination {
      return .make(CollectingSink(plan: compiled.plan, into: place.collection))
    }
    // A shape is that of one JSON value.
    let format = isStream && output.shape == .auto ? Output.Format.ndjson : .json
    if (output.format ?? format) == .ndjson {
      return .make(
        NDJSONSink(
          plan: compiled.plan,
          typeKey: output.typeKey,
          layout: layout,
          output: try file(of: output)
        )
      )
    }
    var options = JSONSink.Options()
    layout.isPretty = output.isPretty
    options.layout = layout
    options.typeKey = output.typeKey
    options.shape = ResultShape(output.shape)
    options.keyPaths = compiled.keyPaths.map { Array($0.utf8) }
    options.isStream = isStream
    options.mayBecomeLines = output.format == nil && output.shape == .auto
    return .make(
      JSONSink(plan: compiled.plan, options: options, output: try file(of: output))
    )
  }

  private static func make(
    _ csv: CSVOutput,
    _ output: Output,
    _ counter: FindingCounter
  ) throws(SystemError) -> AnyRecordSink {
    let schema = csv.tables.schema
    let columns = schema.tables.map { $0.columns.map { Array($0.name.utf8) } }
    if let table = csv.table {
      return .make(
        CSVSink(
          plan: csv.mapping.plan,
          tables: csv.tables.plan,
          table: table,
          columns: columns[table],
          dialect: csv.dialect,
          output: try file(of: output)
        )
      )
    }
    guard case .file(let path) = output.destination else { return .make(DiscardingSink()) }
    let package = DataPackage(schema, csv.dialect)
    let files = zip(package.paths, columns).map { CSVFolderSink.File(name: $0, columns: $1) }
    return .make(
      try CSVFolderSink(
        plan: csv.mapping.plan,
        tables: csv.tables.plan,
        files: files,
        dialect: csv.dialect,
        folder: path
      ) { states in
        for (table, state) in zip(schema.tables, states) where !table.primaryKey.isEmpty {
          if let finding = CSVOutput.finding(state, of: table.name) { counter.receive(finding) }
        }
        return (DataPackage.fileName, Array(package.text(keys: states).utf8))
      }
    )
  }

  private static func file(of output: Output) throws(SystemError) -> OutputFile {
    switch output.destination {
    case .file(let path): try OutputFile(path: path)
    case .memory(let place): OutputFile(place.memory)
    default: OutputFile()
    }
  }
}

extension ResultShape {
  fileprivate init(_ shape: Output.Shape) {
    switch shape {
    case .auto: self = .auto
    case .dictionary: self = .dictionary
    case .array: self = .array
    case .first: self = .first
    case .error: self = .error
    }
  }
}
