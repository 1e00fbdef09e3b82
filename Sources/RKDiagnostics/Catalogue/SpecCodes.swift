extension DiagnosticCode {
  static let specCodes: [DiagnosticCode] = [
    unreadableSpec, specSyntax, unknownMapRef, forgivenSyntax, unknownMember, wrongKind,
    repeatedMember, bothSpellings,
    missingMember, unknownValue, duplicateMapper, duplicateDestination, noRoot, extendsCycle,
    includeCycle,
    unreadableInclude, includeClash, badKeyPath, matcherWithoutCondition, unknownVersion,
    unsupportedInSpec,
    endlessComposition, unionToOne, badDateFormat, oldMethodName, placeholder,
    unknownAttribute, dynamicWithRules,
  ]

  /// The spec cannot be read.
  public static let unreadableSpec = DiagnosticCode(
    "RK2001",
    "unreadable-spec",
    .error,
    "The spec cannot be read.",
    """
    The file is not there, is a folder, may not be read, or is no UTF-8 text.
    """
  )

  /// The spec's text cannot be understood, even forgivingly.
  public static let specSyntax = DiagnosticCode(
    "RK2002",
    "spec-syntax",
    .error,
    "The spec's text cannot be understood.",
    """
    A spec is JSON, read forgivingly: comments, trailing commas, commas left out at the end of a line, bare words,
    single quotes and lists of pairs are understood. This is none of them.
    """
  )

  /// A reference names no mapper.
  public static let unknownMapRef = DiagnosticCode(
    "RK2003",
    "unknown-map-ref",
    .error,
    "A reference names no mapper.",
    """
    `root-map-ref`, `map-ref`, `extends` and the `default` of a dynamic mapper take the `id` of a mapper of the same
    spec, of the same group, or of an included file.
    """
  )

  /// The text is not JSON, but was understood.
  public static let forgivenSyntax = DiagnosticCode(
    "RK2004",
    "forgiven-syntax",
    .warning,
    "The spec's text is not JSON, but was understood.",
    """
    The format's own old documentation is full of such slips, so they are understood: a trailing comma, a comma left
    out between lines, a bare word where a string is meant, single quotes, a list of `"key": value` pairs. Each is a
    warning; `--strict` makes it an error.
    """
  )

  /// A member that the format does not have.
  public static let unknownMember = DiagnosticCode(
    "RK2005",
    "unknown-member",
    .error,
    "A member of the spec is not one of the format.",
    """
    A misspelt member would otherwise be ignored in silence. Members of your own begin with `$` or `x-`.
    """
  )

  /// A value of another kind than its member takes.
  public static let wrongKind = DiagnosticCode(
    "RK2006",
    "wrong-kind",
    .error,
    "A value of the spec is of the wrong kind.",
    """
    The member takes another kind of value: a list, an object, a text, a number or a boolean. Booleans may be written
    `true`, `"YES"`, `YES`, `"true"` or `1`; a text is taken for a list of one.
    """
  )

  /// A member that stands twice in one object.
  public static let repeatedMember = DiagnosticCode(
    "RK2007",
    "repeated-member",
    .warning,
    "A member stands twice in one object; the last one counts.",
    """
    The first one has no effect. Remove it.
    """
  )

  /// A member in two of its spellings.
  public static let bothSpellings = DiagnosticCode(
    "RK2008",
    "both-spellings",
    .error,
    "A member is given in two of its spellings.",
    """
    `target` and `targetName`, `mappers` and `maps`, `method` and `methods`, `identification` and `identifications`
    are the same members. Which of two would count is not guessed.
    """
  )

  /// A member that must be there is not.
  public static let missingMember = DiagnosticCode(
    "RK2009",
    "missing-member",
    .error,
    "A member that must be given is missing.",
    """
    A mapper needs an `id`, a relationship a `to`, a full attribute a `to` (or a `from` to be named after), a list of
    `descriptors` a descriptor.
    """
  )

  /// A word that the member does not know.
  public static let unknownValue = DiagnosticCode(
    "RK2010",
    "unknown-value",
    .error,
    "A member has a value that it does not know.",
    """
    The message names the nearest one that it does know. Methods are GET POST PUT PATCH DELETE HEAD OPTIONS ANY; status
    codes are numbers from 100 to 599, classes like `"2XX"` and ranges like `"200-299"`.
    """
  )

  /// Two mappers of one id.
  public static let duplicateMapper = DiagnosticCode(
    "RK2011",
    "duplicate-mapper",
    .error,
    "Two mappers have one id.",
    """
    References would be ambiguous. Rename or remove one.
    """
  )

  /// Two rules of one destination.
  public static let duplicateDestination = DiagnosticCode(
    "RK2012",
    "duplicate-destination",
    .error,
    "Two rules of a mapper have one destination, or one inside the other's.",
    """
    The same source may feed several destinations, but a destination has one rule. To take the first of several sources
    that is present, give one rule a list: `"from": ["a", "b.c"]`. An attribute from a dotted source may fill a member
    of what a relationship makes (`"nested.city": "address.city"`), nothing else overlaps.
    """
  )

  /// Which mapper is the root is not said.
  public static let noRoot = DiagnosticCode(
    "RK2013",
    "no-root",
    .error,
    "The spec does not say which mapper is the root.",
    """
    `root-map-ref` may be left out only where there is one mapper, or one that no other refers to.
    """
  )

  /// Mappers that extend one another.
  public static let extendsCycle = DiagnosticCode(
    "RK2014",
    "extends-cycle",
    .error,
    "Mappers, or targets, extend one another.",
    """
    `extends` copies the rules of another mapper or the properties of another target; a circle of them has no beginning.
    A mapper or a target may stand at most 100 levels above the last one that it builds on.
    """
  )

  /// Files that include one another.
  public static let includeCycle = DiagnosticCode(
    "RK2015",
    "include-cycle",
    .error,
    "Spec files include one another.",
    """
    Put what both need into a third file. Files may include one another over at most 100 levels.
    """
  )

  /// An included file cannot be read.
  public static let unreadableInclude = DiagnosticCode(
    "RK2016",
    "unreadable-include",
    .error,
    "An included file cannot be read.",
    """
    The names in `include` are relative to the file that they stand in. The standard input cannot be included: a spec
    may be read from it, or an input.
    """
  )

  /// Two files define one thing.
  public static let includeClash = DiagnosticCode(
    "RK2017",
    "include-clash",
    .error,
    "Two spec files define the same mapper, target or value map.",
    """
    Rename or remove one.
    """
  )

  /// A key path that is none.
  public static let badKeyPath = DiagnosticCode(
    "RK2018",
    "bad-key-path",
    .error,
    "A key path cannot be understood.",
    """
    A key path is keys with dots between them. A key with a dot, a space, `@` or braces in it is written in brackets,
    `["john.doe@example.com"].email`, or with a backslash, `john\\.doe`; `[0]` and `[-1]` index arrays. `self`, `@root`,
    `@parent`, `@document`, `@key` and `@metadata` begin a path elsewhere than at the representation. A path has at
    most 100 components.
    """
  )

  /// A matcher that would take everything or nothing.
  public static let matcherWithoutCondition = DiagnosticCode(
    "RK2019",
    "matcher-without-condition",
    .error,
    "A matcher has no condition, or more than one.",
    """
    A matcher has a `keyPath` with one of `expectValue`, `expectValues`, `expectType` or `valueMap`, or it has a
    `predicate`. What should take all the rest is the mapper's `default`.
    """
  )

  /// A version of the format that is not known.
  public static let unknownVersion = DiagnosticCode(
    "RK2020",
    "unknown-version",
    .error,
    "The spec is of a version of the format that is not known.",
    """
    This program reads version 1, which is also what a spec without a version is.
    """
  )

  /// A locale or a construct of regular expressions that the program does not do.
  public static let unsupportedInSpec = DiagnosticCode(
    "RK2021",
    "unsupported",
    .error,
    "The spec asks for something that this version does not do.",
    """
    There are such locales, and such constructs of regular expressions, but not in this program, and doing less than the
    spec says in silence would be worse. All other parts of the format are done.
    """
  )

  /// Records that would be made of one another without end.
  public static let endlessComposition = DiagnosticCode(
    "RK2022",
    "endless-composition",
    .error,
    "Mappers make records of one another without end.",
    """
    A relationship whose source is the representation itself, or one of its ancestors, does not go down in the document.
    A circle of mappers with such a relationship in it would never end. At most 100 mappers may follow one another
    without going down.
    """
  )

  /// Union where there is one record.
  public static let unionToOne = DiagnosticCode(
    "RK2023",
    "union-to-one",
    .error,
    "The assignment policy \"union\" needs a relationship to many.",
    """
    `union` adds the mapped records to those that are there; with `"many": false` there is nothing to add to.
    """
  )

  /// A date pattern or a time zone that is none.
  public static let badDateFormat = DiagnosticCode(
    "RK2024",
    "bad-date-format",
    .error,
    "A date format or a time zone cannot be understood.",
    """
    A date format is `iso8601`, `epoch`, `epochMillis`, `rfc1123`, `dotnet`, or a pattern of Unicode letters such as
    `d/M/yyyy` or `EEE, d MMM yyyy 'at' h:mm a`. A time zone is `UTC`, a distance such as `+02:00`, or a name such as
    `Europe/Berlin`, which the system must know: its time zone files come with the package tzdata.
    """
  )

  /// A method that an old dialect lists.
  public static let oldMethodName = DiagnosticCode(
    "RK2025",
    "old-method-name",
    .warning,
    "The method UPDATE, which HTTP does not have, is read as PUT.",
    """
    One old dialect of the format lists it.
    """
  )

  /// A place that was to be filled in.
  public static let placeholder = DiagnosticCode(
    "RK2026",
    "placeholder",
    .error,
    "The spec still has a placeholder in it.",
    """
    A text such as `<your predicate statement here>` is to be replaced by what it describes, or its rule removed.
    """
  )

  /// A name of an attribute that the mapper does not have.
  public static let unknownAttribute = DiagnosticCode(
    "RK2027",
    "unknown-attribute",
    .error,
    "A member names an attribute that the mapper does not have.",
    """
    `identification`, `modification` and `scalarAs` take attributes by the names that they have in
    the record: their destinations, not their sources.
    """
  )

  /// Rules on a mapper that only chooses another one.
  public static let dynamicWithRules = DiagnosticCode(
    "RK2028",
    "dynamic-with-rules",
    .error,
    "A dynamic mapper has attributes or relationships of its own.",
    """
    A dynamic mapper only chooses which mapper a representation gets. Its attributes and
    relationships belong to the mappers that it chooses from.
    """
  )

  /// A file that another file names lies elsewhere than that may lead.
  public static let fileOutside = DiagnosticCode(
    "RK2030",
    "file-outside",
    .error,
    "A file names another that lies outside of its folder.",
    """
    A spec includes files of its own folder and of those below it. A test file names files of the repository that it
    lies in (the nearest folder above with `.git`); without one, of the working directory, if that lies above it, else of
    its own folder. Links are followed first. What lies elsewhere is not read, so that a spec of somebody else
    shows nothing of your other files. `--allow-include DIR`, once or several times, allows the files of a folder and of
    those below it.

    A spec that you name may itself be a link out of its folder. It is read, but its errors would show what stands
    there: they are counted. `rkmap fmt` and `rkmap check --fix` do not write through such a link. Name the file itself.
    """
  )

  /// A word that stands in a spec in two ways which nobody can tell apart by sight.
  public static let twoSpellings = DiagnosticCode(
    "RK2034",
    "two-spellings",
    .error,
    "A spec spells a word in two ways that look the same.",
    """
    Unicode spells some characters in several ways: an `e` with an acute accent is `\\u{E9}`, or `e\\u{301}` (normal
    forms C and D, UAX 15). Keys are compared by their bytes: these are two keys that look the same. A spec, the files
    that it includes and a test file of it may spell a word in one of these ways only.

    Not counted are the names of files, the entries of value maps and constants in predicates: these may have both
    spellings of a value. To fix it, spell the word as the documents do; an escape such as `\\u00e9` says which one is meant.
    """
  )
}
