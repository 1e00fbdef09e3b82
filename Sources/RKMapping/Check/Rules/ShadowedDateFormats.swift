internal import RKDiagnostics
internal import RKEngine

/// Finds date formats of a list that are never reached, because one before them reads all their
/// texts; and those whose texts the first one reads with another meaning.
enum ShadowedDateFormats: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    for list in graph.dateFormats {
      var known: [String: SpecPlace] = [:]
      for (format, place) in list {
        let own = reading(format.form, isSwapped: false)
        if let other = known[own] {
          findings.report(
            .shadowedDateFormat,
            "the date format '\(format.text)' is never tried: one before it reads the same",
            at: place,
            related: [(other, "this one comes first")],
            help: "remove it"
          )
        } else if let other = known[reading(format.form, isSwapped: true)] {
          findings.report(
            .shadowedDateFormat,
            "the date format '\(format.text)' is only tried for days above 12: one before it reads "
              + "all others, with day and month the other way round",
            at: place,
            related: [(other, "this one comes first")],
            help: "a document has one of the two: leave the other out"
          )
        } else {
          known[own] = place
        }
      }
    }
  }

  /// What a format reads; formats with the same reading read the same texts.
  private static func reading(_ form: DatePattern.Form, isSwapped: Bool) -> String {
    switch form {
    case .iso8601: "iso8601"
    // Numbers, and texts of digits, are read by the first of them.
    case .epoch, .epochMilliseconds: "epoch"
    case .rfc1123: "rfc1123"
    case .dotNet: "dotnet"
    case .steps(let steps): steps.map { reading($0, isSwapped: isSwapped) }.joined(separator: " ")
    }
  }

  private static func reading(_ step: DateStep, isSwapped: Bool) -> String {
    switch step {
    case .number(let field, let digits):
      let swapped: DateStep.Field =
        switch field {
        case .day where isSwapped: .month
        case .month where isSwapped: .day
        default: field
        }
      return "\(swapped)\(digits.least)-\(digits.most)"
    case .monthName: return "monthName"
    case .weekdayName: return "weekdayName"
    case .literal(let byte): return "'\(byte)"
    default: return "\(step)"
    }
  }
}
