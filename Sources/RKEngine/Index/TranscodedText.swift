/// JSON text that is made, while it is read, of an input in another format.
///
/// The text has offsets of its own, from 0, by which it is asked for places in the input. It may pause: then a
/// source ends, and another one can be made to go on with it.
package protocol TranscodedText: DocumentOrigin, ByteStream {
  /// How much of the text has been made.
  var madeCount: Int { get }
  /// How far the input has been read, where it is a file of its own.
  var readOffset: Int? { get }
  /// What has been made ends inside a document, for a reason that is told elsewhere.
  var isBroken: Bool { get }

  /// Its bytes stand where those of the input do that they are made of.
  var keepsOffsets: Bool { get }

  /// Where in the input the byte stands that became the one at an offset of the text; an offset that orders as these
  /// do, if that is not known.
  func sourceOffset(of offset: Int) -> Int

  /// Nothing before an offset of the text is asked for any more.
  func release(before offset: Int)

  /// The line of the input on which the byte stands that became the one at an offset of the text.
  func line(of offset: Int) -> Int

  /// The list that begins at an offset stands for something that is to be single: no rule knows it as a list.
  func isRepeated(_ offset: Int) -> Bool
}

extension TranscodedText {
  package var keepsOffsets: Bool { false }
  package func sourceOffset(of offset: Int) -> Int { offset }

  package func isRepeated(_ offset: Int) -> Bool { false }
}

/// Lists in a text that is made of another format which stand for something that is to be single: an element of XML
/// that is repeated where the spec knows no list.
final class RepeatedElements {
  private let text: any TranscodedText
  /// Where the window begins in the text.
  var origin = 0
  /// The second element of the list in the middle of the last key path, where it turned off there; else 0.
  var turn: UInt32 = 0

  init(_ text: any TranscodedText) { self.text = text }

  /// The second element of the list at a token; nil where that is no such list.
  @inline(never)
  func second(of token: Int, _ view: TokenView) -> Int? {
    guard view.token(token) == .openArray, text.isRepeated(origin + view.position(token)) else {
      return nil
    }
    return view.afterComma(view.next(after: token + 1))
  }
}
