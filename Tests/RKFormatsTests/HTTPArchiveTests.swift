import RKEngine
import Testing

@testable import RKFormats

@Suite("HTTPArchive")
struct HTTPArchiveTests {
  static func archive(_ text: String) throws -> HTTPArchive {
    try HTTPArchive(InputSource(bytes: Array(text.utf8)), name: "a.har", kernel: .best)
  }

  /// The only entry of an archive, whose response has this content and these headers.
  static func entry(content: String, headers: String = "[]") throws -> (
    HTTPArchive, HTTPArchiveEntry
  ) {
    let archive = try archive(
      """
      {"log":{"entries":[{"request":{"method":"get","url":"/a"},"response":{"status":200,\
      "headers":\(headers),"content":\(content)}}]}}
      """
    )
    return (archive, archive.entry(0))
  }

  /// What is read of a content, or why nothing is.
  static func reading(_ content: String, headers: String = "[]") throws -> String {
    let (archive, entry) = try entry(content: content, headers: headers)
    switch entry.content {
    case .skipped(.type(let name)): return "type \(name)"
    case .skipped(.noBody): return "no body"
    case .skipped(.noResponse): return "no response"
    case .skipped(.noRequest): return "no request"
    case .empty: return "empty"
    case .text(let body):
      do throws(HTTPArchive.BodyFailure) {
        guard let document = try archive.document(of: body) else { return "nothing" }
        return String(decoding: document.bytes, as: UTF8.self)
      } catch {
        return "\(error.fault) \(error.name)"
      }
    }
  }

