import TestSupport
import Testing

@testable import RKEngine
@testable import RKFormats

@Suite("XMLReader", .enabled(if: Machine.has("expat"), "this build lacks expat"))
struct XMLReaderTests {
  /// A plan that asks for single values, or for a list of representations, at a key path.
  static func plan(_ keys: [String], isList: Bool = true) -> MappingPlan {
    var plan = MappingPlan()
    plan.nodes = [PlanNode(site: PlanSite(0))]
    let steps = keys.map { key in
      let start = plan.text.count
      plan.text += Array(key.utf8)
      return PathStep.key(ByteRange(start..<plan.text.count))
    }
    var descriptor = DescriptorPlan(
      path: plan.steps.add(steps),
      node: PlanID(0),
      section: 0,
      keyPath: ByteRange(0..<0),
      lastKey: ByteRange(0..<0)
    )
    descriptor.cardinality = isList ? .many : .one
    plan.descriptors = [descriptor]
    return plan
  }

  static func reader(
    _ bytes: [UInt8],
    _ plan: MappingPlan = MappingPlan(),
    _ elements: XMLForm = .compact,
    charset: String? = nil,
    maximumDepth: Int = 100,
    chunkSize: Int = .max
  ) throws -> XMLReader {
    var form = XMLReader.Form(charset: charset, maximumDepth: maximumDepth)
    form.elements = elements
    return try XMLReader(
      InputSource(bytes: bytes, chunkSize: chunkSize),
      name: "x.xml",
      byteOffset: 0,
      shape: XMLShape(plan),
      form: form
    )
  }

  static func text(_ reader: XMLReader, room: Int = 1000) throws -> String {
    var buffer = InputBuffer(capacity: 100)
    while try reader.read(into: &buffer, upTo: room) > 0 {}
    return String(decoding: (0..<buffer.count).map { buffer.padded[$0] }, as: UTF8.self)
  }

