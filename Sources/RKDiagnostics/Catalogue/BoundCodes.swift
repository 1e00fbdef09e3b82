extension DiagnosticCode {
  /// Codes of what would take more than there is.
  static let boundOfRecordCodes = [recordTooLarge]
  static let boundOfSpecCodes = [
    templateTooLarge, fileOutside, tooManyRecords, tooManyRules, twoSpellings,
  ]

  /// A record takes more than it may.
  public static let recordTooLarge = DiagnosticCode(
    "RK1018",
    "record-too-large",
    .error,
    "A record grows beyond what its representation may come to.",
    """
    A record, with all that is related to it and with the values that are made for it, takes at most 64 MiB of memory,
    and 512 bytes more for each byte of its representation. A small spec may ask for more of a small document: a
    template of templates doubles each time, two relationships from one key to one mapper double with each level of the
    document, `..a..a` finds each value in many ways, and a SUBQUERY in a SUBQUERY looks at each pair of elements.

    A record and those that its connections lead to take at most 64 MiB and 64 times what all records of the run take.
    Where they would take more, the run ends.

    The record fails. Under `--on-error skip` it is left out, with all that is related to it.

    To fix it, see which rules multiply, and let each part of the document be mapped once.
    """
  )

  /// Templates that multiply one another.
  public static let templateTooLarge = DiagnosticCode(
    "RK2029",
    "template-too-large",
    .error,
    "Templates that are made of one another make too long a text.",
    """
    A template may be made of others, and each of them of others again: two of them each time make a million copies at
    the twentieth level. The templates of a mapper may make at most 16,000,000 characters of a record whose other
    attributes have one character each, beside what is written in them.

    To fix it, make the template of attributes, or of each other template once.
    """
  )

  /// Mappers that make ever more records of one representation.
  public static let tooManyRecords = DiagnosticCode(
    "RK2032",
    "too-many-records",
    .error,
    "Mappers make too many records of one representation.",
    """
    A relationship whose source is the representation itself makes another record of it, and the mapper that it leads to
    may do the same: two of them each time make a million records at the twentieth mapper. At most 10,000 records are
    made of one representation without going down in the document.

    To fix it, relate each mapper once, or let the relationships lead down.
    """
  )

  /// Declarations that take over too many rules.
  public static let tooManyRules = DiagnosticCode(
    "RK2033",
    "too-many-rules",
    .error,
    "Mappers or targets take over too many rules from those that they extend.",
    """
    A mapper that extends another one has all of its rules, and a target all of its properties: a thousand mappers that
    extend one of a thousand rules have a million. All mappers of a spec may take over at most 250,000 rules, and all
    targets as many properties.

    To fix it, extend what has fewer rules, or relate to a mapper that has them.
    """
  )
}
