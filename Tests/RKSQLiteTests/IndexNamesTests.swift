@testable import RKMapping
@testable import RKSQLite
import Testing

@Suite("Indexes")
struct IndexNamesTests {
  /// The statements of the indexes of a table with columns a to d, whose key is a, b.
  private static func indexes(
    references: [[Int]] = [],
    declared: [[Int]] = [],
    unique: [[Int]] = []
  ) -> [String] {
    var schema = TableSchema.table("T", "a", "b", "c", "d")
    schema.tables += TableSchema.table("One", "x").tables
    schema.tables += TableSchema.table("Two", "x", "y").tables
    schema.tables[2].primaryKey = [0, 1]
    schema.tables[0].primaryKey = [0, 1]
    schema.tables[0].foreignKeys = references.map {
      TableSchema.ForeignKey(columns: $0, table: $0.count)
    }
    schema.tables[0].indexes = declared
    schema.tables[0].unique = unique
    return SchemaScript.statements(schema, isStrict: false).filter { $0.hasPrefix("CREATE INDEX") }
      .map { String($0.dropFirst("CREATE INDEX ".count)) }
  }

  @Test("A reference has an index, unless a key begins with its columns")
  func references() {
    #expect(Self.indexes(references: [[2], [3]]) == ["T_c ON T (c)", "T_d ON T (d)"])
    #expect(Self.indexes(references: [[0]]) == [])
    #expect(Self.indexes(references: [[1]]) == ["T_b ON T (b)"])
    // Both of its columns are given whenever it is looked up.
    #expect(Self.indexes(references: [[1, 0]]) == [])
    #expect(Self.indexes(references: [[2]], unique: [[2, 3]]) == [])
  }

  @Test("A declared index is created, unless another begins with its columns")
  func declared() {
    #expect(Self.indexes(declared: [[2], [2, 3]]) == ["T_c_d ON T (c, d)"])
    #expect(Self.indexes(declared: [[2, 3], [2]]) == ["T_c_d ON T (c, d)"])
    #expect(
      Self.indexes(declared: [[3, 2], [2, 3]]) == ["T_d_c ON T (d, c)", "T_c_d ON T (c, d)"]
    )
    #expect(Self.indexes(declared: [[1, 0]]) == ["T_b_a ON T (b, a)"])
    #expect(Self.indexes(declared: [[2], [2]]) == ["T_c ON T (c)"])
    #expect(Self.indexes(declared: [[2]], unique: [[2]]) == [])
  }

  @Test("A declared index serves a reference")
  func both() {
    #expect(Self.indexes(references: [[2]], declared: [[2, 3]]) == ["T_c_d ON T (c, d)"])
    #expect(Self.indexes(references: [[2, 3]], declared: [[3, 2]]) == ["T_d_c ON T (d, c)"])
    #expect(Self.indexes(references: [[2, 3]], declared: [[2]]) == ["T_c_d ON T (c, d)"])
  }

  @Test("The name of an index is unique among tables and indexes")
  func names() {
    var schema = TableSchema.table("a", "key", "b", "b_c", "c")
    schema.tables[0].indexes = [[1, 3], [2], [1]]
    schema.tables += TableSchema.table("A_B", "key").tables
    let statements = SchemaScript.statements(schema, isStrict: false).dropFirst(2)
    #expect(statements == ["CREATE INDEX a_b_c ON a (b, c)", "CREATE INDEX a_b_c_2 ON a (b_c)"])
    schema.tables[0].indexes = [[1]]
    #expect(
      SchemaScript.statements(schema, isStrict: false).last == "CREATE INDEX a_b_2 ON a (b)"
    )
    schema.tables[0].name = "SQLite"
    #expect(
      SchemaScript.statements(schema, isStrict: false).last
        == "CREATE INDEX _SQLite_b ON SQLite (b)"
    )
  }
}
