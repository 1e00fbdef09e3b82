extension DiagnosticCode {
  static let targetCodes: [DiagnosticCode] = [
    unknownValueMap, unknownTarget, unknownProperty, targetContradiction, otherType, emptyValueMap,
    idleFormat, unorderedModification, notWritten, severalIdentities,
  ]

  /// A value map that the spec does not have.
  public static let unknownValueMap = DiagnosticCode(
    "RK2040",
    "unknown-value-map",
    .error,
    "An attribute names a value map that the spec does not have.",
    """
    `map` takes the name of one of the `valueMaps` of the spec or of an included file, or a map itself: an object of
    texts and what values of that text become.
    """
  )

  /// A target that the spec does not have.
  public static let unknownTarget = DiagnosticCode(
    "RK2041",
    "unknown-target",
    .error,
    "A target extends one that the spec does not have.",
    """
    `extends` in a target takes the name of another one among the `targets` of the spec or of an included file.
    """
  )

  /// A property that the target does not have.
  public static let unknownProperty = DiagnosticCode(
    "RK2042",
    "unknown-property",
    .error,
    "A name is none of the target's properties.",
    """
    `identification`, `unique` and `indexes` of a target take names of its properties. Mappers may make records with
    more members than the target declares, unless it is `closed`: then each destination must be a property.
    """
  )

  /// A rule that makes what its property cannot hold.
  public static let targetContradiction = DiagnosticCode(
    "RK2043",
    "target-contradiction",
    .error,
    "A rule makes what the property of its target cannot hold.",
    """
    A property with a type such as `string` holds values, which attributes make; one with the type of a target holds
    records of it, which relationships make. Scalars have no members, and records of another target are of another
    type, unless that target extends the one that is wanted.
    """
  )

  /// A rule that says something else than its property.
  public static let otherType = DiagnosticCode(
    "RK2044",
    "other-type",
    .warning,
    "A rule states another type than the property of its target.",
    """
    What the rule says counts: an attribute's own `type`, a relationship's own `many`. But the records are then not what
    the target declares. Leave it out to get what the property says, or change the property.
    """
  )

  /// A value map that nothing is in.
  public static let emptyValueMap = DiagnosticCode(
    "RK2045",
    "empty-value-map",
    .warning,
    "A value map has no entries.",
    """
    Without entries all values become the map's `default`, or fail to be converted where it has none.
    """
  )

  /// A date format where no dates are.
  public static let idleFormat = DiagnosticCode(
    "RK2046",
    "idle-format",
    .warning,
    "A date format stands on an attribute that is no date.",
    """
    A `format` says how dates are read, but does not make dates: the attribute, or the property of its target, has to be
    of the type `date`. Otherwise its values are what their own type makes of them; without a type they pass unchanged.
    """
  )

  /// A modification attribute whose values have no order.
  public static let unorderedModification = DiagnosticCode(
    "RK2047",
    "unordered-modification",
    .warning,
    "The attribute that says which record is newer is of no type.",
    """
    A row is left as it is when the stored value of its `modification` attribute is not older than the new one. Dates and
    numbers have an order. Of texts it is only known whether they are the same: any other one counts as newer. An undeclared
    attribute is what its values are; a type says it.
    """
  )

  /// An attribute that tables need and records lack.
  public static let notWritten = DiagnosticCode(
    "RK2048",
    "not-written",
    .warning,
    "An attribute that a table needs is not written.",
    """
    The key of a table is what `identification` names. A mapper that does not write all of it makes records that have no
    place in the table: a run into a database counts each of them as failed. A hidden attribute is no column, so that it is
    no key, and cannot be compared. JSON and single streams of CSV are not concerned.
    """
  )

  /// Mappers that tell the records of one target apart by different attributes.
  public static let severalIdentities = DiagnosticCode(
    "RK2049",
    "several-identities",
    .warning,
    "Mappers of one target tell its records apart by different attributes.",
    """
    A table has one primary key. The first mapper of the spec that a descriptor leads to says what it is. Records of the
    others belong to the rows whose key they write.
    """
  )
}
