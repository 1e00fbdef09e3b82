import RKEngine
import RKMapping

/// The tables of a database that a spec describes, and the rules that make their rows, as text.
struct TableTrial {
  let schema: TableSchema
  let plan: TablePlan
  /// The schema: a line for each table, and one for each of its columns and conditions.
  let text: String

  init(_ spec: String, options: MapperOptions = MapperOptions()) throws {
    let mapper = try Mapper(Mapping(text: spec), options: options)
    let run = try mapper.tableRun { _ in }
    schema = run.schema
    plan = run.tables
    text = try mapper.tableListing()
  }

  func table(_ name: String) -> Int? { schema.tables.firstIndex { $0.name == name } }

  /// The text of one table; empty where there is none.
  subscript(name: String) -> String {
    let tables = text.split(separator: "\n\n").map(String.init)
    return tables.first { $0.split(whereSeparator: { ",\n".contains($0) })[0] == "table \(name)" }
      ?? ""
  }

  // MARK: - Rules

  /// The rules for rows of a table, each as one line.
  func rows(of name: String) -> [String] {
    plan.rows.filter { Int($0.table) == table(name) }.map(text)
  }

  private func text(_ row: RowRule) -> String {
    var parts = [cells(row.cells), "identity " + cells(row.identity)]
    parts.append("key " + columns(row.key, of: row.table))
    if row.modification >= 0 {
      parts.append("newer by " + column(Int(row.modification), of: row.table))
    }
    if row.relatesUnmodified { parts.append("relates all the same") }
    for reference in plan.references[row.references] {
      let columns = columns(reference.columns, of: row.table)
      parts.append("replaces \(schema.tables[Int(reference.table)].name) by \(columns)")
    }
    return parts.joined(separator: "; ")
  }

  /// The rules of lists, each as one line.
  var lists: [String] {
    plan.lists.map { list in
      var parts = ["\(list.policy) \(schema.tables[Int(list.table)].name)"]
      if list.isJoin { parts.append("of \(schema.tables[Int(list.target)].name)") }
      parts.append(
        "owner \(columns(list.ownerColumns, of: list.table)) <- \(cells(list.ownerCells))"
      )
      if !list.memberColumns.isEmpty {
        parts.append("member \(columns(list.memberColumns, of: list.table))")
      }
      parts.append("place \(column(Int(list.positionColumn), of: list.table))")
      if list.relationshipColumn >= 0 {
        let name = String(decoding: plan.text[list.relationship.range], as: UTF8.self)
        parts.append("\(column(Int(list.relationshipColumn), of: list.table)) = \(name)")
      }
      return parts.joined(separator: ", ")
    }
  }

  /// What happens to the related records of the first rule for rows of a table: for each kind of
  /// record its form, its table, the join and the number of its list.
  func relatives(of name: String) -> [String] {
    guard let row = plan.rows.first(where: { Int($0.table) == table(name) }) else { return [] }
    return plan.relations[row.relations].flatMap(relatives)
  }

  private func relatives(_ relation: RelationRule) -> [String] {
    let lists = relation.lists.isEmpty ? "" : " of \(relation.lists.indices)"
    return plan.relatives[relation.relatives].flatMap { relative in
      if relative.row.isNone {
        return plan.relations[relative.relations].flatMap(relatives).map {
          "\(relative.form) in its owner's row: \($0)"
        }
      }
      var parts = ["\(relative.form) \(tableName(of: relative.row))"]
      if !relative.join.isNone { parts.append("joined by \(tableName(of: relative.join))") }
      if !relative.list.isNone { parts.append("list \(relative.list.index)\(lists)") }
      return [parts.joined(separator: ", ")]
    }
  }

  private func tableName(of row: PlanID<RowRule>) -> String {
    schema.tables[Int(plan.rows[row].table)].name
  }

  private func cells(_ cells: PlanRange<CellRule>) -> String {
    plan.cells[cells].map { cell in
      switch cell.kind {
      case .cell, .ownerCell: return "\(cell.kind) \(cell.column)"
      case .constant: return String(decoding: plan.text[cell.text.range], as: UTF8.self)
      case .related:
        let choices = plan.choices[cell.choices].map { "[\(self.cells($0.cells))]" }
        return "related \(cell.column) " + choices.joined(separator: " or ")
      case .empty: return cell.isOthers ? "others" : "empty"
      default: return "\(cell.kind)"
      }
    }.joined(separator: ", ")
  }

  private func columns(_ places: PlanRange<UInt32>, of table: UInt32) -> String {
    plan.places[places].map { column(Int($0), of: table) }.joined(separator: " ")
  }

  private func column(_ place: Int, of table: UInt32) -> String {
    schema.tables[Int(table)].columns[place].name
  }

  // MARK: - Storage

  /// The columns whose values are stored in a special way: `Table.column instant`, or the table and
  /// the index of the key that it is, or refers to.
  var storages: [String] {
    var texts: [String] = []
    for (number, columns) in plan.storages.enumerated() {
      for (place, storage) in columns.enumerated() where storage.isInstant || storage.keyPart >= 0 {
        let kind =
          storage.isInstant
          ? "instant"
          : "as \(schema.tables[Int(plan.keyParts[Int(storage.keyPart)])].name) \(storage.keyPart)"
        texts.append("\(schema.tables[number].name).\(column(place, of: UInt32(number))) \(kind)")
      }
    }
    return texts
  }
}
