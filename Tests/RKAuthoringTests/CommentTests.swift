import RKAuthoring
import Testing

@Suite("Comments of a formatted spec")
struct CommentTests {
  @Test(
    "Comments become a list in the object that contains them",
    arguments: [
      ("// a\n{ # b\n}/* c */", #"{"$comment":["a","b","c"]}"#),
      (
        "{\"mappers\": [ // list\n {\"id\": 1} /* after */, // and\n {\"id\": /* in */ 2}]}",
        #"{"$comment":["list","after","and"],"mappers":[{"id":1},{"$comment":["in"],"id":2}]}"#
      ),
      // Empty comments say nothing.
      ("{ //\n #\n /**/ \"name\": 1}", #"{"name":1}"#),
      ("{\"name\": \"// #\"}", #"{"name":"// #"}"#),
      // One that is skipped twice counts once.
      ("{\"path\": [\"a\" // a\n, \"b\"]}", #"{"$comment":["a"],"path":["a","b"]}"#),
      ("/** one\n *\n * two */{}", #"{"$comment":["one","two"]}"#),
      ("/** one\n two */{}", #"{"$comment":["one","two"]}"#),
      ("/* one\n  * two\n  three */{}", #"{"$comment":["one","* two","three"]}"#),
      ("{\"maps\": [\"id\": 1 // a\n]}", #"{"maps":[{"$comment":["a"],"id":1}]}"#),
      ("{//\u{E9} \"q\" \\ \u{7}\r\n}", "{\"$comment\":[\"\u{E9} \\\"q\\\" \\\\ \\u0007\"]}"),
    ]
  )
  func places(text: String, wanted: String) throws {
    #expect(try compact(text) == wanted)
  }

  @Test(
    "An existing comment is kept and extended",
    arguments: [
      ("{\"name\": 1, \"$comment\": \"old\"}", #"{"name":1,"$comment":"old"}"#),
      ("{\"name\": 1, \"$comment\": \"old\" // new\n}", #"{"name":1,"$comment":["old","new"]}"#),
      ("{\"$comment\": [\"old\" /* in */] // new\n}", #"{"$comment":["old","in","new"]}"#),
      ("{\"$comment\": null // new\n}", #"{"$comment":["new"]}"#),
    ]
  )
  func kept(text: String, wanted: String) throws {
    #expect(try compact(text) == wanted)
  }

  @Test("A comment in a constant, or in a member of the user's own, moves to the enclosing object")
  func constants() throws {
    #expect(
      try compactMapper(#""attributes": [{"to": "a", "value": {"b": [1 /* c */]}}]"#)
        == #""attributes":[{"$comment":["c"],"to":"a","value":{"b":[1]}}]"#
    )
    #expect(
      try compact("{\"x-mine\": {\"a\": 1 // c\n}}") == #"{"$comment":["c"],"x-mine":{"a":1}}"#
    )
  }

  @Test("Several comments have a line each, a single one is on the line of its member")
  func layout() throws {
    #expect(
      try formatted("{ // a\n// b\n\"mappers\": [{\"id\": 1 /* c */}]}") == """
        {
          "$comment": [
            "a",
            "b"
          ],
          "mappers": [
            {
              "$comment": ["c"],
              "id": 1
            }
          ]
        }

        """
    )
  }
}
