import RKDiagnostics
import RKMapping

/// A spec with a marker, `«RK2005»`, before each place where a diagnostic is expected.
struct MarkedSpec {
  /// The text without markers.
  let text: String

  init(_ marked: String) {
    text = marked.replacing(/«RK[0-9]{4}»/, with: "")
  }

  /// The diagnostics of the text, in the order of the places.
  func findings(isStrict: Bool = false, isLinted: Bool = false) -> [Diagnostic] {
    do {
      return try Mapping(
        text: text,
        name: "spec.json",
        isStrict: isStrict,
        isLinted: isLinted
      ).warnings
    } catch {
      return error.diagnostics
    }
  }

  /// The text with a marker before each place with a diagnostic; diagnostics without a place come
  /// first.
  func annotated(isLinted: Bool = false) -> String {
    var bytes = Array(text.utf8)
    var placeless = ""
    for finding in findings(isLinted: isLinted).reversed() {
      let marker = "\u{AB}\(finding.code.id)\u{BB}"
      if let location = finding.location {
        bytes.insert(contentsOf: marker.utf8, at: location.byteRange.lowerBound)
      } else {
        placeless += marker
      }
    }
    return placeless + String(decoding: bytes, as: UTF8.self)
  }

  /// The text with all proposed changes applied.
  func mended() -> String {
    var bytes = Array(text.utf8)
    let fixIts = findings().flatMap(\.fixIts)
    for fixIt in fixIts.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(fixIt.range, with: fixIt.replacement.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The text of a marked spec, annotated with its real diagnostics.
func annotated(_ marked: String) -> String { MarkedSpec(marked).annotated() }

/// The same with what `check` reports without inputs.
func linted(_ marked: String) -> String { MarkedSpec(marked).annotated(isLinted: true) }

/// The messages of `check` for a spec.
func lintMessages(_ spec: String) -> [String] {
  MarkedSpec(spec).findings(isLinted: true).map(\.message)
}

/// The message of the only diagnostic of a spec.
func message(_ spec: String) -> String? {
  let findings = MarkedSpec(spec).findings()
  return findings.count == 1 ? findings[0].message : nil
}
