extension DiagnosticCode {
  static let mappingCodes: [DiagnosticCode] = [
    notFound, conversionFailed, unmappable, requiredMissing, unmatched, severalKeys,
    otherKind, keyExists, noIdentity, unresolvedKey,
  ]

  /// Nothing lies at any key path of the descriptors.
  public static let notFound = DiagnosticCode(
    "RK1001",
    "not-found",
    .error,
    "Nothing was found at any key path of the spec.",
    """
    A descriptor's `keyPath` says where in a document the representations lie. None of the key paths leads to
    anything in this document: the key is missing, its value is null, or it is a list of nothing but nulls. An empty
    list or object counts as found, and a document that is empty as a whole is no error.

    The message lists the key paths that were looked for and the keys that the document has.

    Where `--method`, `--path` or `--status` say which request the input answers, it may also be that no descriptor is
    for it: then each is named with its reason. `rkmap route` says the same without an input.

    To fix it, correct the `keyPath`; or say `"optional": true` on the descriptor where not finding it is fine.
    """
  )

  /// A value could not be made what its rule says.
  public static let conversionFailed = DiagnosticCode(
    "RK1002",
    "conversion-failed",
    .error,
    "A value cannot be converted to what its rule declares.",
    """
    Nothing is guessed, rounded or clamped: `"12abc"` is no integer, `42.5` is none, `"31/2/2011"` is no date, an array
    is no single record, and text with half of a surrogate pair is no text.

    By default the attribute is left out of its record and this is a warning. `"onError"` on the attribute, its mapper
    or the spec's `defaults` says what happens instead: `"null"`, `"default"`, or `"fail"`, which fails the record;
    `--strict` makes every such value fail its record.

    To fix it, correct the data, or declare what it really is: another `type`, a `format` for a date. An array of
    arrays where records are expected is flattened by `[*]` in the key path.
    """
  )

  /// No rule of the mapper applied to the representation.
  public static let unmappable = DiagnosticCode(
    "RK1003",
    "unmappable",
    .error,
    "Nothing of a representation could be mapped.",
    """
    No attribute and no relationship of the mapper was found in the representation. A key whose value is null counts as
    found; a constant does not, nor does a value that could not be converted. Such a record is never written blank: it
    fails.

    To fix it, see whether the right mapper was applied to the right part of the document (`keyPath`, matchers), and
    whether the keys are spelt as in the data.
    """
  )

  /// A value that must be there is missing or null.
  public static let requiredMissing = DiagnosticCode(
    "RK1005",
    "required-missing",
    .error,
    "A required value is missing or null.",
    """
    `"required": true` means neither missing nor null; `"onMissing": "error"` and `"onNull": "error"` each mean one of
    the two. A required relationship is missing, too, when no matcher takes what stands there. The record fails.

    Where the object has a key that no rule reads, and of nearly that name, the finding names it: the key was probably
    renamed.

    To fix it, correct the data, read the key that it has now, or give the rule a `default`.
    """
  )

  /// No matcher takes the representation, and that is declared an error.
  public static let unmatched = DiagnosticCode(
    "RK1006",
    "unmatched",
    .error,
    "No matcher of a dynamic mapper takes a representation.",
    """
    The mapper says `"unmatched": "error"`. Without that, a representation that no matcher takes is declined: left out
    and counted, which is no error.

    To fix it, add a matcher, or a `default` mapper.
    """
  )

  /// An object with several keys is read as one nested record.
  public static let severalKeys = DiagnosticCode(
    "RK1011",
    "several-keys",
    .warning,
    "An object with several keys is taken as one record named by its first key.",
    """
    With `keyAttribute` the key of an object becomes an attribute, and the rest is read below it. This object has more
    than one key; without `forceCollection` it is one record, made of its first.

    To fix it, say `"forceCollection": true` on the mapper, so that every key is a record.
    """
  )

  /// A part of a record's identity is of another kind than those before it.
  public static let otherKind = DiagnosticCode(
    "RK1012",
    "key-changes-kind",
    .error,
    "An identity without a declared type is a text among numbers, or neither.",
    """
    The first value of an undeclared identity, or the stored ones, decide whether a table's key is a number or a text;
    an empty table that takes only one of them has decided already. From then on a text of the characters of a number
    counts as that number, and a number as its text: 5 and "5" are one key. Any other text among numbers, a boolean, a
    list or an object fails the record.

    To fix it, correct the data, or declare the `type` of the attribute: `string` takes them all.
    """
  )

  /// Under `--mode fail` a record's key was there before the run.
  public static let keyExists = DiagnosticCode(
    "RK1013",
    "key-exists",
    .error,
    "A record's key is in the database already, which `--mode fail` does not allow.",
    """
    `--mode fail` takes only rows that are new. A key that comes twice in one run is no error: its records are merged.

    To fix it, use `--mode upsert`, the default, which writes the new values to the row that is there; or `--mode
    append`, which leaves it as it is.
    """
  )

  /// A record that is to become a row has no identity.
  public static let noIdentity = DiagnosticCode(
    "RK1014",
    "no-identity",
    .error,
    "The identity of a record that is to become a row is null or missing.",
    """
    The attributes of a mapper's `identification` are the primary key of its target's table, and tell its rows apart:
    none may be missing or null. A `default` without a stated `onMissing` is no value either, as it would be the same
    for all records without one.

    The record fails. Under `--on-error skip` it is left out; where it is related to another record, that one lives.
    """
  )
}
