/// A text that is another one only where all its bytes are.
///
/// Swift takes texts for equal that Unicode calls canonically equivalent (UAX 15): U+00E9, and "e" with
/// U+0301. Names of files and keys of documents are two names then.
package struct ExactText: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  // Not the hash of a text, which is one for all that are equivalent: an attacker could make many.
  package func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
    hasher.combine(UInt8.max)
  }
}

extension String {
  /// What it is compared by where bytes count.
  package var exact: ExactText { ExactText(self) }
}
