import RKDiagnostics
import RKMapping
import Testing

@Suite("Types of attributes")
struct TypeTests {
  /// The result for `value` under an attribute's members: the output's `v`, or a diagnostic.
  private func converted(
    _ value: String,
    _ members: String,
    settings: String = ""
  ) throws -> String? {
    let spec = #"""
      {\#(settings) "mappers": [{"id": "a", "attributes": [{"to": "v", \#(members)}, "k"]}]}
      """#
    let trial = try MappingTrial(spec, #"{"k":0,"v":\#(value)}"#)
    if !trial.findings.isEmpty {
      // A failed conversion is a warning, and the attribute is left out.
      #expect(trial.report.warningCount == 1)
      #expect(trial.output == #"{"k":0}"#)
      return trial.findings.joined()
    }
    return trial.output.map { String($0.dropFirst(#"{"v":"#.count).dropLast(#","k":0}"#.count)) }
  }

  @Test(
    "an integer is a whole number of 64 bits, however it is written",
    arguments: [
      ("42", "42"), (#""42""#, "42"), (#""-5""#, "-5"), (#"" 42\n""#, "42"), ("42.0", "42"),
      ("42.00", "42"), ("1e3", "1000"), ("12.5e1", "125"), ("-0", "0"), (#""007""#, "7"),
      ("9223372036854775807", "9223372036854775807"),
      ("-9223372036854775808", "-9223372036854775808"), ("true", "1"), ("false", "0"),
      ("null", "null"), (#""""#, "null"), (#""  ""#, "null"), (#""\u0034\u0032""#, "42"),
    ]
  )
  func integer(value: String, output: String) throws {
    #expect(try converted(value, #""type": "integer""#) == output)
  }

  @Test(
    "RK1002: anything else is not an integer, never 0 and never clamped",
    arguments: [
      "42.5", #""abc""#, #""12abc""#, #""0x10""#, #""1,234""#, #""1 2""#, #""--1""#, #""-""#,
      "9223372036854775808", "-9223372036854775809", "1e19", "1e-1", "1e400", "[1]", "{}",
      #""NaN""#, "\"\u{661}\"",
    ]
  )
  func noInteger(value: String) throws {
    #expect(try converted(value, #""type": "integer""#) == "RK1002 /v")
  }

