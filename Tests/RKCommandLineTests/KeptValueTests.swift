import RKSQLite
import Testing

@Suite("RK5004, RK1040: a column never stores another value than was mapped")
struct KeptValueTests {
  private static func spec(_ attribute: String, id: String = #""type": "integer""#) -> String {
    #"""
    {"root-map-ref": "p", "mappers": [{"id": "p", "target": "P", "identification": "id",
      "attributes": [{"to": "id", \#(id)}, \#(attribute)]}]}
    """#
  }

  /// A database with a table that somebody else has created.
  private func place(_ spec: String, _ input: String, _ statements: String) throws -> Workplace {
    let place = try Workplace(spec: spec, input: input)
    try Database(path: place.path("x.db")).run(statements)
    return place
  }

  private func text(_ place: Workplace, _ sql: String) throws -> String? {
    try Database(path: place.path("x.db"), mayCreate: false).text(sql)
  }

  private func apply(_ place: Workplace, _ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
  }

  @Test(
    "A column that would change every value is refused before anything is read",
    arguments: [
      ("NUMERIC", "string"), ("STRING", "url"), ("REAL", "decimal"), ("INT", "data"),
      ("VARCHAR(9)", "integer"), ("CLOB", "number"), ("TEXT", "boolean"),
    ]
  )
  func refused(declared: String, type: String) throws {
    let place = try place(
      Self.spec(#"{"to": "v", "type": "\#(type)"}"#),
      "no JSON at all",
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v \(declared))"
    )
    let trial = try apply(place)
    #expect(trial.status == 5)
    #expect(
      trial.firstError
        == "error[RK5004]: the table 'P' would store other values: its column 'v' is \(declared) "
        + "and the spec has \(type)"
    )
  }

  @Test(
    "A column that keeps the values is accepted",
    arguments: [
      ("NUMERIC", "uuid"), ("DATETIME", "date"), ("INTEGER", "[string]"), ("REAL", "integer"),
      ("", "string"), ("BLOB", "number"), ("TEXT", "decimal"), ("BOOLEAN", "boolean"),
    ]
  )
  func fits(declared: String, type: String) throws {
    let place = try place(
      Self.spec(#"{"to": "v", "type": "\#(type)"}"#),
      #"{"id": 1}"#,
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v \(declared))"
    )
    #expect(try apply(place).status == 0)
  }

  @Test(
    "The SQL in the help corrects the table, with everything that belongs to it, and loses nothing",
    arguments: [
      """
      CREATE TABLE P (id INTEGER PRIMARY KEY AUTOINCREMENT, -- the key, as ever
        "v" NUMERIC(9, 2) NOT NULL /* a code */ CHECK (v <> 'x,y'), w TEXT DEFAULT 'a)',
        UNIQUE (v)); CREATE INDEX byW ON P (w, v);
      """,
      "CREATE TABLE P (id INTEGER PRIMARY KEY, [v] INT, w, x AS (v || w)); CREATE VIEW s AS SELECT * FROM P;",
      """
      CREATE TABLE P (id INTEGER PRIMARY KEY, v NUMERIC, w); CREATE TABLE L (w);
      CREATE TRIGGER t AFTER INSERT ON P BEGIN INSERT INTO L VALUES (new.v); END;
      """,
    ]
  )
  func rebuilding(statements: String) throws {
    let place = try place(
      Self.spec(#"{"to": "v", "type": "string"}"#),
      #"{"id": 2, "v": "007"}"#,
      statements + "INSERT INTO P (id, v, w) VALUES (1, 7, 'b')"
    )
    let trial = try apply(place)
    #expect(trial.status == 5)
    let start = "   = help: this gives the table types that keep the values: "
    let lines = trial.error.split(separator: "\n")
    let sql = try #require(lines.first { $0.hasPrefix(start) }?.dropFirst(start.count))
    let before = try text(place, "SELECT count(*) FROM sqlite_schema")
    try Database(path: place.path("x.db"), mayCreate: false).run(String(sql))
    #expect(try text(place, "SELECT count(*) FROM sqlite_schema") == before)
    #expect(try apply(place).status == 0)
    #expect(
      try text(
        place,
        "SELECT group_concat(id || typeof(v) || v, ' ') FROM (SELECT * FROM P ORDER BY id)"
      ) == "1text7 2text007"
    )
    #expect(try text(place, "SELECT w FROM P WHERE id = 1") == "b")
  }

  @Test("Keys are compared like other values: 7 and 007 are different")
  func keys() throws {
    let place = try place(
      Self.spec(#""n""#, id: #""type": "string""#),
      #"[{"id": "7", "n": 1}, {"id": "007", "n": 2}]"#,
      "CREATE TABLE P (id NUMERIC PRIMARY KEY, n)"
    )
    let trial = try apply(place)
    #expect(trial.status == 5)
    #expect(trial.error.contains(#""type": "number" suits 'id'"#))
    #expect(try text(place, "SELECT count(*) FROM P") == "0")
  }

  @Test(
    "RK1040: a single value that a column would change fails its record, at the value",
    arguments: [
      ("TEXT", "7", "is number 7, and its column would make a text of it"),
      ("TEXT", "true", "is true, and its column would make a text of it"),
      ("NUMERIC", #""007""#, #"is string "007", and its column would make a number of it"#),
      ("REAL", #"" +.5e3 ""#, "and its column would make a number of it"),
      ("REAL", "9007199254740993", "and its column would round it"),
    ]
  )
  func changed(declared: String, value: String, words: String) throws {
    let place = try place(
      Self.spec(#""v""#),
      #"[{"id": 1, "v": "a"}, {"id": 2, "v": \#(value)}]"#,
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v \(declared))"
    )
    let trial = try apply(place, "--on-error", "skip")
    #expect(trial.status == 1)
    #expect(trial.firstError.hasPrefix("error[RK1040]: P.v "))
    #expect(trial.firstError.hasSuffix(words))
    #expect(trial.error.contains("--> in.json:1:38   /1/v"))
    #expect(!trial.error.contains("--on-error"))
    #expect(try text(place, "SELECT group_concat(id || v) FROM P") == "1a")
  }

  @Test(
    "A value that a column keeps is stored",
    arguments: [
      ("NUMERIC", #""7a""#, "text7a"), ("NUMERIC", #""0x10""#, "text0x10"),
      ("INTEGER", #""1e""#, "text1e"), ("REAL", #""-""#, "text-"), ("INTEGER", "7.0", "integer7"),
      ("REAL", "7", "real7.0"), ("NUMERIC", "null", "null"), ("", #""007""#, "text007"),
      ("TEXT", #"{"a": 1}"#, #"text{"a":1}"#),
    ]
  )
  func kept(declared: String, value: String, stored: String) throws {
    let place = try place(
      Self.spec(#""v""#),
      #"{"id": 1, "v": \#(value)}"#,
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v \(declared))"
    )
    #expect(try apply(place).status == 0)
    #expect(try text(place, "SELECT typeof(v) || ifnull(v, '') FROM P") == stored)
  }

  @Test(
    "RK5004: texts that a column of a STRICT table never takes are refused before anything is read",
    arguments: [
      ("INTEGER", "uuid"), ("INT", "date"), ("REAL", "[string]"), ("INTEGER", "object"),
    ]
  )
  func strict(declared: String, type: String) throws {
    let place = try place(
      Self.spec(#"{"to": "v", "type": "\#(type)"}"#),
      "no JSON at all",
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v \(declared)) STRICT"
    )
    let trial = try apply(place)
    #expect(trial.status == 5)
    #expect(trial.firstError.hasPrefix("error[RK5004]: the table 'P' would store other values"))
  }

  @Test(
    "A BLOB of a STRICT table takes nothing that is mapped",
    arguments: ["uuid", "integer", "any"]
  )
  func strictBlob(type: String) throws {
    let place = try place(
      Self.spec(#"{"to": "v", "type": "\#(type)"}"#),
      "no JSON at all",
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v BLOB) STRICT"
    )
    let trial = try apply(place)
    #expect(trial.status == 5)
    #expect(
      trial.firstError
        == "error[RK5004]: the table 'P' would refuse the values: its column 'v' is BLOB and the spec has \(type)"
    )
    #expect(!trial.error.contains("change the spec"))
  }

  @Test(
    "RK1040: a value that a column of a STRICT table does not take fails its record, at the value",
    arguments: [
      ("INTEGER", #""a""#, "takes integers alone"), ("INTEGER", "1.5", "takes integers alone"),
      ("INTEGER", "[1]", "takes integers alone"), ("REAL", #""a""#, "takes numbers alone"),
      ("INTEGER", #""7""#, "would make a number of it"), ("TEXT", "7", "would make a text of it"),
    ]
  )
  func strictValue(declared: String, value: String, words: String) throws {
    let place = try place(
      Self.spec(#""v""#),
      #"[{"id": 1, "v": \#(value)}]"#,
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v \(declared)) STRICT"
    )
    let trial = try apply(place)
    #expect(trial.status == 1)
    #expect(trial.firstError.hasPrefix("error[RK1040]: P.v "))
    #expect(trial.firstError.hasSuffix(words))
  }

  @Test("Keys in the columns of other rows, and in tables that join them, are looked at, too")
  func furtherValues() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "P", "identification": "id", "attributes": [{"to": "id", "type": "integer"}],
         "relationships": [{"from": "c", "to": "c", "map-ref": "c", "many": false},
           {"from": "d", "to": "d", "map-ref": "c", "many": true}]},
        {"id": "c", "target": "C", "identification": "k", "attributes": ["k"]}]}
      """#
    for (statements, input) in [
      ("CREATE TABLE P (id INTEGER PRIMARY KEY, c_k NUMERIC)", #"[{"id": 1, "c": {"k": "07"}}]"#),
      (
        "CREATE TABLE P_d (P_id INTEGER, d_k NUMERIC, position, PRIMARY KEY (P_id, d_k))",
        #"[{"id": 1, "d": [{"k": "a"}, {"k": "07"}]}]"#
      ),
    ] {
      let place = try place(spec, input, statements)
      let trial = try apply(place)
      #expect(trial.status == 1)
      #expect(trial.firstError.hasPrefix("error[RK1040]: a key beside P is string \"07\""))
      try place.write(input.replacing("07", with: "0x"), to: "in.json")
      #expect(try apply(place).status == 0)
    }
  }

  @Test(
    "RK5004: keys of the other kind, in a column that nobody has declared, are refused",
    arguments: [
      ("'5'", "integer", "texts"), ("'5'", "number", "texts"), ("5", "string", "numbers"),
    ]
  )
  func otherKeys(key: String, type: String, found: String) throws {
    let value = type == "string" ? #""5""# : "5"
    let place = try place(
      Self.spec(#""v""#, id: #""type": "\#(type)""#),
      #"{"id": \#(value), "v": 2}"#,
      "CREATE TABLE P (id PRIMARY KEY, v); INSERT INTO P VALUES (\(key), 1), (NULL, 3)"
    )
    let trial = try apply(place)
    #expect(trial.status == 5)
    #expect(
      trial.firstError.hasPrefix(
        "error[RK5004]: the table 'P' would store other values: its column 'id' holds \(found) and the spec has \(type)"
      )
    )
    // Its help works as it is.
    let help = try #require(trial.error.firstMatch(of: /keep the values: (.*)\n/)).1
    try Database(path: place.path("x.db"), mayCreate: false).run(String(help))
    #expect(try apply(place).status == 0)
    #expect(
      try text(
        place,
        "SELECT group_concat(v, ' ') FROM P WHERE id = \(value.replacing("\"", with: "'"))"
      ) == "2"
    )
  }

  @Test("RK1040: no column keeps a number of too many digits")
  func longNumber() throws {
    let place = try place(
      Self.spec(#""v""#),
      #"{"id": 1, "v": 12345678901234567890123}"#,
      "CREATE TABLE P (id INTEGER PRIMARY KEY, v REAL)"
    )
    let trial = try apply(place)
    #expect(
      trial.firstError.hasPrefix(
        "error[RK1040]: P.v is number 12345678901234567890123, and its column would round it"
      )
    )
    #expect(trial.error.contains(#"a column of the type TEXT and "type": "string" keep it"#))
  }

  @Test("--lock-timeout says how long a locked database is waited for")
  func lockTimeout() throws {
    let place = try place(Self.spec(#""v""#), #"{"id": 1}"#, "CREATE TABLE Q (a)")
    let other = try Database(path: place.path("x.db"), mayCreate: false)
    try other.run("BEGIN IMMEDIATE")
    let start = ContinuousClock.now
    let trial = try apply(place, "--lock-timeout", "0")
    #expect(trial.status == 5)
    #expect(trial.firstError.hasPrefix("error[RK5002]"))
    #expect(trial.error.contains("--lock-timeout SECONDS"))
    #expect(ContinuousClock.now - start < .seconds(4))
    #expect(try apply(place, "--lock-timeout", "-1").status == 2)
  }
}
