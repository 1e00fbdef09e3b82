package import RKEngine

/// How the text of a date is read or written, as the spec names it.
package struct DatePattern: Sendable, Hashable {
  package enum Form: Sendable {
    case iso8601
    case epoch
    case epochMilliseconds
    case steps([DateStep])
  }

  /// As it was written.
  package var text: String
  package var form: Form

  package static func == (left: DatePattern, right: DatePattern) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package static let iso8601 = DatePattern(text: "iso8601", form: .iso8601)

  /// What is tried where no format is named (spec-format.md, fine print 8).
  package static let defaults: [DatePattern] = {
    let patterns = [
      ("MM/dd/yyyy", "MM/dd/yyyy"), ("rfc1123", rfc1123),
      ("rfc850", "EEEE, dd-MMM-yy HH:mm:ss z"), ("asctime", "EEE MMM d HH:mm:ss yyyy"),
    ]
    let parsed = patterns.compactMap { name, text in
      (try? DatePatternParser.parse(text)).map { DatePattern(text: name, form: .steps($0)) }
    }
    return [iso8601, DatePattern(text: "epoch", form: .epoch)] + parsed
  }()

  private static let rfc1123 = "EEE, d MMM yyyy HH:mm:ss z"

  /// A format by its name, or a pattern.
  package init(_ text: String) throws(DatePatternError) {
    self.text = text
    switch text {
    case "iso8601": form = .iso8601
    case "epoch": form = .epoch
    case "epochMillis": form = .epochMilliseconds
    case "rfc1123": form = .steps(try DatePatternParser.parse(Self.rfc1123))
    case "dotnet":
      throw DatePatternError(
        isUnsupported: true,
        message: "this version does not do the format dotnet yet",
        offset: 0
      )
    default: form = .steps(try DatePatternParser.parse(text))
    }
  }

  private init(text: String, form: Form) {
    self.text = text
    self.form = form
  }
}

/// What is wrong with a date pattern.
package struct DatePatternError: Error, Sendable, Hashable {
  /// It is part of the format, but this version does not do it.
  package var isUnsupported: Bool
  package var message: String
  /// The offset in the pattern, in bytes of UTF-8.
  package var offset: Int
}
