package import RKDiagnostics

/// A text after the changes that fix diagnostics about it.
package struct CorrectedText: Sendable {
  /// The bytes of the text.
  package private(set) var bytes: [UInt8]
  /// How many groups of changes were made.
  package private(set) var appliedCount: Int

  /// Applies changes, whose ranges all refer to the original text.
  ///
  /// Of overlapping changes the first is applied.
  package init(_ text: [UInt8], _ fixIts: [FixIt]) { self.init(text, groups: fixIts.map { [$0] }) }

  /// Applies groups of changes, each completely or not at all.
  package init(_ text: [UInt8], groups: [[FixIt]]) {
    let changes = groups.enumerated().flatMap { group, fixIts in fixIts.map { (group, $0) } }
      .sorted { left, right in
        let (first, second) = (left.1.range, right.1.range)
        if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
        // Insertions come before replacements; otherwise diagnostics' order is kept.
        if first.upperBound != second.upperBound { return first.upperBound < second.upperBound }
        return left.0 < right.0
      }
    var isLeftOut = [Bool](repeating: false, count: groups.count)
    var end = 0
    for (group, fixIt) in changes where !isLeftOut[group] {
      if fixIt.range.upperBound > text.count || fixIt.range.lowerBound < end {
        isLeftOut[group] = true
      } else {
        end = fixIt.range.upperBound
      }
    }
    bytes = []
    var at = 0
    for (group, fixIt) in changes where !isLeftOut[group] {
      bytes += text[at..<fixIt.range.lowerBound] + Array(fixIt.replacement.utf8)
      at = fixIt.range.upperBound
    }
    bytes += text[at...]
    appliedCount = isLeftOut.count { !$0 }
  }
}
