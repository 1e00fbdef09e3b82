import RKMapping
import Testing

@Suite("Types of scalars")
struct ScalarTypeTests {
  @Test(
    "a string is unchanged text, a number its digits, a boolean its name",
    arguments: [
      (#""x""#, #""x""#), ("1.50", #""1.50""#), ("-0", #""-0""#), ("1E+5", #""1E+5""#),
      ("69726278940360707123456", #""69726278940360707123456""#), ("true", #""true""#),
      ("false", #""false""#), (#""\u0061\/""#, #""\u0061\/""#), (#"" x ""#, #"" x ""#),
    ]
  )
  func strings(value: String, output: String) throws {
    #expect(try converted(value, "string") == output)
  }

  @Test(
    "a number keeps its digits, and becomes valid JSON",
    arguments: [
      ("1.50", "1.50"), ("-0", "-0"), ("1E+400", "1E+400"), (#""1.50""#, "1.50"),
      (#"" 42\n""#, "42"), (#""1e5""#, "1e5"), (#""+5""#, "5"), (#""007""#, "7"), (#""00""#, "0"),
      (#""-007.50""#, "-7.50"), (#"".5""#, "0.5"), (#""-.5e3""#, "-0.5e3"), (#""+0.0""#, "0.0"),
      (#""12345678901234567890.123456789""#, "12345678901234567890.123456789"),
      (#""1e99999999999""#, "1e99999999999"), ("true", "1"), ("false", "0"), (#""YES""#, "1"),
      (#""\u0034\u0032""#, "42"), (#""f""#, "0"),
    ]
  )
  func numbers(value: String, output: String) throws {
    #expect(try converted(value, "number") == output)
  }

  @Test(
    "RK1002: anything else is not a number",
    arguments: [
      #""abc""#, #""12abc""#, #""0x10""#, #""1,234""#, #""1,5""#, #""NaN""#, #""Infinity""#,
      #""1 2""#, #""--1""#, #""-""#, #""+""#, #"".""#, #""5.""#, #""1e""#, #""e5""#, #"" true""#,
      #""yess""#, #""ye""#, #""1.2.3""#, "[1]", "{}", "\"\u{661}\"", #""\u00001""#,
    ]
  )
  func noNumbers(value: String) throws {
    #expect(try converted(value, "number") == "RK1002 /v")
  }

  @Test("the words for true and false are integers, too")
  func words() throws {
    #expect(try converted(#""Yes""#, "integer") == "1")
    #expect(try converted(#""n""#, "integer") == "0")
    #expect(try converted(#""true""#, "decimal") == "RK1002 /v")
  }

  @Test(
    "a boolean is one of the words for it, or equals 1 or 0",
    arguments: [
      ("true", "true"), ("1", "true"), ("1.0", "true"), ("10e-1", "true"), ("0", "false"),
      ("-0.0", "false"), (#""1""#, "true"), (#"" 0 ""#, "false"), (#""TRUE""#, "true"),
      (#""t""#, "true"), (#""Yes""#, "true"), (#""Y""#, "true"), (#""False""#, "false"),
      (#""f""#, "false"), (#""no""#, "false"), (#""N""#, "false"), (#""\u0079es""#, "true"),
    ]
  )
  func booleans(value: String, output: String) throws {
    #expect(try converted(value, "boolean") == output)
  }

  @Test(
    "RK1002: anything else is not a boolean",
    arguments: ["2", "-1", "0.5", #""maybe""#, #""on""#, #""2""#, #""nope""#, #""truee""#, "{}"]
  )
  func noBooleans(value: String) throws {
    #expect(try converted(value, "boolean") == "RK1002 /v")
  }

  @Test(
    "a URL is unchanged",
    arguments: [
      (#""http://a.b/c?d=e#f""#, #""http://a.b/c?d=e#f""#), (#""foo/bar""#, #""foo/bar""#),
      (#""http:\/\/a""#, #""http://a""#), (#""""#, "null"),
    ]
  )
  func urls(value: String, output: String) throws {
    #expect(try converted(value, "url") == output)
  }

  @Test(
    "RK1002: text with characters that no URL has is rejected",
    arguments: [#""a b""#, #"" http://a""#, #"":x""#, "\"http://k\u{F6}ln/\"", "7", "true", "{}"]
  )
  func noURLs(value: String) throws {
    #expect(try converted(value, "url") == "RK1002 /v")
  }

  @Test(
    "a UUID is written in lower case",
    arguments: [
      "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8",
      #"6Ba7b810\u002d9dad-11d1-80b4-00c04fd430C8"#,
    ]
  )
  func uuids(text: String) throws {
    #expect(try converted("\"\(text)\"", "uuid") == #""6ba7b810-9dad-11d1-80b4-00c04fd430c8""#)
  }

  @Test(
    "RK1002: other digits, groups and brackets are not a UUID",
    arguments: [
      "6ba7b810-9dad-11d1-80b4-00c04fd430c", "6ba7b8109dad11d180b400c04fd430c8", "hello",
      "{6ba7b810-9dad-11d1-80b4-00c04fd430c8}", "6ba7b810-9dad-11d1-80b4-00c04fd430cg",
      "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b81-09dad-11d1-80b4-00c04fd430c8",
      "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ",
    ]
  )
  func noUUIDs(text: String) throws {
    #expect(try converted("\"\(text)\"", "uuid") == "RK1002 /v")
  }

  @Test(
    "data is base64",
    arguments: [
      (#""QUJD""#, #""QUJD""#), (#""QQ==""#, #""QQ==""#), (#""QUI=""#, #""QUI=""#),
      (#""+\/+\/""#, #""+/+/""#), (#""""#, "null"),
    ]
  )
  func data(value: String, output: String) throws {
    #expect(try converted(value, "data") == output)
  }

  @Test(
    "RK1002: wrong padding or other letters are not data",
    arguments: ["QUJ", "QQ=", "QQ", "Q===", "====", "QQ==QQ==", "QU_-", "QU JD", "QUJD\\n", "Q=Q="]
  )
  func noData(text: String) throws {
    #expect(try converted("\"\(text)\"", "data") == "RK1002 /v")
  }

  @Test(
    "RK1002: a lone surrogate is invalid for every type",
    arguments: ["string", "url", "number", "boolean", "any", "[string]", "set<any>"]
  )
  func surrogates(type: String) throws {
    #expect(try converted(#""\ud800""#, type) == "RK1002 /v")
    #expect(try converted(#"["\ud800"]"#, type) == "RK1002 /v/0")
  }

  @Test("the key of a record may have a type")
  func nestingKey() throws {
    let spec = #"""
      {"mappers": [{"id": "u", "keyAttribute": "n", "forceCollection": true, "attributes": [
        {"from": "(n)", "to": "n", "type": "integer"}, "v"]}]}
      """#
    let output = try map(#"{"007": {"v": 1}, "\u0038": {"v": 2}}"#, by: spec)
    #expect(output == #"[{"n":7,"v":1},{"n":8,"v":2}]"#)
  }
}
