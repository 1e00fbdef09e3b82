@testable import RKMapping
@testable import RKSQLite
import TestSupport
import Testing

@Suite("The tables of specs")
struct SpecSchemaTests {
  private static let specs =
    ((try? Repository.names(in: "specs")) ?? []).filter { $0.hasSuffix(".json") }

  /// A mapper for each group of descriptors that apply together.
  private static func mappers(of spec: String) throws -> [Mapper] {
    let mapping = try Mapping(contentsOf: Repository.path(of: "specs/\(spec)"))
    if let mapper = try? Mapper(mapping) { return [mapper] }
    return try mapping.descriptorNames.map { name in
      var options = MapperOptions()
      options.descriptorName = name
      return try Mapper(mapping, options: options)
    }
  }

  @Test("The script of a spec equals that of its database", arguments: specs, [false, true])
  func script(spec: String, isStrict: Bool) throws {
    for mapper in try Self.mappers(of: spec) {
      let schema = try mapper.expectedTables().schema
      var trial = try SchemaTrial()
      trial.options.hasStrictTables = isStrict
      // If nothing comes late, a run creates the same.
      let run = try mapper.tableRun { _ in }.schema
      let isDeclared = run == run.withoutLateness
      if isDeclared { #expect(run == schema) }
      try trial.prepared(isDeclared ? run : schema).finish()
      let script = SchemaScript.text(schema, isStrict: isStrict)
      let loaded = try SchemaTrial(script.replacing(#/ -- decimal[^\n]*/#, with: ""))
      #expect(try trial.statements == loaded.statements)
      #expect(try loaded.statements == SchemaScript.statements(schema, isStrict: isStrict))
    }
  }

  @Test("Names that SQLite does not distinguish, or reserves, are replaced by free ones")
  func oddNames() throws {
    let mapping = try Mapping(
      text: #"""
        {"root-map-ref": "a", "mappers": [
          {"id": "a", "target": "sqlite_x", "identification": "id", "attributes":
            ["id", "ID", "Id", "a\"b", "order", "\u0000"],
            "relationships": [{"from": "b", "to": "B", "map-ref": "b", "many": true}]},
          {"id": "b", "target": "SQLITE_X_b", "identification": "id", "attributes": ["id", "x"]}]}
        """#
    )
    let trial = try SchemaTrial()
    let (schema, _) = try Mapper(mapping).expectedTables()
    try trial.prepared(schema).finish()
    #expect(
      try trial.texts("SELECT name FROM pragma_table_info('_sqlite_x')")
        == ["id", "ID_2", "Id_3", "a\"b", "order", "_"]
    )
  }
}
