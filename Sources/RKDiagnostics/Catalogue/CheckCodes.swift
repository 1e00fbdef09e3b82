extension DiagnosticCode {
  static let checkCodes: [DiagnosticCode] = [
    unreachableChoice,
    shadowedDescriptor,
    overlappingDescriptors,
    unusedDeclaration,
    collidingNames,
    unfitConstant,
    endlessRecords,
    doubtfulDateFormat,
    shadowedDateFormat,
    openCardinality,
    heldDocument,
    missingIdentity,
    idleHiddenAttribute,
    idleDefault,
    unfilledProperty,
  ]

  /// Choices of a dynamic mapper that are never taken.
  public static let unreachableChoice = DiagnosticCode(
    "RK2100",
    "unreachable-choice",
    .warning,
    "A matcher, or the default, of a dynamic mapper is never reached.",
    """
    The matchers of a dynamic mapper are tried in order, and the first that takes a representation counts. One whose values
    are all taken before it has no effect, nor has one behind `TRUEPREDICATE`; and where a matcher takes everything, the
    mapper's `default` is for nothing. Most often a value was copied and not changed.

    To fix it, change what the matcher looks for, move it up, or remove it.
    """
  )

  /// A descriptor that no request comes to.
  public static let shadowedDescriptor = DiagnosticCode(
    "RK2101",
    "shadowed-descriptor",
    .warning,
    "A descriptor applies to no request.",
    """
    Of the descriptors of one key path that match a request the most specific apply: those with the longer literal path,
    then with fewer parameters, then with a named method, then for fewer status codes. This one's requests are all taken
    by more specific ones. `--descriptor NAME` can still choose it.

    To fix it, change its `path`, `methods` or `statusCodes`, or remove it.
    """
  )

  /// Descriptors that apply together.
  public static let overlappingDescriptors = DiagnosticCode(
    "RK2102",
    "overlapping-descriptors",
    .warning,
    "Descriptors of one key path apply together.",
    """
    Descriptors that are equally specific all apply to the requests that match them, and their records come one after the
    other. That is wanted where two mappers make different records of one list, which is no more than a note. It is hardly
    wanted where the descriptors are for different requests and only some match both, or where both say the same.

    To fix it, make one of them more specific, or remove it.
    """
  )

  /// A mapper, a value map or a target that nothing uses.
  public static let unusedDeclaration = DiagnosticCode(
    "RK2103",
    "unused-declaration",
    .warning,
    "Nothing uses a mapper, a value map or a target.",
    """
    No descriptor leads to the mapper, directly or through relationships, matchers and mappers that extend it; no attribute
    names the value map; no mapper makes records of the target. Often a name was misspelt where it should have been used: a
    mapper whose `target` is misspelt makes records of a target that is declared nowhere, which is allowed. And a route whose
    `target` is made by no mapper is for nothing.

    Files that are included may have more than one spec needs, and are not looked at.
    """
  )

  /// Columns or tables whose name is taken.
  public static let collidingNames = DiagnosticCode(
    "RK2104",
    "colliding-names",
    .warning,
    "A column or a table is called otherwise in a database, because its name is taken.",
    """
    SQLite makes no difference between `Name` and `name`. And the attributes of a related record without identity are
    columns of its owner's table, called `author_name`, which an attribute of the owner may be called as well. The second one
    gets a number behind its name, so that nothing is lost; but nobody who asks the database expects it there.

    To fix it, give one of them another destination, or another target. JSON and single streams of CSV are not concerned.
    """
  )

  /// A constant that is not of its attribute's type.
  public static let unfitConstant = DiagnosticCode(
    "RK2105",
    "unfit-constant",
    .warning,
    "A constant, a default or what a value map gives does not fit its attribute's type.",
    """
    Constants and defaults stand in the record as they are written in the spec; they are not converted. One that is not of
    the declared type makes records that are not what the target says. What a value map gives is converted, but this value
    cannot be: each time it comes it is a failed conversion (RK1002).
    """
  )

  /// Records without identity that hold their own kind.
  public static let endlessRecords = DiagnosticCode(
    "RK2106",
    "endless-records",
    .warning,
    "Records hold others of their own kind, and have no identity.",
    """
    A related record without identity has no row of its own: it becomes columns of its owner's row. Where it holds a record
    of its own kind again there is no end to that, and a table has the inner one as JSON text. Records in lists get rows with
    numbers, which a second run cannot find again. JSON is not concerned.

    To fix it, name the attributes that tell the records apart: `"identification": ["id"]`.
    """
  )

  /// A date format that can hardly be meant.
  public static let doubtfulDateFormat = DiagnosticCode(
    "RK2107",
    "doubtful-date-format",
    .warning,
    "A date format says too much or too little.",
    """
    Letters of a date pattern mean something else in the other case: `M` is the month and `m` the minute, `H` the hour of the
    day and `h` that of its half, `s` the second and `S` a fraction, `y` the year and `Y` that of a week, `d` the day of the
    month and `D` that of the year. A pattern that names a part twice, or leaves one out between others, reads few texts or
    makes wrong dates of them.
    """
  )

  /// A date format that is never asked.
  public static let shadowedDateFormat = DiagnosticCode(
    "RK2108",
    "shadowed-date-format",
    .warning,
    "A date format comes too late in its list.",
    """
    Formats are tried in order, and the first that reads the text counts. In reading, `d` and `dd` are the same, as are
    `MMM` and `MMMM`. Of `MM/dd/yyyy` and `dd/MM/yyyy` the first reads all days up to the 12th, and so makes wrong dates of
    half a document.

    To fix it, remove one of them.
    """
  )

  /// A relationship that does not say how many records it leads to.
  public static let openCardinality = DiagnosticCode(
    "RK2109",
    "open-cardinality",
    .warning,
    "A relationship does not say whether it leads to one record or to several.",
    """
    For JSON the shape of the value decides. Tables are made before the first record is read: one record is columns or a
    foreign key, several are rows elsewhere. In a database both are made when they are needed, so that the tables depend on
    the documents; CSV takes it as one record (RK5011). It is only asked of specs with identities, which are meant for tables.

    To fix it, say `"many": true` or `"many": false` on a relationship, or declare the property, which also holds for a
    connection: `"authors": "[Author]"`.
    """
  )

  /// What needs the whole document in memory.
  public static let heldDocument = DiagnosticCode(
    "RK2110",
    "held-document",
    .note,
    "A spec needs whole documents, or all records, in memory.",
    """
    Documents of any size are read piece by piece, and memory is one element, as long as one key path of keys alone is
    looked for in them and nothing reaches out of an element. `@document`, several key paths in one document and other key
    paths need the document as a whole; connections need all records that they are between. It works, and needs more memory.
    """
  )

  /// An attribute that may tell records apart.
  public static let missingIdentity = DiagnosticCode(
    "RK2111",
    "missing-identity",
    .note,
    "Nothing tells records of a target apart, and an attribute looks as if it could.",
    """
    Records with `identification` have rows of their own in tables, are updated by a second run, and can be connected.
    Nothing about identity is inferred from names; this only suggests it, in specs in which other records have an identity, for
    mappers that say `"entity": "YES"`, and for targets that connections lead to.
    """
  )

  /// A hidden attribute that nothing uses.
  public static let idleHiddenAttribute = DiagnosticCode(
    "RK2112",
    "idle-hidden-attribute",
    .warning,
    "An attribute is hidden, and nothing uses it.",
    """
    A hidden attribute is mapped and not written. Connections, templates, predicates and related records can use it; this one
    is used by none of them, so that it does nothing.

    To fix it, remove it, or write it.
    """
  )

  /// A default that is never taken.
  public static let idleDefault = DiagnosticCode(
    "RK2113",
    "idle-default",
    .warning,
    "A default is never taken.",
    """
    A `default` stands in for a missing value unless something else is said of missing values: here `onMissing` on the
    attribute does. It would also be taken by `"onNull": "default"` or `"onError": "default"`.

    To fix it, leave out the `default` or the `onMissing`.
    """
  )

  /// A declared property that no rule fills.
  public static let unfilledProperty = DiagnosticCode(
    "RK2114",
    "unfilled-property",
    .warning,
    "A target declares a property that no rule fills.",
    """
    Targets need not declare everything, and mappers need not fill everything. But where a rule's destination is not declared,
    and a property of nearly the same name is filled by no rule, one of the two is misspelt: the value then has neither the
    type nor the default of the property. And a property that says `"required": true` is missing in every record when no rule
    of any mapper fills it, which nothing else reports: it is asked of the rule.

    To fix it, spell both alike, or declare the other name, too. A target with `"closed": true` makes an error of it.
    """
  )
}
