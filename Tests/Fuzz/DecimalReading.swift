@testable import RKEngine

/// Reads the bytes as a decimal: its plain notation is the same number.
func readDecimal(_ bytes: [UInt8]) {
  let padded = bytes + [UInt8](repeating: .space, count: 64)
  var plain = UniqueArray<UInt8>()
  if DecimalText.appendPlain(padded.span, 0..<bytes.count, to: &plain, longest: 1000) {
    let text = (0..<plain.count).map { plain[$0] }
    precondition(
      DecimalText.areEqual(padded.span, 0..<bytes.count, text.span, 0..<text.count),
      "\(String(decoding: text, as: UTF8.self)) is another number"
    )
  }
}
