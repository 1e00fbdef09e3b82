/// JSON text that is made from an input in another format, while it is read.
///
/// The text has its own offsets, from 0, which can be mapped to places in the input. It may pause:
/// then a source ends, and another one can be made to continue.
package protocol TranscodedText: DocumentOrigin, ByteStream {
  /// The number of bytes of the text that have been made.
  var madeCount: Int { get }
  /// The offset up to which the input has been read, if it is a file of its own.
  var readOffset: Int? { get }
  /// The text made so far ends inside a document, for a reason that is reported elsewhere.
  var isBroken: Bool { get }

  /// Each byte of the text has the offset of the input's bytes that it is made from.
  var keepsOffsets: Bool { get }

  /// The offset in the input of the byte at an offset of the text; if that is not known, an offset
  /// that sorts in the same order.
  func sourceOffset(of offset: Int) -> Int

  /// Releases everything before an offset of the text.
  func release(before offset: Int)

  /// The line of the input with the byte at an offset of the text.
  func line(of offset: Int) -> Int

  /// Whether the list at an offset represents repeated elements where the spec expects one: no rule
  /// declares a list there.
  func isRepeated(_ offset: Int) -> Bool
}

extension TranscodedText {
  package var keepsOffsets: Bool { false }
  package func sourceOffset(of offset: Int) -> Int { offset }

  package func isRepeated(_ offset: Int) -> Bool { false }
}

/// Finds lists in transcoded text that represent something single: an XML element that is repeated
/// where the spec declares no list.
final class RepeatedElements {
  private let text: any TranscodedText
  /// Where the window begins in the text.
  var origin = 0
  /// If the last key path left its slots at such a list, the list's second element; otherwise 0.
  var turn: UInt32 = 0

  init(_ text: any TranscodedText) { self.text = text }

  /// The second element of the list at a token; nil if the list does not represent something
  /// single.
  @inline(never)
  func second(of token: Int, _ view: TokenView) -> Int? {
    guard view.token(token) == .openArray, text.isRepeated(origin + view.position(token)) else {
      return nil
    }
    return view.afterComma(view.next(after: token + 1))
  }
}
