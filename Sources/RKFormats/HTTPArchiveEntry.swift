internal import RKEngine

/// One exchange of an archive, and the readable content of its response.
package struct HTTPArchiveEntry: Sendable {
  /// The content of the response.
  package enum Content: Sendable, Hashable {
    /// A body that can be read.
    case text(Body)
    /// There are no bytes, and nothing says that the content is not JSON; the offset is where it would be in the
    /// archive.
    case empty(at: Int)
    case skipped(Reason)
  }

  /// Why an entry is skipped.
  package enum Reason: Sendable, Hashable {
    /// The content has another media type, which is given.
    case type(String)
    case noBody
    /// The request was blocked or cancelled.
    case noResponse
    /// It is not an entry, or it has no request.
    case noRequest
  }

  /// A text in an archive, and how it is encoded.
  package struct Body: Sendable, Hashable {
    /// The text's range in the archive, without quotes.
    package var literal: Range<Int>
    /// The encoding of the text, in lower case; nil for plain text.
    package var encoding: String?
    /// The charset of the decoded bytes, in lower case.
    package var charset: String?
    /// The format that its media type states.
    package var format = MediaType.Format.json
    /// Whether its media type is unknown, so that it is read only if it begins like JSON.
    package var isGuess: Bool
  }

  package var exchange: HTTPExchange
  package var content: Content
  /// The offset where it begins in the archive.
  package var offset: Int

  init(_ view: TokenView, _ token: Int) {
    offset = view.position(token)
    exchange = HTTPExchange(method: "", url: "", statusCode: 0)
    guard let request = view.member("request", of: token),
      let url = view.string("url", of: request)
    else {
      content = .skipped(.noRequest)
      return
    }
    exchange.url = url
    exchange.method = view.string("method", of: request)?.uppercased() ?? "GET"
    exchange.requestHeaders = view.headers(of: request)
    guard let response = view.member("response", of: token),
      let status = view.number("status", of: response), status > 0
    else {
      content = .skipped(.noResponse)
      return
    }
    exchange.statusCode = status
    exchange.responseHeaders = view.headers(of: response)
    content = Self.content(view, response, exchange)
  }

  private static func content(_ view: TokenView, _ response: Int, _ exchange: HTTPExchange)
    -> Content
  {
    guard let content = view.member("content", of: response) else { return .skipped(.noBody) }
    let named = view.string("mimeType", of: content)
    let type = MediaType(named ?? "") ?? exchange.contentType
    let isOther = type.map { $0.format == nil } ?? false
    guard let text = view.member("text", of: content), view.token(text) == .quote else {
      // Programs may leave contents out; only the size shows that there was none.
      let isEmpty = view.number("size", of: content) == 0 && !isOther
      return isEmpty ? .empty(at: view.position(content)) : .skipped(.noBody)
    }
    let literal = view.content(ofString: text)
    if literal.isEmpty {
      return isOther ? .skipped(.noBody) : .empty(at: literal.lowerBound - 1)
    }
    if let type, isOther { return .skipped(.type(type.name)) }
    let encoding = view.string("encoding", of: content)?.lowercased()
    return .text(
      Body(
        literal: literal,
        encoding: encoding.flatMap { $0.isEmpty ? nil : $0 },
        charset: type?.charset ?? exchange.contentType?.charset,
        format: type?.format ?? .json,
        isGuess: type == nil
      )
    )
  }
}

extension HTTPExchange {
  fileprivate var contentType: MediaType? {
    let header = responseHeaders.last { $0.name.lowercased() == "content-type" }
    return header.flatMap { MediaType($0.value) }
  }
}

extension TokenView {
  /// The text of a string member; nil if the value is not a string.
  fileprivate func string(_ name: StaticString, of object: Int) -> String? {
    guard let value = member(name, of: object), token(value) == .quote else { return nil }
    return String(decoding: text(ofString: value), as: UTF8.self)
  }

  /// The whole number that a member is, or has as a text.
  fileprivate func number(_ name: StaticString, of object: Int) -> Int? {
    if let text = string(name, of: object) { return Int(text) }
    guard let value = member(name, of: object) else { return nil }
    let text = (position(value)..<end(ofScalar: value)).prefix(20)
    return Int(String(decoding: text.map { byte($0) }, as: UTF8.self))
  }

  /// The headers of a request or a response, without the pseudo-headers that HTTP/2 has instead of a first line.
  fileprivate func headers(of message: Int) -> [HTTPExchange.Header] {
    guard let list = member("headers", of: message), token(list) == .openArray else { return [] }
    var headers: [HTTPExchange.Header] = []
    var element = list + 1
    while token(element) != .closeArray {
      if let name = string("name", of: element), !name.isEmpty, !name.hasPrefix(":"),
        let value = string("value", of: element)
      {
        headers.append(HTTPExchange.Header(name: name, value: value))
      }
      element = afterComma(next(after: element))
    }
    return headers
  }
}
