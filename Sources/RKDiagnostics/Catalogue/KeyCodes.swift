extension DiagnosticCode {
  static let keyCodes: [DiagnosticCode] = [
    contradictingKeys
  ]

  /// What a spec says of keys contradicts itself.
  public static let contradictingKeys = DiagnosticCode(
    "RK2060",
    "contradicting-keys",
    .error,
    "What a spec says of the keys of documents contradicts itself.",
    """
    `keys` holds for a whole document, so that one key is read in one way: `rename` gives a key two names, which case alone
    does not tell apart, or a file that the spec includes says something else of keys than the spec does.
    """
  )
}
