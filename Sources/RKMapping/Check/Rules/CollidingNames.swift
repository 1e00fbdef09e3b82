internal import RKDiagnostics

/// Finds columns and tables that get another name in a database than in the spec, because the name
/// is taken: by one that differs only in case, or by a flattened record.
struct CollidingNames: CheckRule {
  private let graph: MappingGraph
  private let findings: SpecFindings
  private let tables: TableCompiler

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let plan = PlanCompiler.compile(graph, descriptors: graph.descriptors)
    let tables = TableCompiler.laidOut(plan, graph, .database)
    if tables.tables.isTooWide { return }
    let rule = CollidingNames(graph: graph, findings: findings, tables: tables)
    for table in tables.layouts.indices {
      rule.checkName(of: table)
      rule.checkColumns(of: table)
    }
    for join in tables.joins.indices { rule.checkName(ofJoin: join) }
  }

  private var form: TableForm { tables.form }

  // MARK: - Tables

  private func checkName(of table: Int) {
    let target = tables.layouts[table].target
    let name = tables.tables.schema.tables[table].name
    if name == form.allowedTable(target) { return }
    guard let place = mappings(of: table).first?.place else { return }
    let other = tables.layouts.indices.prefix(table).first {
      form.compared(tables.layouts[$0].target) == form.compared(target)
    }
    let taken = other.map { "'\(tables.layouts[$0].target)'" } ?? "another one"
    findings.report(
      .collidingNames,
      "in a database the table of '\(target)' is called '\(name)': \(taken) has its name",
      at: place,
      related: other.flatMap { mappings(of: $0).first?.place }.map { [($0, "the other one")] }
        ?? [],
      help: "SQLite takes names that differ only in case as one; rename the target"
    )
  }

  /// A join is named after its owner and the relationship; a target may have the same name.
  private func checkName(ofJoin number: Int) {
    let number = tables.layouts.count + number
    let join = tables.joins[number - tables.layouts.count]
    let wanted = form.allowedTable(tables.name(of: join))
    let name = tables.tables.schema.tables[number].name
    guard name != wanted, let place = DestinationPlaces(mappings(of: join.owner))[join.path] else {
      return
    }
    let other = tables.layouts.indices.first {
      form.compared(tables.tables.schema.tables[$0].name) == form.compared(wanted)
    }
    let taken = other.map { "'\(tables.layouts[$0].target)'" } ?? "another one"
    findings.report(
      .collidingNames,
      "in a database the table of '\(join.path.joined(separator: "."))' in "
        + "'\(tables.layouts[join.owner].target)' is called '\(name)': \(taken) has its name",
      at: place,
      related: other.flatMap { mappings(of: $0).first?.place }.map { [($0, "the other one")] }
        ?? [],
      help: "a table that joins two others is named after both; rename the destination"
    )
  }

  // MARK: - Columns

  private func checkColumns(of table: Int) {
    let columns = tables.layouts[table].columns
    let given = tables.tables.schema.tables[table].columns.suffix(columns.count).map(\.name)
    let isPlain = zip(columns, given).allSatisfy { column, name in
      name == form.allowed(column.identity.path.joined(separator: form.separator))
    }
    if isPlain { return }
    let places = DestinationPlaces(mappings(of: table))
    var named = KeyedValues<String, [Int]>()
    for (number, name) in given.enumerated() {
      named[form.compared(name), default: []].append(number)
    }
    for (column, name) in zip(columns, given) {
      let path = column.identity.path
      let wanted = form.allowed(path.joined(separator: form.separator))
      if name == wanted { continue }
      let other = named[form.compared(wanted), default: []].first {
        columns[$0].identity != column.identity
      }.map { columns[$0].identity.path }
      report(path, other, called: name, wanted: wanted, table, places)
    }
  }

  private func report(
    _ path: [String],
    _ other: [String]?,
    called name: String,
    wanted: String,
    _ table: Int,
    _ places: DestinationPlaces
  ) {
    guard let place = places[path] else { return }
    let text = path.joined(separator: ".")
    let taken = other.map { "'\($0.joined(separator: "."))'" } ?? "a column of rkmap's own"
    let isCase = other?.joined(separator: form.separator) != wanted && other != nil
    findings.report(
      .collidingNames,
      "in a database the column of '\(text)' in '\(tables.layouts[table].target)' is called "
        + "'\(name)': \(taken) has its name",
      at: place,
      related: other.flatMap { places[$0] }.map { [($0, "the other one")] } ?? [],
      help: isCase
        ? "SQLite takes names that differ only in case as one; rename the destination"
        : "flattened names are joined by '\(form.separator)': rename the destination"
    )
  }

  // MARK: - Places

  private func mappings(of table: Int) -> [ObjectMapping] {
    tables.layouts[table].nodes.compactMap { graph[tables.compiled.mappings[$0]].ofRecords }
  }
}

/// The places in the spec of the destinations that columns come from.
private struct DestinationPlaces {
  private var attributes = KeyedValues<[String], (mapping: Int, place: SpecPlace)>()
  /// The destinations of relationships and connections, and how many precede each.
  private var others = KeyedValues<[String], (mapping: Int, rule: Int, place: SpecPlace)>()

  init(_ mappings: [ObjectMapping]) {
    for (number, mapping) in mappings.enumerated() {
      for attribute in mapping.attributes where attributes[attribute.destination.keys] == nil {
        attributes[attribute.destination.keys] = (number, attribute.destinationPlace)
      }
      let places =
        mapping.relationships.map { ($0.destination.keys, $0.destinationPlace) }
        + mapping.connections.map { ($0.destination.keys, $0.destinationPlace) }
      for (rule, (keys, place)) in places.enumerated() where others[keys] == nil {
        others[keys] = (number, rule, place)
      }
    }
  }

  /// The place of the destination that a column comes from, in the first mapping that has it.
  subscript(path: [String]) -> SpecPlace? {
    let beginnings = (0...path.count).compactMap { others[Array(path.prefix($0))] }
    let other = beginnings.min { ($0.mapping, $0.rule) < ($1.mapping, $1.rule) }
    guard let attribute = attributes[path] else { return other?.place }
    if let other, other.mapping < attribute.mapping { return other.place }
    return attribute.place
  }
}
