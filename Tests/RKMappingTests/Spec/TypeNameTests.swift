import RKDiagnostics
@testable import RKMapping
import Testing

@Suite("The names of types")
struct TypeNameTests {
  @Test(
    "lists and sets are parsed at any depth",
    arguments: [
      ("integer", TypeName.plain(.integer)), (" any ", .plain(.any)),
      ("[string]", .list(.plain(.string))), ("[ [ url ] ]", .list(.list(.plain(.url)))),
      ("set<uuid>", .set(.plain(.uuid))),
      ("orderedSet< [data] >", .orderedSet(.list(.plain(.data)))),
      ("set <object>", .set(.plain(.object))), ("Author", .target("Author", offset: 0)),
      ("[Comment]", .list(.target("Comment", offset: 1))),
    ]
  )
  func types(text: String, type: TypeName) throws {
    #expect(try TypeNameParser.parse(text) == type)
  }

  @Test(
    "errors are reported with their positions",
    arguments: [
      ("", 0, "a type is missing"), ("[]", 1, "']' is no type"),
      ("[integer", 8, "the '[' of the type is not closed by ']'"),
      ("set<integer", 11, "the '<' of the type is not closed by '>'"),
      ("integer]", 7, "']' stands after the type"), ("set<>", 4, "'>' is no type"),
      ("ste<integer>", 0, "there is no type 'ste<>'; did you mean 'set'?"),
      ("[integer] x", 10, "'x' stands after the type"),
      (String(repeating: "[", count: 20), 17, "lists lie more than 16 deep in each other"),
    ]
  )
  func flaws(text: String, offset: Int, message: String) {
    let faultCode = #expect(throws: TextError.self) { try TypeNameParser.parse(text) }
    #expect(faultCode?.offset == offset)
    #expect(faultCode?.message == message)
  }

  @Test(
    "an unknown word is reported with the most similar type or target",
    arguments: [
      ("intger", "there is no type 'intger'; did you mean 'integer'?"),
      ("set<Athor>", "there is no type 'Athor'; did you mean 'Author'?"),
      ("[Author]", "an attribute makes no records of 'Author'"),
      ("User", "an attribute makes no records of 'User'"),
    ]
  )
  func unknown(type: String, sentence: String) {
    let spec = #"""
      {"targets": {"Author": {}}, "root-map-ref": "a", "mappers": [
        {"id": "a", "attributes": [{"to": "x", "type": "\#(type)"}]},
        {"id": "b", "extends": "a"}, {"id": "u", "target": "User"}]}
      """#
    #expect(message(spec) == sentence)
  }

  @Test(
    "RK2010: an attribute's type is checked at its position",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "type": "[«RK2010»intger]"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "type": "set<string«RK2010»"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "type": «RK2010»"Author"}]}]}"#,
    ]
  )
  func places(marked: String) { #expect(annotated(marked) == marked) }
}
