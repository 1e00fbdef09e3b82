extension DiagnosticCode {
  static let contextCodes: [DiagnosticCode] = [badPathPattern]

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
}
