import RKDiagnostics
import RKEngine
import RKMapping
@testable import RKSQLite
import TestSupport
import Testing

struct SQLScriptTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func script(of database: Database) throws -> String {
    var script = try SQLScript(database, output: OutputFile(path: folder.path(of: "x.sql")))
    try script.write()
    return try #require(folder.read("x.sql"))
  }

  /// Everything in a database, with the kinds of values.
  private func contents(_ database: Database) throws -> [String] {
    var contents: [String] = []
    let parts = try Statement(
      database,
      "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
    )
    while try parts.step() {
      contents.append((0..<3).map { parts.text($0) ?? "" }.joined(separator: " "))
      guard parts.text(0) == "table", let name = parts.text(1) else { continue }
      let rows = try Statement(database, "SELECT * FROM \(SQLText.quoted(name)) NOT INDEXED")
      while try rows.step() {
        contents.append((0..<rows.columnCount).map { value(rows, $0) }.joined(separator: "|"))
      }
    }
    return contents
  }

  private func value(_ row: Statement, _ column: Int) -> String {
    switch row.kind(column) {
    case .null: "null"
    case .integer: "integer \(row.integer(column))"
    case .real: "real \(row.real(column).bitPattern)"
    case .text: "text \(row.bytes(column))"
    case .blob: "blob \(row.bytes(column))"
    }
  }

  private func expectSame(_ database: Database) throws {
    let copy = try Database(path: "")
    try copy.run(try script(of: database))
    let (found, expected) = (try contents(copy), try contents(database))
    #expect(found.count == expected.count)
    let different = zip(found, expected).first { $0 != $1 }
    #expect(different == nil, "\(different?.0 ?? "") is not \(different?.1 ?? "")")
  }

  @Test("A script is tables, rows and indexes in one transaction, without foreign keys")
  func form() throws {
    let database = try Database(path: "")
    try database.run(
      """
      CREATE TABLE "a b" (id INTEGER PRIMARY KEY, "select" TEXT);
      CREATE INDEX i ON "a b" ("select");
      CREATE TABLE e (x);
      INSERT INTO "a b" VALUES (1, 'it''s'), (2, NULL), (-3, 'a' || char(0)),
        (3, 'a' || char(13, 10) || '''' || char(13)), (4, '\\r' || char(13, 10))
      """
    )
    let text = """
      PRAGMA foreign_keys = OFF;
      BEGIN;
      CREATE TABLE "a b" (id INTEGER PRIMARY KEY, "select" TEXT);
      CREATE TABLE e (x);
      INSERT INTO "a b" VALUES
      (-3, CAST(X'6100' AS TEXT)),
      (1, 'it''s'),
      (2, NULL),
      (3, replace('a\\r
      ''\\r', '\\r', char(13))),
      (4, CAST(X'5C720D0A' AS TEXT));
      CREATE INDEX i ON "a b" ("select");
      COMMIT;

      """
    #expect(try script(of: database) == text)
  }

  @Test(
    "A real number is the same to the last bit",
    arguments: [
      0.1, -0.0, 1e22, 1e23, .leastNonzeroMagnitude, .leastNormalMagnitude,
      .greatestFiniteMagnitude, 9007199254740994, 123456.789e3, 1 / 3, -.leastNonzeroMagnitude * 99,
      .infinity, -.infinity, 9223372036854775808, 6.02214076e23,
    ]
  )
  func reals(number: Double) throws {
    let database = try Database(path: "")
    try database.run("CREATE TABLE t (a)")
    var bytes = UniqueArray<UInt8>()
    bytes.append(0)
    let insert = try Statement(database, "INSERT INTO t VALUES (?)")
    try insert.bind(1, StoredValue(real: number), bytes)
    try insert.run()
    try expectSame(database)
  }

  @Test("Tables of all kinds with values of all kinds are the same", arguments: 0..<20)
  func randomData(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let database = try Database(path: "")
    try database.run(
      """
      CREATE TABLE entity (id INTEGER PRIMARY KEY, name TEXT, v, n INTEGER);
      CREATE TABLE joined (a INTEGER, b TEXT, position INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;
      CREATE TABLE checked (id INTEGER PRIMARY KEY, v ANY, t TEXT) STRICT;
      CREATE TABLE plain (v);
      CREATE TABLE "_rkmap_runs" (run INTEGER PRIMARY KEY, run_id TEXT UNIQUE);
      CREATE INDEX entity_name ON entity (name);
      CREATE INDEX entity_v ON entity (v, id);
      """
    )
    let forms = [
      ("entity VALUES (?1, ?2, ?3, ?4)", 4), ("joined VALUES (?1, ?2, ?4)", 4),
      ("checked VALUES (?1, ?3, ?2)", 3), ("plain VALUES (?3)", 3),
      ("_rkmap_runs VALUES (?1, ?2)", 2),
    ]
    for (form, count) in forms {
      let insert = try Statement(database, "INSERT OR IGNORE INTO \(form)")
      for _ in 0..<Int.random(in: 0..<400, using: &generator) {
        var bytes = UniqueArray<UInt8>()
        bytes.append(0)
        let number = Int64.random(in: .min ... .max, using: &generator)
        let text = text(&generator, &bytes)
        let value = value(&generator, &bytes)
        try insert.bind(1, number >> Int64.random(in: 0..<64, using: &generator))
        try insert.bind(2, text, bytes)
        if count > 2 { try insert.bind(3, value, bytes) }
        if count > 3 { try insert.bind(4, Bool.random(using: &generator) ? .min : number) }
        try insert.run()
      }
    }
    try expectSame(database)
  }

  private func text(
    _ generator: inout SeededGenerator,
    _ bytes: inout UniqueArray<UInt8>
  ) -> StoredValue {
    let start = bytes.count
    let pieces = [
      "'", "\"", "\n", ";\n", "\u{0}", "a", "12", "\u{E9}", "\u{1F600}", "--", "\\", "\r",
    ]
    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
      if let piece = pieces.randomElement(using: &generator) {
        bytes.append(contentsOf: Array(piece.utf8))
      }
    }
    return StoredValue(textAt: start..<bytes.count)
  }

  private func value(
    _ generator: inout SeededGenerator,
    _ bytes: inout UniqueArray<UInt8>
  ) -> StoredValue {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return .null
    case 1: return StoredValue(integer: .random(in: .min ... .max, using: &generator))
    case 2:
      let number = Double(bitPattern: .random(in: 0 ... .max, using: &generator))
      return StoredValue(real: number.isNaN ? 1 : number)
    default: return text(&generator, &bytes)
    }
  }
}
