/// Lists in a text that is made of another format which stand for something that is to be single: an element of XML
/// that is repeated where the spec knows no list.
struct RepeatedElements {
  private let text: any TranscodedText
  /// Where the window begins in the text.
  var origin = 0
  /// The second element of the list in the middle of the last key path, where it turned off there; else 0.
  var turn: UInt32 = 0

  init(_ text: any TranscodedText) { self.text = text }

  /// The second element of the list at a token; nil where that is no such list.
  func second(of token: Int, _ view: TokenView) -> Int? {
    guard view.token(token) == .openArray, text.isRepeated(origin + view.position(token)) else {
      return nil
    }
    return view.afterComma(view.next(after: token + 1))
  }
}
