/// A text that equals another only if all bytes are equal.
///
/// Swift considers canonically equivalent texts equal (UAX 15): U+00E9, and "e" with U+0301. As
/// file names and as keys of documents these are different.
package struct ExactText: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  // Not the text's own hash, which is the same for all equivalent texts, so that an attacker could
  // make many collide.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}

extension String {
  /// The text for comparisons by bytes.
  package var exact: ExactText { ExactText(self) }
}