  @Test(
    "a decimal keeps its digits, as text in plain notation",
    arguments: [
      ("1.50", "1.50"), (#""131.3""#, "131.3"), ("187", "187"), ("0.10", "0.10"), ("-0.5", "-0.5"),
      ("1e2", "100"), ("1.25e1", "12.5"), ("1E-3", "0.001"), (#"" 7.0 ""#, "7.0"), ("true", "1"),
      ("69726278940360707123456789.123456789", "69726278940360707123456789.123456789"),
    ]
  )
  func decimal(value: String, output: String) throws {
    #expect(try converted(value, #""type": "decimal""#) == #""\#(output)""#)
  }

  @Test("null and blank text are null, also for a decimal", arguments: ["null", #""""#, #"" ""#])
  func nullDecimal(value: String) throws {
    #expect(try converted(value, #""type": "decimal""#) == "null")
  }

  @Test(
    "RK1002: text that is not a number is not a decimal",
    arguments: [#""abc""#, #""NaN""#, #""1.2.3""#, #""1,5""#, "[1]", "{}", #""Infinity""#]
  )
  func noDecimal(value: String) throws {
    #expect(try converted(value, #""type": "decimal""#) == "RK1002 /v")
  }

  @Test(
    "a date without a format is ISO 8601, seconds, or of the old forms of the web",
    arguments: [
      (#""2011-07-07T04:35:28Z""#, "2011-07-07T04:35:28Z"),
      (#""2009-05-11T10:39:22-04:00""#, "2009-05-11T14:39:22Z"),
      (#""2009-05-11 14:39:22""#, "2009-05-11T14:39:22Z"),
      (#""2012-02-29""#, "2012-02-29T00:00:00Z"),
      (#""20090519""#, "2009-05-19T00:00:00Z"),
      (#""2009-123""#, "2009-05-03T00:00:00Z"),
      (#""2009-W12-3""#, "2009-03-18T00:00:00Z"),
      (#""2013-09-11T09:24:56.120-04:00""#, "2013-09-11T13:24:56.120Z"),
      ("0", "1970-01-01T00:00:00Z"), ("-1", "1969-12-31T23:59:59Z"),
      ("1400000000.5", "2014-05-13T16:53:20.5Z"), (#""457574400""#, "1984-07-02T00:00:00Z"),
      (#""Sun, 06 Nov 1994 08:49:37 GMT""#, "1994-11-06T08:49:37Z"),
      (#""Sunday, 06-Nov-94 08:49:37 GMT""#, "1994-11-06T08:49:37Z"),
      (#""Sun Nov  6 08:49:37 1994""#, "1994-11-06T08:49:37Z"),
    ]
  )
  func date(value: String, output: String) throws {
    #expect(try converted(value, #""type": "date""#) == #""\#(output)""#)
  }

  @Test(
    "RK1002: an invalid day, time, or form",
    arguments: [
      #""tomorrow""#, #""2011-02-29""#, #""2011-02-31""#, #""2012-13-01""#, #""2009-366""#,
      #""2009-W54-1""#, #""2011-07-07T10:60:00Z""#, #""2011-07-07T10:00:00+25:00""#,
      #""2012 was good""#, #""13/45/2012""#, #""T10:00""#, "true", "[1]", "{}", #""1234""#,
      #""Mon, 06 Nov 1994 08:49:37 GMT""#,
    ]
  )
  func noDate(value: String) throws {
    #expect(try converted(value, #""type": "date""#) == "RK1002 /v")
  }

  @Test(
    "an attribute's format is a pattern, or a list of them",
    arguments: [
      (#""d/M/yyyy""#, "7/4/2011", "2011-04-07T00:00:00Z"),
      (#""d/M/yyyy""#, "29/02/2012", "2012-02-29T00:00:00Z"),
      (#""dd.MM.yyyy HH:mm""#, "7.4.2011 08:30", "2011-04-07T08:30:00Z"),
      (#""d/M/yy""#, "1/1/69", "1969-01-01T00:00:00Z"),
      (#""d/M/yy""#, "1/1/68", "2068-01-01T00:00:00Z"),
      (#""EEE, d MMM yyyy 'at' h:mm a""#, "Mon, 4 Jul 2011 at 7:05 PM", "2011-07-04T19:05:00Z"),
      (#""h:mm a d/M/yyyy""#, "12:00 AM 5/7/2011", "2011-07-05T00:00:00Z"),
      (
        #""yyyy-MM-dd HH:mm:ss.SSS XXX""#, "2011-07-04 14:00:00.250 +02:00",
        "2011-07-04T12:00:00.250Z"
      ),
      (#""yyyyMMddHHmmss""#, "20110407083000", "2011-04-07T08:30:00Z"),
      (#"["d/M/yyyy", "iso8601"]"#, "2012-01-03", "2012-01-03T00:00:00Z"),
      (#"["d/M/yyyy", "iso8601"]"#, "3/1/2012", "2012-01-03T00:00:00Z"),
      (#""rfc1123""#, "Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"),
      (#""epochMillis""#, "1400000000123", "2014-05-13T16:53:20.123Z"),
      (#""epoch""#, "1400000000", "2014-05-13T16:53:20Z"),
    ]
  )
  func format(format: String, text: String, output: String) throws {
    #expect(
      try converted(#""\#(text)""#, #""type": "date", "format": \#(format)"#) == #""\#(output)""#
    )
  }

  @Test(
    "RK1002: an attribute's format is the only one, and all of the text must match it",
    arguments: [
      "31/2/2011", "2011-04-07", "7/4/2011x", "x7/4/2011", "7/13/2011", "7/4", "7/4/2011 1",
    ]
  )
  func strictFormat(text: String) throws {
    let members = #""type": "date", "format": "d/M/yyyy""#
    #expect(try converted(#""\#(text)""#, members) == "RK1002 /v")
  }

  @Test("numbers are milliseconds if the format says so")
  func milliseconds() throws {
    let members = #""type": "date", "format": "epochMillis""#
    #expect(try converted("1400000000123", members) == #""2014-05-13T16:53:20.123Z""#)
  }

  @Test("the spec's formats are for attributes without their own")
  func specFormats() throws {
    let settings = #""dateFormats": ["d/M/yyyy"],"#
    let own = #""type": "date", "format": "M/d/yyyy""#
    #expect(
      try converted(#""3/1/2012""#, #""type": "date""#, settings: settings)
        == #""2012-01-03T00:00:00Z""#
    )
    #expect(try converted(#""3/1/2012""#, own, settings: settings) == #""2012-03-01T00:00:00Z""#)
    #expect(try converted(#""2012-01-03""#, #""type": "date""#, settings: settings) == "RK1002 /v")
  }

  @Test("a zone applies to text that names none, the attribute's before the spec's")
  func zones() throws {
    let settings = #""timeZone": "+02:00","#
    let text = #""2011-07-04T08:00:00""#
    #expect(try converted(text, #""type": "date""#) == #""2011-07-04T08:00:00Z""#)
    #expect(
      try converted(text, #""type": "date""#, settings: settings) == #""2011-07-04T06:00:00Z""#
    )
    #expect(
      try converted(text, #""type": "date", "timeZone": "-01:00""#, settings: settings)
        == #""2011-07-04T09:00:00Z""#
    )
    #expect(
      try converted(#""2011-07-04T08:00:00Z""#, #""type": "date""#, settings: settings)
        == #""2011-07-04T08:00:00Z""#
    )
  }

  @Test(
    "dates are written as dateOutput says",
    arguments: [
      ("iso8601", #""2014-05-13T16:53:20.120Z""#), ("epoch", "1400000000.120"),
      ("epochMillis", "1400000000120"), ("MM-dd-yyyy", #""05-13-2014""#),
      ("EEEE, d MMMM yyyy", #""Tuesday, 13 May 2014""#),
    ]
  )
  func dateOutput(format: String, output: String) throws {
    let settings = #""dateOutput": "\#(format)","#
    let written = try converted(
      #""2014-05-13T16:53:20.120Z""#,
      #""type": "date""#,
      settings: settings
    )
    #expect(written == output)
  }

  @Test("RK1002: a lone surrogate in a mapped text is a failed conversion")
  func loneSurrogate() throws {
    let trial = try MappingTrial(spec(attributes: #"["a", "b"]"#), #"{"a":"\ud800","b":1}"#)
    #expect(trial.output == #"{"b":1}"#)
    #expect(trial.findings == ["RK1002 /a"])
  }

  @Test("an unmapped lone surrogate does not matter")
  func unmappedSurrogate() throws {
    #expect(try map(#"{"a":"\ud800","b":1}"#, by: spec(attributes: #"["b"]"#)) == #"{"b":1}"#)
  }

  @Test(
    "RK1002: eight digits that are not a day of the calendar are not a date",
    arguments: ["12345678", "99999999", "00000000", "20131301"]
  )
  func eightDigits(text: String) throws {
    let spec = spec(attributes: #"["k", {"from": "d", "to": "d", "type": "date"}]"#)
    let trial = try MappingTrial(spec, #"{"k":0,"d":"\#(text)"}"#)
    #expect(trial.output == #"{"k":0}"#)
    #expect(trial.findings == ["RK1002 /d"])
  }

  @Test(
    "RK1002: a computed value that fails is placed at the value it was made from",
    arguments: [
      ("kids.age", "RK1002 /1/kids/0/age"), ("@key", "RK1002 /1"),
    ]
  )
  func derivedValues(source: String, finding: String) throws {
    let attributes = #"["k", {"from": "\#(source)", "to": "x", "type": "integer"}]"#
    let spec = #"{"keyPath": "all", "mappers": [{"id": "a", "attributes": \#(attributes)}]}"#
    let input = #"{"all":[null,{"k":2,"kids":[{"age":7},{"age":8}]}]}"#
    let findings = try MappingTrial(spec, input).findings
    #expect(findings.last == finding.replacing("RK1002 ", with: "RK1002 /all"))
  }
}