  @Test(
    "A content is read when its type is JSON",
    arguments: [
      (#"{"mimeType":"application/json","text":"1"}"#, "1"),
      (#"{"mimeType":"Application/JSON; charset=utf-8","text":"1"}"#, "1"),
      (#"{"mimeType":"text/json","text":"1"}"#, "1"),
      (#"{"mimeType":"application/vnd.api+json;v=1","text":"1"}"#, "1"),
      (#"{"mimeType":"text/html; charset=utf-8","text":"{}"}"#, "type text/html"),
      (#"{"mimeType":"application/jsonp","text":"{}"}"#, "type application/jsonp"),
      (#"{"text":" {}"}"#, " {}"), (#"{"mimeType":"","text":"[]"}"#, "[]"),
      (#"{"mimeType":null,"text":"{}"}"#, "{}"), (#"{"mimeType":"x-unknown","text":"{}"}"#, "{}"),
      (#"{"encoding":"base64","text":"%%"}"#, "nothing"), (#"{"text":"<p>"}"#, "nothing"),
      (#"{"text":"12"}"#, "nothing"),
      (#"{"mimeType":"application/json"}"#, "no body"),
      (#"{"mimeType":"application/json","text":null}"#, "no body"),
      (#"{"mimeType":"application/json","text":""}"#, "empty"), (#"{"text":""}"#, "empty"),
      (#"{"mimeType":"application/json","size":0}"#, "empty"),
      (#"{"mimeType":"application/json","size":7}"#, "no body"),
      (#"{"mimeType":"text/html","text":""}"#, "no body"),
      (#"{"mimeType":"application/json","text":" \n"}"#, "nothing"),
      (#"{"mimeType":"application/json","text":"1","encoding":""}"#, "1"),
      (#"{"mimeType":"application/json","text":"1","encoding":null}"#, "1"),
      (#"{"_x":{"text":"2"},"mimeType":"application/json","comment":"","text":"1"}"#, "1"),
      ("null", "no body"), ("7", "no body"),
    ]
  )
  func types(content: String, reading: String) throws {
    #expect(try Self.reading(content) == reading)
  }

  @Test("If the content has no type, the header counts")
  func header() throws {
    let headers = #"[{"name":"Content-type","value":"text/css"}]"#
    #expect(try Self.reading(#"{"text":"{}"}"#, headers: headers) == "type text/css")
    let latin = #"[{"name":"Content-Type","value":"application/json; charset=latin1"}]"#
    let content = #"{"mimeType":"application/json","encoding":"base64","text":"IukigA=="}"#
    #expect(try Self.reading(content, headers: latin) == "\"\u{E9}\"\u{80}")
  }

  @Test(
    "Base64 is decoded strictly, and its bytes by their charset",
    arguments: [
      ("base64", "", "eyJhIjoxfQ==", #"{"a":1}"#), ("BASE64", "", "eyJhIjoxfQ", #"{"a":1}"#),
      ("base64", "", "eyJhIjo\\/Ig==", "{\"a\":?\""), ("base64", "", "eyJ?", "base64 "),
      ("base64", "", "eyJh\\r\\nIjoxfQ=\\n=", #"{"a":1}"#), ("base64", "", "e\u{A0}30=", "base64 "),
      ("gzip", "", "e30=", "unknownEncoding gzip"),
      ("base64", "; charset=iso-8859-1", "IukigA==", "\"\u{E9}\"\u{80}"),
      ("base64", "; charset=\"Windows-1252\"", "IukigA==", "\"\u{E9}\"\u{20AC}"),
      ("base64", "; charset=us-ascii", "Im4i", "\"n\""),
      ("base64", "; charset=utf-16", "//4iAD3YAN4iAA==", "\"\u{1F600}\""),
      ("base64", "; charset=utf-16", "ACIA6QAi", "\"\u{E9}\""),
      ("base64", "; charset=utf-16le", "IgDpACIA", "\"\u{E9}\""),
      ("base64", "; charset='utf-16le'", "IgDpACIA", "\"\u{E9}\""),
      ("base64", "; charset=utf-16be", "ACIA6QAi", "\"\u{E9}\""),
      ("base64", "", "//4iAG4AIgA=", "\"n\""), ("base64", "; charset=utf-16", "ACIA", "utf16 "),
      ("base64", "; charset=latin1", "77u/Is6xIg==", "\"\u{3B1}\""),
      ("base64", "; charset=koi8-r", "77u/Is6xIg==", "\"\u{3B1}\""),
      ("base64", "; charset=utf-8", "/v8AIgOxACI=", "\"\u{3B1}\""),
      ("base64", "; charset=utf-16be", "//4iALEDIgA=", "\"\u{3B1}\""),
      // A lone surrogate is not a character, and what follows it is one.
      ("base64", "; charset=utf-16be", "ACLYAABBACI=", "\"\u{FFFD}\u{FFFD}\u{FFFD}A\""),
      ("base64", "; charset=shift_jis", "e30=", "unknownEncoding shift_jis"),
    ]
  )
  func encodings(encoding: String, charset: String, text: String, reading: String) throws {
    let type = "application/json" + charset.replacing("\"", with: "\\\"")
    let content = #"{"mimeType":"\#(type)","encoding":"\#(encoding)","text":"\#(text)"}"#
    #expect(try Self.reading(content) == reading)
  }

  @Test("A text that is not base64 has no charset to decode, and no mark")
  func plainText() throws {
    let content = #"{"mimeType":"application/json;charset=latin1","text":"\ufeff\"\u00e9\""}"#
    let (archive, entry) = try Self.entry(content: content)
    guard case .text(let body) = entry.content else {
      Issue.record("the content is not read")
      return
    }
    let document = try #require(try archive.document(of: body))
    #expect(String(decoding: document.bytes, as: UTF8.self) == "\"\u{E9}\"")
    #expect(document.markCount == 3)
    #expect(document.isPlain)
  }

  @Test("An exchange has the entry's data, without the pseudo headers of HTTP/2")
  func exchange() throws {
    let headers = """
      [{"name":":status","value":"200"},{"name":"A","value":"1"},{"value":"x"},3,\
      {"name":"B","value":null}]
      """
    let (_, entry) = try Self.entry(content: #"{"text":"{}"}"#, headers: headers)
    #expect(entry.exchange.method == "GET")
    #expect(entry.exchange.url == "/a")
    #expect(entry.exchange.statusCode == 200)
    #expect(entry.exchange.responseHeaders == [HTTPExchange.Header(name: "A", value: "1")])
    #expect(entry.exchange.requestHeaders.isEmpty)
    let bare = try Self.archive(#"{"log":{"entries":[{"request":{"url":"/a"}}]}}"#)
    #expect(bare.entry(0).exchange.method == "GET")
  }

  @Test(
    "An entry without a request or a response is not one",
    arguments: [
      ("7", HTTPArchiveEntry.Reason.noRequest), (#"{"request":{}}"#, .noRequest),
      (#"{"request":{"url":"/a"}}"#, .noResponse),
      (#"{"request":{"url":"/a"},"response":{"status":0,"content":{"text":"{}"}}}"#, .noResponse),
      (#"{"request":{"url":"/a"},"response":{"status":null}}"#, .noResponse),
      (#"{"request":{"url":"/a"},"response":{"status":"204"}}"#, .noBody),
    ]
  )
  func oddEntries(entry: String, reason: HTTPArchiveEntry.Reason) throws {
    let archive = try Self.archive(#"{"log":{"entries":[\#(entry)]}}"#)
    #expect(archive.entry(0).content == .skipped(reason))
  }

  @Test(
    "Without entries it is not an archive",
    arguments: ["{}", "[]", "1", "", #"{"log":{}}"#, #"{"log":{"entries":{}}}"#, "{} {}"]
  )
  func noArchive(text: String) {
    #expect(throws: HTTPArchive.Failure.self) { try Self.archive(text) }
  }

  @Test("An error of the archive's JSON has its position")
  func syntax() {
    do throws(HTTPArchive.Failure) {
      _ = try HTTPArchive(
        InputSource(bytes: Array("{\"log\":\n {,}}".utf8)),
        name: "a.har",
        kernel: .best
      )
      Issue.record("it is read")
    } catch {
      guard case .syntax(_, let place) = error else {
        Issue.record("another failure")
        return
      }
      #expect(place.line == 2)
      #expect(place.column == 3)
    }
  }

  @Test("marked UTF-16 is UTF-8 once it is read, whatever the document says of itself")
  func markedXML() throws {
    let document =
      "//48AD8AeABtAGwAIAB2AGUAcgBzAGkAbwBuAD0AIgAxAC4AMAAiACAAZQBuAGMAbwBkAGkAbgBnAD0AIgBVAFQARgAtADEANgAiAD8APgA8AGEAPgDpADwALwBhAD4A"
    let content = #"{"mimeType":"text/xml","encoding":"base64","text":"\#(document)"}"#
    let (archive, entry) = try Self.entry(content: content)
    guard case .text(let body) = entry.content else {
      Issue.record("it has a body")
      return
    }
    let read = try #require(try archive.document(of: body))
    #expect(read.isUTF8)
    #expect(String(decoding: read.bytes, as: UTF8.self).hasSuffix("<a>\u{e9}</a>"))
  }
}
