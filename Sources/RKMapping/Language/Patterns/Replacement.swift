internal import RKEngine

/// The text that replaces a pattern's matches: `$2-$1`.
///
/// `$0` is the match, and `$1` to `$9` are its groups. `$$` and `\$` are a dollar sign, `\\` is a
/// backslash, and `
/// `, `\r` and `\t` are as in JSON.
package struct Replacement: Sendable, Hashable {
  package enum Piece: Sendable, Hashable {
    case text([UInt8])
    case group(Int)
  }

  package private(set) var pieces: [Piece] = []

  /// Offsets of errors refer to `text`.
  package init(_ text: String, for pattern: Pattern) throws(TextError) {
    let bytes = Array(text.utf8)
    var plain: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      let next = at + 1 < bytes.count ? bytes[at + 1] : nil
      switch byte {
      case UInt8(ascii: "$"):
        if next == byte {
          plain.append(byte)
        } else if let next, next.isDigit {
          let number = Int(next & 0x0F)
          guard number <= pattern.groupCount else {
            throw TextError("there is no group \(number)", at: at)
          }
          add(plain)
          plain = []
          pieces.append(.group(number))
        } else {
          throw TextError(
            "'$' is followed by the number of a group; the sign itself is '$$'",
            at: at
          )
        }
        at += 2
      case .backslash:
        guard let next, let escaped = Self.escaped(next) else {
          throw TextError("a backslash itself is '\\\\'", at: at)
        }
        plain.append(escaped)
        at += 2
      default:
        plain.append(byte)
        at += 1
      }
    }
    add(plain)
  }

  private mutating func add(_ text: [UInt8]) {
    if !text.isEmpty { pieces.append(.text(text)) }
  }

  private static func escaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): .lineFeed
    case UInt8(ascii: "r"): .carriageReturn
    case UInt8(ascii: "t"): .tab
    case .backslash, .solidus, UInt8(ascii: "$"): byte
    default: nil
    }
  }
}
