internal import RKDiagnostics
internal import RKEngine

/// Writes one JSON value, or lines of JSON if the format is not set and the inputs are a stream.
enum JSONFormat: OutputFormat {
  static var name: String { "JSON" }
  static var fileEndings: [String] { [".json"] }
  static var options: OutputOptions? { .json }

  static func prepare(_ output: Output, _ records: OutputRecords) throws(DiagnosticsError)
    -> PreparedOutput
  {
    try records.refuseUnknownTarget(of: output)
    return PreparedOutput(compiled: records.compiled) { (plan, _) in
      RecordWriting { [plan] (isStream) throws(SystemError) in
        try sink(output, plan, records.compiled.keyPaths, isStream: isStream)
      }
    }
  }

  private static func sink(
    _ output: Output,
    _ plan: MappingPlan,
    _ keyPaths: [String],
    isStream: Bool
  ) throws(SystemError) -> AnyRecordSink {
    // Setting a shape requests one JSON value.
    let isOpen = output.format == nil && output.shape == .auto
    if isOpen && isStream { return try NDJSONFormat.sink(output, plan) }
    var options = JSONSink.Options()
    options.layout.isASCII = output.isASCII
    options.layout.isPretty = output.isPretty
    options.typeKey = output.typeKey
    options.selection = output.selection(plan)
    // The records of a selected target are always a list, even if there is only one.
    options.shape = options.selection == nil ? ResultShape(output.shape) : .array
    options.keyPaths = keyPaths.map { Array($0.utf8) }
    options.isStream = isStream
    options.mayBecomeLines = isOpen
    return .make(JSONSink(plan: plan, options: options, output: try output.makeFile()))
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
