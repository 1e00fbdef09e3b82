/// What provokes a finding of a code: the files, the command, and what it prints.
///
/// It is the case of the code in fixtures/diagnostics.
public struct CodeExample: Sendable, Hashable {
  /// A file that the command reads.
  public struct File: Sendable, Hashable {
    /// Its name.
    public let name: String
    /// What is in it, with `...` for lines that are left out.
    public let text: String

    /// Makes a file.
    public init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The number of the code.
  public let code: String
  /// What the files and the command do not show.
  public let note: String
  /// The files that can be shown.
  public let files: [File]
  /// The command line; empty where no command provokes the finding by itself.
  public let command: String
  /// What it prints.
  public let output: String

  /// Makes an example.
  public init(
    _ code: String,
    note: String = "",
    files: [File] = [],
    command: String = "",
    output: String = ""
  ) {
    self.code = code
    self.note = note
    self.files = files
    self.command = command
    self.output = output
  }

  /// The files, the command and what it prints, as one would see them in a terminal.
  public var transcript: String {
    if command.isEmpty { return "" }
    return files.map { "$ cat \($0.name)\n\($0.text)" }.joined() + "$ \(command)\n\(output)"
  }
}

extension CodeExample {
  /// Codes that no small input can provoke.
  public static let inWords = [
    CodeExample(
      "RK4007",
      note: "A line of NDJSON, an element of a list, or a document is larger than 4 GiB."
    ),
    CodeExample(
      "RK5002",
      note: "Another program writes to `app.db` for longer than rkmap waits."
    ),
    CodeExample(
      "RK5006",
      note: "While rkmap made a new `app.db`, another program has made one."
    ),
    CodeExample(
      "RK5016",
      note: "`ulimit -v 100000` before a run that has to hold a large document as a whole."
    ),
    CodeExample("RK5999", note: "A fault of rkmap itself: please report what has led to it."),
  ]
}

extension DiagnosticCode {
  /// What provokes it.
  public var example: CodeExample? {
    (CodeExample.inWords + CodeExample.ofCases).first { $0.code == id }
  }
}