  @Test(
    "Elements are texts, or objects of attributes, children and text",
    arguments: [
      ("<a/>", #"{"a":""}"#),
      ("<a>x</a>", #"{"a":"x"}"#),
      ("<a>\n x&lt;<!-- c --> <![CDATA[<y> ]]>&#33; </a>", #"{"a":"x< <y> !"}"#),
      ("<a b=' 1 '/>", #"{"a":{"b":" 1 "}}"#),
      ("<a b='1'>t</a>", #"{"a":{"b":"1","text":"t"}}"#),
      ("<a>t<b/> u</a>", #"{"a":{"b":"","text":"t u"}}"#),
      ("<a><b>1</b><c/><b>2</b></a>", #"{"a":{"b":["1","2"],"c":""}}"#),
      ("<a><b><c/><c/></b><b/></a>", #"{"a":{"b":[{"c":["",""]},""]}}"#),
      ("<a b='1'><b x='2'/></a>", #"{"a":{"b":["1",{"x":"2"}]}}"#),
      ("<a text='1'>2</a>", #"{"a":{"text":["1","2"]}}"#),
      ("<a><text>1</text>2</a>", #"{"a":{"text":["1","2"]}}"#),
      ("<p:a xmlns='u' xmlns:p='v' p:b='1' xmlnsx='2'/>", #"{"p:a":{"p:b":"1","xmlnsx":"2"}}"#),
      ("<a>\"\\\t\u{1}</a>".replacing("\u{1}", with: "\n\r\nz"), #"{"a":"\"\\\t\n\nz"}"#),
      ("<?xml version='1.0'?><?p i?><!DOCTYPE a [<!ATTLIST a b CDATA 'x'>]><a/>", #"{"a":""}"#),
      ("<\u{E9}>\u{1F600}</\u{E9}>", "{\"\u{E9}\":\"\u{1F600}\"}"),
    ]
  )
  func compact(xml: String, json: String) throws {
    for chunkSize in [1, 3, Int.max] {
      let reader = try Self.reader(Array(xml.utf8), chunkSize: chunkSize)
      #expect(try Self.text(reader, room: 7) == json)
      #expect(reader.failure == nil)
      #expect(reader.isAtEnd)
    }
  }

  @Test(
    "In the verbose form every element is an object",
    arguments: [
      ("<a/>", #"{"a":{}}"#), ("<a> x </a>", #"{"a":{"text":"x"}}"#),
      ("<a b='1'><c>2</c><c/></a>", #"{"a":{"b":"1","c":[{"text":"2"},{}]}}"#),
    ]
  )
  func verbose(xml: String, json: String) throws {
    #expect(try Self.text(Self.reader(Array(xml.utf8), MappingPlan(), .verbose)) == json)
  }

  @Test(
    "In the hoisted form attributes stand beside their elements",
    arguments: [
      ("<a b='1'/>", #"{"a":"","b":"1"}"#),
      ("<h><f type='float'>2.4</f><s>s</s></h>", #"{"h":{"f":"2.4","s":"s","type":"float"}}"#),
      (
        "<r><i>u</i><i w='6' h='3'>v</i><i w='7'/></r>",
        #"{"r":{"i":["u","v",""],"w":["6","7"],"h":"3"}}"#
      ),
      ("<r x='0'><i w='6'><j v='5'/></i></r>", #"{"r":{"i":{"j":"","v":"5"},"w":"6"},"x":"0"}"#),
    ]
  )
  func hoisted(xml: String, json: String) throws {
    #expect(try Self.text(Self.reader(Array(xml.utf8), MappingPlan(), .hoisted)) == json)
  }

  @Test(
    "Representations at a key path are a list, and what nobody asks for is left out",
    arguments: [
      ("<r><e>1</e></r>", #"{"r":{"e":["1"]}}"#),
      ("<r/>", #"{"r":{"e":[]}}"#),
      (
        "<r a='0'><x/><e>1</e><y><e/></y>t<e>2</e><x/></r>",
        #"{"r":{"e":["1","2"],"a":null,"x":null,"y":null}}"#
      ),
      ("<r e='0'><e/></r>", #"{"r":{"e":["0",""]}}"#),
      ("<q><e/></q>", #"{"q":null}"#),
    ]
  )
  func list(xml: String, json: String) throws {
    for chunkSize in [1, Int.max] {
      let bytes = Array(xml.utf8)
      let reader = try Self.reader(bytes, Self.plan(["r", "e"]), chunkSize: chunkSize)
      #expect(try Self.text(reader) == json)
    }
  }

  @Test("A single representation is held until nothing can follow that has its name")
  func single() throws {
    let plan = Self.plan(["r", "e"], isList: false)
    #expect(try Self.text(Self.reader(Array("<r><e>1</e></r>".utf8), plan)) == #"{"r":{"e":"1"}}"#)
    let reader = try Self.reader(Array("<r><e>1</e><x/><e>2</e></r>".utf8), plan)
    let text = try Self.text(reader)
    #expect(text == #"{"r":{"e":["1","2"],"x":null}}"#)
    #expect(reader.isRepeated(text.utf8.count - #"["1","2"],"x":null}}"#.utf8.count))
    #expect(!reader.isRepeated(0))
  }

  @Test("An element on the way to representations is single")
  func way() throws {
    let reader = try Self.reader(
      Array("<r><s><e/></s>\n<s/></r>".utf8),
      Self.plan(["r", "s", "e"])
    )
    #expect(try Self.text(reader) == #"{"r":{"s":{"e":[""]}"#)
    #expect(reader.repetition?.line == 2)
    #expect(reader.isBroken)
  }

  @Test("Representations are given before all of the input is read")
  func streaming() throws {
    let record = "<e><a>\(String(repeating: "x", count: 1000))</a></e>"
    let xml = "<r>" + String(repeating: record, count: 3000) + "</r>"
    let reader = try Self.reader(Array(xml.utf8), Self.plan(["r", "e"]))
    var buffer = InputBuffer(capacity: 100)
    var mostAhead = 0
    while try reader.read(into: &buffer, upTo: 100) > 0 {
      reader.release(before: reader.madeCount)
      mostAhead = max(mostAhead, (reader.readOffset ?? 0) - reader.madeCount)
    }
    #expect(reader.madeCount > 3_000_000)
    #expect(mostAhead < 200_000)
  }

  // MARK: - What is no XML

  @Test(
    "What is not well-formed is told where expat finds it",
    arguments: [
      ("<a><b></a>", 9, "mismatched tag"), ("<a>", 4, "no element found"),
      ("<!---->", 8, "no element found"),
      ("<a/><b/>", 5, "junk after document element"),
      ("<a>&#0;</a>", 4, "reference to invalid character number"),
      ("<a>\u{1}</a>", 4, "not well-formed (invalid token)"),
    ]
  )
  func syntax(xml: String, column: Int, reason: String) throws {
    let reader = try Self.reader(Array(xml.utf8))
    _ = try Self.text(reader)
    #expect(reader.failure?.fault == .syntax(reason))
    #expect(reader.failure?.place.column == column)
  }

  @Test("An input of nothing but white space is empty", arguments: ["", " \n\t\r\n"])
  func empty(xml: String) throws {
    let reader = try Self.reader(Array(xml.utf8))
    #expect(try Self.text(reader) == "")
    #expect(reader.isEmpty)
    #expect(reader.failure == nil)
  }

  @Test(
    "No entity is declared, and none is known but five",
    arguments: [
      ("<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", 14, nil),
      ("<!DOCTYPE a [<!ENTITY % x 'y'>]><a/>", 14, nil),
      ("<!DOCTYPE a [<!ENTITY x SYSTEM 'y'>]><a>&x;</a>", 14, nil),
      ("<!DOCTYPE a [<!ENTITY lt '&#38;#60;'>]><a/>", 14, nil),
      ("<!DOCTYPE a [%x; <!ENTITY y 'z'>]><a/>", 14, "x"),
      ("<a>x&nbsp;</a>", 5, "nbsp"), ("<a b='&amp;&c;'/>", 12, "c"),
      ("<!DOCTYPE a SYSTEM 'x'><a>&c;</a>", 27, "c"),
      ("<!DOCTYPE a SYSTEM 'x'><a b='&lt;' c='&#38;&d;'/>", 44, "d"),
    ] as [(String, Int, String?)]
  )
  func entities(xml: String, column: Int, name: String?) throws {
    for chunkSize in [1, Int.max] {
      let reader = try Self.reader(Array(xml.utf8), chunkSize: chunkSize)
      _ = try Self.text(reader)
      #expect(reader.failure?.fault == name.map { .reference($0) } ?? .declaration)
      #expect(reader.failure?.place.column == column)
    }
  }

  @Test("Elements may be so many levels deep as is said, also those that nobody asks for")
  func depth() throws {
    let deep = String(repeating: "<a>", count: 10) + String(repeating: "</a>", count: 10)
    for plan in [MappingPlan(), Self.plan(["r", "e"])] {
      let good = try Self.reader(Array(deep.utf8), plan, maximumDepth: 10)
      _ = try Self.text(good)
      #expect(good.failure == nil)
      let bad = try Self.reader(Array(deep.utf8), plan, maximumDepth: 9)
      _ = try Self.text(bad)
      #expect(bad.failure?.fault == .tooDeep)
      #expect(bad.failure?.place.column == 28)
    }
  }

  // MARK: - Encodings

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(
    "UTF-16 with a byte order mark, ISO-8859-1 and ASCII are read",
    arguments: [1, 2, 3, Int.max]
  )
  func encodings(chunkSize: Int) throws {
    let declared = "<?xml version='1.0' encoding='UTF-16'?><a>\u{E9}\u{20AC}\u{1F600}</a>"
    for isBigEndian in [true, false] {
      let bytes = Self.utf16(declared, isBigEndian: isBigEndian)
      let reader = try Self.reader(bytes, chunkSize: chunkSize)
      #expect(try Self.text(reader) == "{\"a\":\"\u{E9}\u{20AC}\u{1F600}\"}")
    }
    let latin =
      Array("<?xml version='1.0' encoding = \"iso-8859-1\" ?><a>".utf8) + [0xE9, 0x80]
      + Array("</a>".utf8)
    #expect(
      try Self.text(Self.reader(latin, chunkSize: chunkSize)) == "{\"a\":\"\u{E9}\u{80}\"}"
    )
    let ascii =
      Array("<?xml version='1.0' encoding='US-ASCII'?><a>".utf8) + [0xC3, 0xA9] + Array("</a>".utf8)
    let reader = try Self.reader(ascii, chunkSize: chunkSize)
    _ = try Self.text(reader)
    #expect(reader.failure?.place.column == 45)
  }

  @Test("Who gives the bytes knows their encoding best")
  func charset() throws {
    let declared =
      Array("<?xml version='1.0' encoding='utf-8'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
    #expect(try Self.text(Self.reader(declared, charset: "iso-8859-1")) == "{\"a\":\"\u{E9}\"}")
    let wrong = Array("<?xml version='1.0' encoding='koi8-r'?><a/>".utf8)
    #expect(try Self.text(Self.reader(wrong, charset: "utf-8")) == #"{"a":""}"#)
    let unknown = try Self.reader(wrong)
    #expect(unknown.failure?.fault == .encoding("koi8-r"))
    #expect(unknown.failure?.place.column == 31)
    #expect(try Self.reader(wrong, charset: "koi8-r").failure?.fault == .encoding("koi8-r"))
  }

  @Test(
    "UTF-32 is refused by its name",
    arguments: [[0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0], [0, 0, 0xFE, 0xFF]]
  )
  func fourBytes(bytes: [UInt8]) throws {
    #expect(try Self.reader(bytes).failure?.fault == .encoding("UTF-32"))
  }

  @Test("Half of a character of UTF-16 is not well-formed")
  func brokenUTF16() throws {
    for broken in [[0xD8, 0x3D, 0, 0x3C] as [UInt8], [0xD8, 0x3D], [0x00]] {
      let reader = try Self.reader(Self.utf16("<a>", isBigEndian: true) + broken)
      _ = try Self.text(reader)
      #expect(reader.failure?.place.line == 1)
    }
  }

  // MARK: - Places

  /// Where what stands for a part of the text is in the input.
  private static func place(_ part: String, in text: String, _ reader: XMLReader) -> InputPlace? {
    guard let range = text.firstRange(of: part) else { return nil }
    let offset = text[..<range.lowerBound].utf8.count
    return reader.locate(
      InputPlace(
        input: "",
        byteOffset: offset,
        line: 1,
        column: 1,
        pointer: "/p/1",
        excerpt: [0],
        excerptOffset: 0,
        markedCount: 1,
        value: []
      )
    )
  }

  @Test("A text has the place of its first byte, an attribute of its quote, an object of its tag")
  func places() throws {
    let xml = """
      <orders>
        <order no="\u{FC}7" when='x'/>
        <order no="2"><a/>
          <total>
            \u{E9}12 </total><empty> </empty>mixed</order>
      </orders>
      """
    for chunkSize in [1, Int.max] {
      let plan = Self.plan(["orders", "order"])
      let reader = try Self.reader(Array(xml.utf8), plan, chunkSize: chunkSize)
      let text = try Self.text(reader)
      let expected = [
        ("\"\u{FC}7", 2, 13, 5), ("\"x\"", 2, 24, 3), (#"{"no":"2""#, 3, 3, 14),
        ("\"\u{E9}12", 5, 7, 5),
        (#""","text""#, 5, 20, 7), ("\"mixed", 5, 36, 5), (#""","total"#, 3, 17, 4),
      ]
      for (part, line, column, count) in expected {
        let place = try #require(Self.place(part, in: text, reader), "\(part)")
        #expect(place.line == line, "\(part)")
        #expect(place.column == column, "\(part)")
        #expect(place.markedCount == count, "\(part)")
      }
    }
  }

  @Test("The second of what is to be single is no element of a list")
  func repetition() throws {
    let xml = "<r><e>1</e><x/>\n<e>2</e></r>"
    let reader = try Self.reader(Array(xml.utf8), Self.plan(["r", "e"], isList: false))
    let text = try Self.text(reader)
    let place = try #require(Self.place(#""2""#, in: text, reader))
    #expect(place.line == 2)
    #expect(place.column == 4)
    #expect(place.pointer == "/p")
    #expect(place.isRepetition)
    let first = try #require(Self.place(#""1""#, in: text, reader))
    #expect(!first.isRepetition)
  }
}
