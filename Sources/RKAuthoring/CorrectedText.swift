package import RKDiagnostics

/// A text with the changes that fix findings about it.
package struct CorrectedText: Sendable {
  /// The bytes of the text.
  package private(set) var bytes: [UInt8]
  /// The changes that were made.
  package private(set) var appliedCount = 0

  /// Makes changes to a text, whose ranges are all of the text as it was; of changes that overlap the
  /// first is made.
  package init(_ text: [UInt8], _ fixIts: [FixIt]) {
    bytes = []
    var at = 0
    for fixIt in fixIts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where fixIt.range.lowerBound >= at && fixIt.range.upperBound <= text.count {
      bytes += text[at..<fixIt.range.lowerBound] + Array(fixIt.replacement.utf8)
      at = fixIt.range.upperBound
      appliedCount += 1
    }
    bytes += text[at...]
  }
}
