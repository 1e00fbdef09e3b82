internal import RKDiagnostics
internal import RKMapping

/// Listing which rules of a spec can be inverted.
extension CheckCommand {
  /// The format of the list.
  enum InverseForm: String, CaseIterable {
    case human
    case json
  }

  static var inverseFlags: [Flag<Options>] {
    [
      Flag(
        "inverse",
        in: .output,
        """
        list whether each rule has an inverse, to make documents of records: exact, lossy, \
        one-way, or left out
        """
      ) { $0.showsInverse = true },
      Flag("to", in: .output, "the form of --inverse (default human)") { $0.form = $1 },
    ]
  }

  /// Refuses flags that do not go with the list: it is about a spec, and as JSON it needs the standard output
  /// to itself.
  static func refuseInverse(
    _ options: Options,
    _ operands: [String]
  ) throws(DiagnosticsError) {
    let reason: String? =
      if options.form != nil && !options.showsInverse {
        "--to is the form of --inverse, which is not given"
      } else if options.showsInverse && operands.count > 1 {
        "--inverse lists the rules of a spec and takes no inputs"
      } else if options.showsInverse && options.showsPlan {
        "--plan and --inverse both write to the standard output"
      } else if options.form == .json && options.report.writesDocumentToOutput {
        "--to json and the report both write to the standard output"
      } else {
        nil
      }
    guard let reason else { return }
    throw .refusal(reason, help: ["rkmap check --inverse [--to json] SPEC"])
  }

  static func listing(_ classes: [RuleClass], _ options: Options) -> String {
    switch options.form {
    case .json: json(classes) + "\n"
    case .human, nil: table(classes)
    }
  }

  /// The list as JSON, which reports contain, too.
  static func json(_ classes: [RuleClass]) -> String {
    let objects = classes.map { rule in
      var object = JSONObjectText()
      object.add("rule", rule.rule)
      object.add("class", rule.inverse.name)
      if let detail = rule.inverse.detail { object.add("detail", detail) }
      return object.text
    }
    return "[" + objects.joined(separator: ",") + "]"
  }

  private static func table(_ classes: [RuleClass]) -> String {
    var rows = [["RULE", "CLASS", "DETAIL"]]
    rows += classes.map {
      [VisibleText.escaped($0.rule), $0.inverse.name, $0.inverse.detail ?? "-"]
    }
    let lines = TextColumns.lines(rows).map { VisibleText.line($0) + "\n" }
    let counts = ["exact", "lossy", "one-way", "left out"].map { name in
      "\(classes.count { $0.inverse.name == name }) \(name)"
    }
    return lines.joined() + counts.joined(separator: ", ") + "\n"
  }
}
