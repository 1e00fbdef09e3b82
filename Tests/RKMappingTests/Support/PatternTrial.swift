import RKEngine
import RKMapping

/// A pattern, compiled into a plan of its own and run.
struct PatternTrial {
  /// The ranges of the groups of a match, the match itself first.
  typealias Match = [Range<Int>?]

  private var plan = MappingPlan()
  private let id: PlanID<PatternProgram>
  let pattern: Pattern

  init(_ text: String) throws(TextError) {
    pattern = try Pattern(text)
    id = plan.add(pattern)
  }

  var stepCount: Int { pattern.steps.count }

  /// All matches, as `replaceAll` finds them; nil when it gave up.
  func matches(in text: String) -> [Match]? { matches(in: Array(text.utf8)) }

  func matches(in bytes: [UInt8], remembersAtOnce: Bool = false) -> [Match]? {
    var matcher = PatternMatcher(remembersAtOnce: remembersAtOnce)
    var found: [Match] = []
    var at = 0
    while at <= bytes.count {
      switch matcher.firstMatch(of: id, plan, bytes.span, from: at) {
      case .gaveUp: return nil
      case .unmatched: return found
      case .matched:
        found.append((0...pattern.groupCount).map { matcher.group($0) })
        guard let match = matcher.group(0) else { return nil }
        at = match.upperBound
        if match.isEmpty {
          at += at < bytes.count ? ScalarText.scalar(bytes.span, at: at).count : 1
        }
      }
    }
    return found
  }

  /// The texts of the matches.
  func texts(in text: String) -> [String]? {
    let bytes = Array(text.utf8)
    return matches(in: bytes)?.map { match in
      String(decoding: bytes[match[0] ?? 0..<0], as: UTF8.self)
    }
  }

  func whole(_ text: String) -> PatternMatcher.Outcome {
    var matcher = PatternMatcher()
    let bytes = Array(text.utf8)
    return matcher.matchWhole(of: id, plan, bytes.span)
  }

  /// The text with all matches replaced; nil when it gave up.
  func replacing(in text: String, with template: String) throws -> String? {
    var plan = plan
    let pieces = plan.add(try Replacement(template, for: pattern))
    var matcher = PatternMatcher()
    var output = UniqueArray<UInt8>()
    let bytes = Array(text.utf8)
    let outcome = matcher.replaceAll(of: id, with: pieces, plan, bytes.span, to: &output)
    if outcome == .gaveUp { return nil }
    return String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }
}
