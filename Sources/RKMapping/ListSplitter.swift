package import RKDiagnostics
internal import RKEngine

/// Writes each element of the list at a key path on a line of its own, unchanged.
package struct ListSplitter: Sendable {
  private let mapper: Mapper
  private let path: SourceKeyPath

  /// Makes a splitter.
  ///
  /// - Parameters:
  ///   - text: The keys that lead to the list, written as a `keyPath` of a spec; empty for the
  ///     document itself.
  ///   - options: How documents are read.
  /// - Throws: Diagnostics for an invalid key path or invalid options.
  package init(at text: String, options: MapperOptions) throws(DiagnosticsError) {
    do throws(TextError) {
      path = try KeyPathParser.source(text)
    } catch {
      throw Self.refusal("error in this key path: \(error.message)", error.help)
    }
    guard !path.climbs, path.leadingKeyCount == path.components.count else {
      throw Self.refusal(
        "--at takes keys, with dots between them, that lead to one list, not '\(text)'",
        "rkmap apply maps what other key paths find"
      )
    }
    var options = options
    options.splitsLists = true
    options.readsKeptValues = false
    let quoted = String(decoding: JSONText.quoted(text), as: UTF8.self)
    let mapping = try Mapping(
      text: """
        {"keyPath": \(quoted), "statusCodes": ["1XX", "2XX", "3XX", "4XX", "5XX"], \
        "mappers": [{"id": "element", "target": "element", "attributes": ["value"]}]}
        """,
      name: "--at"
    )
    mapper = try Mapper(mapping, options: options)
  }

  /// Writes the elements of all inputs, in order.
  ///
  /// Holds one element in memory at a time.
  package func run(
    on inputs: [Input],
    into output: Output,
    reportingTo receiver: any DiagnosticReceiver
  ) -> MappingReport {
    var output = output
    output.format = .ndjson
    let taking = Mapper.Taking(
      prepare: { [output] compiled in
        PreparedOutput(compiled: compiled) { (plan, _) in
          RecordWriting { [plan] (_) throws(SystemError) in try NDJSONFormat.sink(output, plan) }
        }
      },
      words: { [path] (_, place) in Self.noList(path, place) }
    )
    return mapper.apply(
      to: inputs,
      into: output,
      reportingTo: StandInFindings(receiver, hiding: "keyPath", passesInputs: true),
      taking: taking
    )
  }

  private static func refusal(_ message: String, _ help: String?) -> DiagnosticsError {
    .refusal(message, help: [help].compactMap(\.self))
  }

  /// The diagnostic for a value that is not a list, or an object on the way to the list.
  private static func noList(_ path: SourceKeyPath, _ place: InputPlace) -> Diagnostic {
    let keys = path.leadingKeys.prefix(place.pointer?.count { $0 == "/" } ?? 0)
    let value = keys.isEmpty ? "the document" : "'\(keys.joined(separator: "."))'"
    let isEnd = keys.count == path.components.count
    return Diagnostic(
      .conversionFailed,
      "\(value) expects an \(isEnd ? "array" : "object"), got \(place.description)",
      at: Location(place),
      help: ["--at takes the key path of an array; \"\" is the document itself"]
    )
  }
}
