package import RKEngine

extension HTTPArchive {
  /// A body as UTF-8, ready for reading.
  package struct Document: Sendable {
    package var bytes: [UInt8]
    /// The length in bytes of the byte order mark that was removed.
    package var markCount: Int
    /// Whether its bytes are those of the string in the archive, after removing escapes.
    package var isPlain: Bool
    /// Whether it is UTF-8 although it may declare another encoding.
    package var isUTF8: Bool
  }

  /// Why a body cannot be read.
  package struct BodyFailure: Error {
    package var fault: JSONSyntaxError.Fault
    /// The unknown name, if a name is the reason.
    package var name: String
  }

  /// The document in a body; nil if it is blank, or if it neither begins like JSON nor is declared as such.
  package func document(of body: HTTPArchiveEntry.Body) throws(BodyFailure) -> Document? {
    var bytes = text(body.literal)
    var isUTF8 = body.encoding == nil || body.charset != nil
    if let encoding = body.encoding {
      guard encoding == "base64" else {
        throw BodyFailure(fault: .unknownEncoding, name: encoding)
      }
      // MIME breaks base64 into lines.
      bytes.removeAll(where: \.isWhitespace)
      var decoded = UniqueArray<UInt8>(minimumCapacity: bytes.count)
      guard TextTransform.appendBase64(bytes.span, &decoded) else {
        if body.isGuess { return nil }
        throw BodyFailure(fault: .base64, name: "")
      }
      bytes = (0..<decoded.count).map { decoded[$0] }
      isUTF8 = isUTF8 || Charset.isMarked(bytes)
      bytes = try Charset.utf8(bytes, named: body.charset)
    }
    let markCount = bytes.markCount
    bytes.removeFirst(markCount)
    let document = { (bytes: [UInt8]) in
      Document(bytes: bytes, markCount: markCount, isPlain: body.encoding == nil, isUTF8: isUTF8)
    }
    if body.format != .json {
      if body.format == .xml && bytes.allSatisfy(\.isWhitespace) { return nil }
      return document(bytes)
    }
    // A record separator separates documents elsewhere; it does not occur in JSON, and neither does its
    // replacement.
    for index in bytes.indices where bytes[index] == .recordSeparator { bytes[index] = 0x1F }
    guard let first = bytes.first(where: { !$0.isWhitespace }) else { return nil }
    if body.isGuess && first != .openObject && first != .openArray { return nil }
    return document(bytes)
  }
}
