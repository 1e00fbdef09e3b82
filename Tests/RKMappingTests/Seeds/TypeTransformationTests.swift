import RKMapping
import Testing

/// The table of types in the wiki page "Object Mapping", row by row; each test is named after its row.
@Suite("Object Mapping: Type Transformation")
struct TypeTransformationTests {
  /// What happens to a value of a declared type.
  private func value(_ value: String, as type: String, _ more: String = "") throws -> String? {
    let attribute = #"{"from": "v", "to": "v", "type": "\#(type)"\#(more)}"#
    return try map(#"{"v": \#(value)}"#, by: spec(attributes: "[\(attribute)]"))
  }

  @Test("NSString to NSDate, by the formats of the mapping")
  func date() throws {
    #expect(
      try value(#""7/4/2011""#, as: "date", #", "format": "M/d/yyyy""#)
        == #"{"v":"2011-07-04T00:00:00Z"}"#
    )
  }

  @Test("NSString to NSURL")
  func url() throws {
    #expect(
      try value(#""http://restkit.org/x?y=1""#, as: "url") == #"{"v":"http://restkit.org/x?y=1"}"#
    )
  }

  @Test("NSString to NSDecimalNumber")
  func decimal() throws {
    #expect(try value(#""131.3""#, as: "decimal") == #"{"v":"131.3"}"#)
  }

  @Test("NSString to NSNumber")
  func number() throws { #expect(try value(#""1234.5678""#, as: "number") == #"{"v":1234.5678}"#) }

  @Test(
    "NSString containing YES, NO, true, false, t, f to NSNumber",
    arguments: [
      ("YES", true), ("NO", false), ("true", true), ("false", false), ("t", true), ("f", false),
    ]
  )
  func booleanWord(word: String, meaning: Bool) throws {
    #expect(try value("\"\(word)\"", as: "number") == (meaning ? #"{"v":1}"# : #"{"v":0}"#))
    #expect(try value("\"\(word)\"", as: "boolean") == #"{"v":\#(meaning)}"#)
  }

  @Test("NSSet to NSArray: a list keeps what it is given")
  func array() throws {
    #expect(try value("[1, 2, 1]", as: "[integer]") == #"{"v":[1,2,1]}"#)
  }

  @Test("NSArray to NSSet: each element once")
  func set() throws { #expect(try value("[1, 2, 1]", as: "set<integer>") == #"{"v":[1,2]}"#) }

  @Test("NSNumber to NSDate, as seconds since 1970")
  func epoch() throws {
    #expect(try value("457574400", as: "date") == #"{"v":"1984-07-02T00:00:00Z"}"#)
  }

  @Test("NSCFBoolean to NSString", arguments: [true, false])
  func booleanText(boolean: Bool) throws {
    #expect(try value("\(boolean)", as: "string") == #"{"v":"\#(boolean)"}"#)
  }

  @Test(
    "NSNull to anything",
    arguments: ["string", "number", "decimal", "boolean", "date", "url", "[string]", "any"]
  )
  func null(type: String) throws { #expect(try value("null", as: type) == #"{"v":null}"#) }

  @Test("respondsToSelector:@selector(stringValue) to NSString")
  func stringValue() throws { #expect(try value("12.50", as: "string") == #"{"v":"12.50"}"#) }
}
