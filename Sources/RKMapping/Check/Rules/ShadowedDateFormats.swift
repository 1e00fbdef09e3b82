internal import RKDiagnostics
internal import RKEngine

/// Finds date formats that are never used, because an earlier format of their list reads all their
/// texts, and formats whose texts the first format reads with another meaning.
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

  /// A description of what a format reads; formats with equal descriptions read the same texts.
  private static func reading(_ form: DatePattern.Form, isSwapped: Bool) -> String {
    switch form {
    case .iso8601: "iso8601"
    // The first format for numbers also reads texts of digits.
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
