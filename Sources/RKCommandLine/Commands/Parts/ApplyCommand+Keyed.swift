internal import RKDiagnostics
internal import RKMapping

/// Mapping parts of an input in separate runs: the flags and their meaning.
extension ApplyCommand {
  /// Forms of output records that are not formats of their own.
  enum Emission: String, CaseIterable {
    case keyed
  }

  static var partFlags: [Flag<Options>] {
    [
      Flag(
        "emit",
        in: .output,
        """
        keyed: write a line KEY tab POSITION tab RECORD for each record with an identification, to be \
        sorted, and read by merge and load
        """
      ) { $0.emission = $1 },
      Flag(
        "part",
        from: 0,
        to: 999_999,
        in: .output,
        "the number of this run among those that map parts of one input (default 0); positions begin with it"
      ) { $0.part = $1 },
      Flag(
        "positions",
        in: .input,
        """
        with --emit keyed: each input line is POSITION tab DOCUMENT; positions are of 1 to 200 bytes, and their \
        byte order is the order of the input; none is a prefix of another
        """
      ) { $0.hasPositions = true },
    ]
  }

  /// The output as keyed lines, if the flags request them; otherwise unchanged.
  static func keyed(_ output: Output, _ options: Options) throws(DiagnosticsError) -> Output {
    guard options.emission == .keyed else {
      if options.hasPositions {
        throw .refusal("--positions is for --emit keyed, whose lines have positions")
      }
      if options.part != nil && !options.hasTrailer {
        throw .refusal("--part is for --emit keyed and --trailer, which name the part")
      }
      return output
    }
    let others = [
      ("--to", options.outputFormat != nil), ("--result", options.shape != .auto),
      ("--target-name", options.csv.targetName != nil),
      ("another --from", options.hasPositions && options.inputFormat ?? .ndjson != .ndjson),
      ("--unify", options.mapper.unifies),
      ("--target", options.mapper.existingRecords != nil),
      ("--coprocess", options.isCoprocess),
      ("--trailer", options.hasTrailer && options.hasPositions),
      ("--part", options.part != nil && options.hasPositions),
    ]
    if let flag = others.first(where: { $0.1 })?.0 {
      throw .refusal(
        flag == "--part" || flag == "--trailer"
          ? "\(flag) is of a part with a number, and the lines of the input bring their positions with --positions"
          : "\(flag) cannot be used with --emit keyed, which writes keyed lines for merge and load",
        help: flag == "--to" ? ["'rkmap merge' makes NDJSON of them, 'rkmap load' a database"] : []
      )
    }
    if let foreign = options.formatFlags.first(where: { !$0.formats.contains(.json) }) {
      var refusal = foreign.refusal
      // The help names the flag, because choosing another output does not help here.
      refusal.diagnostics[0].help = [
        "give it to 'rkmap load', or to an 'rkmap apply' of what 'rkmap merge' makes"
      ]
      throw refusal
    }
    if output.folder != nil || output.writer.options == .database {
      throw .refusal(
        "keyed lines are one stream, and '\(options.outputPath ?? "")' is none",
        help: ["'rkmap load' writes a database of them"]
      )
    }
    var output = output
    output.format = .ndjson
    var keyed = Output.Keyed()
    keyed.part = options.part ?? 0
    keyed.hasPositions = options.hasPositions
    output.keyed = keyed
    return output
  }
}
