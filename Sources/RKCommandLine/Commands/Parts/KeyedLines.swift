internal import RKAuthoring
internal import RKDiagnostics
internal import RKMapping

/// Commands that read keyed lines, as `apply --emit keyed` writes them.
enum KeyedLines {
  typealias Options = ApplyCommand.Options

  /// The flags that these commands share.
  static var flags: [Flag<Options>] {
    [
      Flag(
        "parts",
        from: 1,
        to: 1_000_000,
        in: .input,
        """
        demand the trailers of exactly the parts 0 to N-1, as apply --trailer --part writes them, and all \
        of the lines that they count
        """
      ) { $0.partCount = $1 }
    ]
  }

  static var runFlags: [Flag<Options>] {
    ApplyCommand.failureFlags + [InputFlags.reportLimit()]
      + ReportOptions.flags(strict: .ofSpecs) + RunDisplay.flags() + [
        InputFlags.jobs("accepted as by apply; the output never depends on it")
      ]
  }

  /// Runs a command on the keyed lines that its operands name; the spec is the first operand.
  static func run(
    _ page: CommandPage,
    _ options: Options,
    operands: [String],
    _ console: any Console,
    merges: Bool,
    map: (Mapper, Input, Output, Reporter) -> MappingReport
  ) throws(DiagnosticsError) -> ExitStatus {
    // A glob or a folder may name several files.
    let files = try InputOperands(
      operands.count > 1 ? operands.dropFirst() : ["-"],
      spec: operands[0]
    )
    if files.names.count > 1 {
      throw DiagnosticsError(
        .unexpectedArgument,
        "'\(page.name)' reads one input, and '\(files.names[1])' is another one",
        help: ["'sort' makes one of several: LC_ALL=C sort part-*"]
      )
    }
    var inputs = files.inputs(nil, options.mapper.context)
    for number in inputs.indices { inputs[number].lines = .keys }
    let output = try ApplyCommand.output(options, spec: operands[0], read: files.names, console)
    return try ApplyCommand.map(
      files,
      operands: operands,
      options,
      into: output,
      console
    ) { (mapping, mapperOptions) throws(DiagnosticsError) in
      try Mapper(
        ofKeyedLines: mapping,
        options: mapperOptions,
        merges: merges,
        partCount: options.partCount,
        spec: SpecFormatter.hash(of: mapping.sourceFiles)
      )
    } run: {
      map($0, inputs[0], $1, $2)
    }
  }
}
