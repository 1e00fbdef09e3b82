extension DiagnosticCode {
  static let commandCodes: [DiagnosticCode] = [
    unknownCommand, unknownFlag, flagValue, missingArgument, unexpectedArgument,
    unsupportedFlag, ambiguousDescriptors,
    unknownDescriptor, findingsNotShown, unnamedInput, severalTargets, internalError,
  ]

  /// A command that there is not.
  public static let unknownCommand = DiagnosticCode(
    "RK5901",
    "unknown-command",
    .error,
    "There is no such command.",
    "`rkmap help` lists the commands."
  )

  /// A flag that the command does not have.
  public static let unknownFlag = DiagnosticCode(
    "RK5902",
    "unknown-flag",
    .error,
    "The command has no such flag.",
    "`rkmap help COMMAND` lists the flags of a command. An argument that begins with a hyphen comes behind `--`."
  )

  /// A flag with a value that it does not take, or without one.
  public static let flagValue = DiagnosticCode(
    "RK5903",
    "flag-value",
    .error,
    "A flag has a value that it does not take, or lacks one.",
    "The message names the values that the flag takes."
  )

  /// An argument that must be given.
  public static let missingArgument = DiagnosticCode(
    "RK5904",
    "missing-argument",
    .error,
    "An argument is missing.",
    "`rkmap help COMMAND` shows how it is called."
  )

  /// An argument that the command has no use for.
  public static let unexpectedArgument = DiagnosticCode(
    "RK5905",
    "unexpected-argument",
    .error,
    "There is an argument too many.",
    "`rkmap help COMMAND` shows how it is called."
  )

  /// A flag that this version does not do yet.
  public static let unsupportedFlag = DiagnosticCode(
    "RK5906",
    "unsupported-flag",
    .error,
    "The flag, or its value, is known, but this version does not do it yet.",
    "A later version will. Doing less than was asked for in silence would be worse."
  )

  /// Descriptors between which nothing decides.
  public static let ambiguousDescriptors = DiagnosticCode(
    "RK5907",
    "ambiguous-descriptors",
    .error,
    "Descriptors of one key path are for different requests.",
    """
    Several descriptors have the same key path, but state different paths, methods or status codes, and nothing says
    which request the input answers. Say it with `--method`, `--path` and `--status`, or name the descriptor that is
    meant: `--descriptor NAME`.
    """
  )

  /// A descriptor that there is not.
  public static let unknownDescriptor = DiagnosticCode(
    "RK5908",
    "unknown-descriptor",
    .error,
    "The spec has no descriptor of that name.",
    "A descriptor is named by its `name`."
  )

  /// Findings that are counted, but not shown.
  public static let findingsNotShown = DiagnosticCode(
    "RK5909",
    "findings-not-shown",
    .note,
    "An input has more findings than are shown.",
    "All findings are counted, and equal ones shown once; `--max-report` sets how many kinds of an input are shown."
  )

  /// An input whose name does not have the form that is asked for.
  public static let unnamedInput = DiagnosticCode(
    "RK5910",
    "unnamed-input",
    .warning,
    "The name of an input does not have the form that --file-pattern says.",
    """
    `--file-pattern` says how the last parts of an input's name are called, for mappers that ask for them by
    `@metadata.file.parameters`. A name of another form, as that of the standard input is, leaves them without: their
    attributes are missing values, and have what `onMissing` says.
    """
  )

  /// A stream of CSV that would have the records of several targets.
  public static let severalTargets = DiagnosticCode(
    "RK5921",
    "several-targets",
    .error,
    "One stream of CSV has the records of one target, but the spec makes several.",
    """
    All rows of a table have the same columns. `--target-name NAME` picks the target whose records are written;
    `-o FOLDER/` writes a file for each.
    """
  )

  /// There is not enough memory.
  public static let outOfMemory = DiagnosticCode(
    "RK5016",
    "out-of-memory",
    .error,
    "There is not enough memory for the run.",
    """
    The system gives no more memory, mostly for a limit: that of `ulimit -v`, of a container, of a batch system. The
    run ends at once, with exit 5, whatever `--on-error` says; reports are not written. Files written aside are removed:
    a file, a folder of tables and a database are each as before the run, or complete. Where a journal is left beside a
    database that was being changed, whoever opens it next rolls it back.

    A stream of documents or of elements needs little memory, however long it is. The whole input has to be held by
    `--unify`, `--target`, connections, `@document` and several key paths in one document; `check` names what does.
    Each of `-j` threads needs memory of its own, so that `-j 1` needs the least.

    Where the system itself is out of memory, Linux kills programs without a word; then the files written aside
    (`.partial`) are left.
    """
  )

  /// A fault of our own.
  public static let internalError = DiagnosticCode(
    "RK5999",
    "internal-error",
    .error,
    "The program has a fault of its own.",
    "Please report it, with the command, the spec and, if you may, the input."
  )
}
