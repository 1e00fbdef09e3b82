internal import RKDiagnostics
package import RKEngine

/// A format for reading and writing dates, as named in a spec.
package struct DatePattern: Sendable, Hashable {
  package enum Form: Sendable {
    case iso8601
    case epoch
    case epochMilliseconds
    case rfc1123
    case dotNet
    case steps([DateStep])
  }

  /// The text in the spec.
  package var text: String
  package var form: Form

  package static func == (left: DatePattern, right: DatePattern) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package static let iso8601 = DatePattern(text: "iso8601", form: .iso8601)

  /// The default format whose dates are often meant as other days.
  package static let assumedText = "MM/dd/yyyy"

  /// The formats tried if the spec names none (docs/spec-format.md, "Dates").
  package static let defaults: [DatePattern] = {
    // The last two formats are those of RFC 850 and asctime.
    let texts = [
      "epoch", assumedText, "rfc1123", "EEEE, dd-MMM-yy HH:mm:ss z", "EEE MMM d HH:mm:ss yyyy",
    ]
    return [iso8601] + texts.compactMap { try? DatePattern($0) }
  }()

  /// The formats with names; no pattern can have these names.
  private static let named: [(name: String, form: Form)] = [
    ("dotnet", .dotNet), ("epoch", .epoch), ("epochMillis", .epochMilliseconds),
    ("iso8601", .iso8601), ("rfc1123", .rfc1123),
  ]

  /// Creates a format from its name, or from a pattern.
  package init(_ text: String) throws(TextError) {
    self.text = text
    if let form = Self.named.first(where: { $0.name == text })?.form {
      self.form = form
    } else {
      do {
        form = .steps(try DatePatternParser.parse(text))
      } catch {
        if let pattern = ForeignDateFormat.pattern(of: text) {
          throw TextError(error.message, at: error.offset, help: "write \"\(pattern)\"")
        }
        // A misspelled name should not be reported as a bad pattern.
        let meant = text.contains { $0.isLetter } ? NearestName.of(text, among: Self.names) : nil
        guard let meant else { throw error }
        throw TextError("there is no date format '\(text)'; did you mean '\(meant)'?")
      }
    }
  }

  /// Whether its texts are days or local times, without a zone.
  func fits(_ kind: PlainType) -> Bool {
    switch form {
    case .iso8601: true
    case .epoch, .epochMilliseconds, .rfc1123, .dotNet: false
    case .steps(let steps):
      !steps.contains { $0.isZone || kind == .day && $0.isClock }
        && (kind == .day || steps.contains { $0.isHour })
    }
  }

  /// The names of the named formats.
  package static var names: [String] { named.map(\.name) }

  private init(text: String, form: Form) {
    self.text = text
    self.form = form
  }
}

extension DateStep {
  fileprivate var isZone: Bool {
    switch self {
    case .offset, .zoneName: true
    default: false
    }
  }

  fileprivate var isHour: Bool {
    switch self {
    case .number(.hour, _), .number(.hour11, _), .number(.hour12, _), .number(.hour24, _): true
    default: false
    }
  }

  /// Whether it is a part of a time of the day.
  fileprivate var isClock: Bool {
    switch self {
    case .number(.minute, _), .number(.second, _), .fraction, .dayHalf: true
    default: isHour
    }
  }
}
