internal import RKEngine

/// Identifies a diagnostic even if the lines around it have moved: by its code, the rule in the
/// spec's terms, the file, and the value's pointer without indices.
///
/// Without a rule and a pointer, by its message.
struct FindingFingerprint {
  let text: String

  /// `file` is the file of the case, for a diagnostic without a place.
  init(_ finding: Diagnostic, in file: String) {
    let pointer = finding.location?.pointer
    let rule = finding.related.first?.subject
    var parts = [finding.code.id, finding.location?.file ?? file, rule ?? ""]
    parts.append(pointer.map(Self.withoutNumbers) ?? "")
    if pointer == nil && rule == nil { parts.append(finding.message) }
    var hash = UInt64(0xCBF2_9CE4_8422_2325)
    for part in parts {
      // FNV-1a; each part ends with 0xFF, which does not occur in UTF-8.
      for byte in Array(part.utf8) + [0xFF] {
        hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      }
    }
    let digits = String(hash, radix: 16)
    text = String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func withoutNumbers(_ pointer: String) -> String {
    pointer.split(byte: .solidus, omittingEmptySubsequences: false).map { step in
      !step.isEmpty && step.utf8.allSatisfy { (0x30...0x39).contains($0) } ? "*" : String(step)
    }.joined(separator: "/")
  }
}
