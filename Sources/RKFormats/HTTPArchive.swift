package import RKEngine

/// An HTTP archive (HAR 1.2) in memory, with the index of its text.
///
/// The structure is read leniently, because programs write it in many ways: members may be missing, null or of
/// another kind. The JSON itself must be strict.
package final class HTTPArchive {
  /// Why a text is not an archive.
  package enum Failure: Error {
    case system(SystemError)
    case syntax(JSONSyntaxError, InputPlace)
    /// It is JSON, but not an archive; the place is where its entries are missing.
    case noArchive(InputPlace)
  }

  /// A position in an archive, and its line.
  package struct Position: Sendable {
    package fileprivate(set) var offset = 0
    package fileprivate(set) var line = 1
    fileprivate var lineStart = 0
    /// The column, counted from 1.
    package var column: Int { offset - lineStart + 1 }
  }

  /// The name of the archive as given.
  package let name: String
  private let window: InputWindow
  /// The first token of each entry.
  private let tokens: [Int]
  /// The last position for which a line was requested.
  private var known = Position()

  /// Reads a whole source.
  ///
  /// `byteOffset` is where it begins in its file; with `countsCharacters`, positions also have a column in
  /// UTF-16 code units.
  package init(
    _ source: consuming InputSource,
    name: String,
    kernel: ScanKernel,
    byteOffset: Int = 0,
    countsCharacters: Bool = false
  ) throws(Failure) {
    self.name = name
    var options = ReadingOptions()
    options.countsCharacters = countsCharacters
    var window = InputWindow(
      source: source,
      options: options,
      kernel: kernel,
      byteOffset: byteOffset
    )
    do throws(SystemError) {
      while try window.fill() != nil {}
    } catch {
      throw .system(error)
    }
    if let fault = window.fault {
      let range = fault.offset..<(fault.offset + 1)
      var place = window.place(range, input: name, pointer: nil)
      place.firstBytes = window.firstBytes
      throw .syntax(fault, place)
    }
    guard let tokens = Self.entries(window.view) else {
      let start = window.view.count > 0 ? window.view.position(0) : 0
      throw .noArchive(window.place(start..<(start + 1), input: name, pointer: nil))
    }
    self.tokens = tokens
    self.window = window
  }

  /// The elements of `/log/entries` of the only document; nil if that is not an array.
  private static func entries(_ view: TokenView) -> [Int]? {
    guard view.count > 0, view.token(0) == .openObject, view.next(after: 0) == view.count,
      let log = view.member("log", of: 0),
      let list = view.member("entries", of: log), view.token(list) == .openArray
    else { return nil }
    var tokens: [Int] = []
    var token = list + 1
    while view.token(token) != .closeArray {
      tokens.append(token)
      token = view.afterComma(view.next(after: token))
    }
    return tokens
  }

  package var entryCount: Int { tokens.count }

  /// The number of bytes in the file.
  package var byteCount: Int { window.endOffset }

  // MARK: - Entries

  /// The entry at an index.
  package func entry(_ index: Int) -> HTTPArchiveEntry {
    window.entry(tokens[index])
  }

  /// The decoded bytes of a string in the archive.
  package func text(_ literal: Range<Int>) -> [UInt8] {
    window.unescaped(literal)
  }

  // MARK: - Places

  /// The line and column of an offset in the archive, counted from 1.
  ///
  /// Fast for increasing offsets.
  package func position(_ offset: Int) -> Position {
    known = window.position(offset, from: offset < known.offset ? Position() : known)
    return known
  }

  /// The place of something on the line of a position.
  package func place(
    _ range: Range<Int>,
    on line: Position,
    isShown: Bool = true
  ) -> InputPlace {
    window.place(
      range,
      input: name,
      pointer: nil,
      isShown: isShown,
      position: (line.line, range.lowerBound - line.lineStart + 1)
    )
  }

  /// The decoded text of a string, with the places that its bytes come from.
  package func escapedText(_ literal: Range<Int>) -> EscapedText {
    window.escaped(literal)
  }

  /// The offset in the archive of the byte at `offset` of the decoded text.
  package func offset(_ offset: Int, in text: EscapedText) -> Int {
    window.source(of: offset, in: text)
  }
}

/// Functions that read the text of an archive, which must not be borrowed beyond a call.
extension InputWindow {
  fileprivate borrowing func entry(_ token: Int) -> HTTPArchiveEntry {
    HTTPArchiveEntry(view, token)
  }

  fileprivate borrowing func unescaped(_ literal: Range<Int>) -> [UInt8] {
    EscapedText.unescaped(view.padded, literal)
  }

  fileprivate borrowing func escaped(_ literal: Range<Int>) -> EscapedText {
    EscapedText(view.padded, literal)
  }

  fileprivate borrowing func source(of offset: Int, in text: EscapedText) -> Int {
    text.source(of: offset, view.padded)
  }

  fileprivate borrowing func position(_ offset: Int, from known: HTTPArchive.Position)
    -> HTTPArchive.Position
  {
    let bytes = view.padded
    var position = known
    for place in known.offset..<offset where bytes[place] == .lineFeed {
      position.line += 1
      position.lineStart = place + 1
    }
    position.offset = offset
    return position
  }
}

extension TokenView {
  /// The value of the first member with a name; nil if there is none, or if `token` is not an object.
  ///
  /// Names are compared as written, since no program escapes ASCII in them.
  func member(_ name: StaticString, of token: Int) -> Int? {
    guard self.token(token) == .openObject else { return nil }
    var key = token + 1
    while self.token(key) == .quote {
      if isString(key, name) { return key + 2 }
      key = afterComma(next(after: key + 2))
    }
    return nil
  }

  private func isString(_ token: Int, _ name: StaticString) -> Bool {
    let content = content(ofString: token)
    let wanted = name.description.utf8
    return content.count == wanted.count && zip(content, wanted).allSatisfy { byte($0) == $1 }
  }
}
