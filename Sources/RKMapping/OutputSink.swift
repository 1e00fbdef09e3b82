internal import RKEngine

/// Makes the sink that an output asks for.
enum OutputSink {
  static func make(
    _ output: Output,
    _ compiled: CompiledMapping,
    isStream: Bool
  ) throws(SystemError) -> AnyRecordSink {
    var layout = JSONLayout()
    layout.isASCII = output.isASCII
    if case .nowhere = output.destination { return AnyRecordSink.make(DiscardingSink()) }
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

  private static func file(of output: Output) throws(SystemError) -> OutputFile {
    if case .file(let path) = output.destination { return try OutputFile(path: path) }
    return OutputFile()
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
