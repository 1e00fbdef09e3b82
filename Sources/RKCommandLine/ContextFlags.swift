internal import RKDiagnostics
internal import RKMapping

/// The flags about the context of the inputs.
enum ContextFlags {
  /// The flags that choose between descriptors.
  static func request<Options: MappingOptions>() -> [Flag<Options>] {
    [
      method("apply only descriptors that are for this method") {
        $0.mapper.context.method = $1
      },
      Flag(
        "path",
        value: "PATH",
        in: .request,
        "apply only descriptors whose path matches this one; a URL is accepted, too"
      ) { $0.mapper.context.path = $1 },
      Flag(
        "status",
        value: "CODE",
        in: .request,
        "apply only descriptors that are for this status code; one that names none is for 2XX"
      ) { (options, text) throws(FlagError) in
        options.mapper.context.statusCode = try status(text)
      },
    ]
  }

  /// The flag for the method of the request.
  static func method<Options>(
    _ help: String,
    apply: @escaping (inout Options, String) -> Void
  ) -> Flag<Options> {
    Flag(
      "method",
      value: "METHOD",
      choices: RequestMethod.allCases.map(\.rawValue),
      in: .request,
      help
    ) {
      (options, text) throws(FlagError) in apply(&options, try method(text))
    }
  }

  /// The flags whose values are only available to mappers.
  static func metadata<Options: MappingOptions>() -> [Flag<Options>] {
    [
      Flag(
        "header",
        value: "'NAME: VALUE'",
        in: .request,
        """
        a header, which mappers read as @metadata.HTTP.response.headers.NAME, or \
        .request.headers.NAME (repeatable)
        """
      ) { (options, text) throws(FlagError) in
        let header = try header(text)
        options.mapper.context.requestHeaders.append(header)
        options.mapper.context.responseHeaders.append(header)
      },
      Flag(
        "meta",
        value: "KEY=VALUE",
        in: .request,
        "text that mappers read as @metadata.KEY, where dots nest (repeatable)"
      ) { (options, text) throws(FlagError) in
        options.mapper.metadata.append(try entry(text))
      },
      Flag(
        "file-pattern",
        value: "PATTERN",
        in: .input,
        """
        names for the last parts of an input's name, as in ':event/:name.json'; mappers read them as \
        @metadata.file.parameters.NAME
        """
      ) { (options, text) throws(FlagError) in
        do throws(TextError) {
          _ = try PathPattern(text, of: .files)
        } catch {
          throw FlagError(error.message, help: error.help)
        }
        options.mapper.filePattern = text
      },
    ]
  }

  // MARK: - Values

  static func method(_ text: String) throws(FlagError) -> String {
    if RequestMethod(rawValue: text) != nil { return text }
    let known = RequestMethod.allCases.map(\.rawValue)
    throw FlagError(
      "there is no method '\(text)'\(NearestName.suggestion(for: text, among: known))",
      help: "methods are " + known.joined(separator: ", ")
    )
  }

  static func status(_ text: String) throws(FlagError) -> Int {
    try FlagError.number(
      text,
      flag: "status",
      least: RequestContext.statusCodes.lowerBound,
      most: RequestContext.statusCodes.upperBound
    )
  }

  private static func header(_ text: String) throws(FlagError) -> RequestContext.Header {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0]
    guard parts.count == 2, !name.isEmpty, !name.contains(where: \.isWhitespace) else {
      throw FlagError("--header takes 'NAME: VALUE', not '\(text)'")
    }
    let value = trimmed(parts[1])
    return RequestContext.Header(name: String(name), value: value)
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  private static func entry(_ text: String) throws(FlagError) -> MetadataEntry {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw FlagError("--meta takes KEY=VALUE, not '\(text)'")
    }
    do throws(TextError) {
      let names = try KeyPathParser.destination(String(parts[0])).keys
      return MetadataEntry(names, String(parts[1]))
    } catch {
      throw FlagError("--meta takes a key path before '=': \(error.message)", help: error.help)
    }
  }
}
