extension DiagnosticCode {
  static let contextCodes: [DiagnosticCode] = [badPathPattern, unknownMetadata]

  /// The path of a descriptor or a route that is none.
  public static let badPathPattern = DiagnosticCode(
    "RK2070",
    "bad-path-pattern",
    .error,
    "The path of a descriptor or a route cannot be understood.",
    """
    A path is literal text with parameters: `:name` or `{name}`, which stand for a part of one component each, and end
    where the text behind them begins. So two parameters have text between them, and each has a name of its own. A dot
    behind `:name` is part of the name, as in RestKit: `/files/:name\\.json` has a parameter `name`, and so has
    `/files/{name}.json`.

    `\\.`, `\\:`, `\\@`, `\\\\`, `\\{` and `\\}` stand for the characters themselves; in a spec, which is JSON, each
    backslash is written twice.
    """
  )

  /// A name that is nearly one of those in the metadata.
  public static let unknownMetadata = DiagnosticCode(
    "RK2071",
    "unknown-metadata",
    .warning,
    "A key path asks @metadata for a name that it does not have, but nearly.",
    """
    rkmap itself knows `@metadata.mapping.{rootKeyPath,collectionIndex,parentObject.NAME}`,
    `.routing.{parameters.NAME,route}`, `.HTTP.request.{method,URL,headers.NAME}`,
    `.HTTP.response.{statusCode,headers.NAME}` and `.file.{name,index,line,parameters.NAME}`. Everything else comes from
    `--meta KEY=VALUE`, and is missing without it.
    """
  )
}
