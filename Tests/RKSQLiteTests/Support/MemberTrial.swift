import RKDiagnostics
import RKEngine
@testable import RKMapping
import RKSQLite

/// Articles with tags, which have rows of their own, and comments, which do not; comments have
/// answers if they are numbered.
struct MemberTrial {
  struct Article: Sendable {
    var id: Int64
    /// Nil if the record does not mention them.
    var tags: [String]?
    var comments: [Comment]?
    /// The only tag that it leads to.
    var main: TrialValue = .absent
  }

  struct Comment: Sendable {
    var text: String
    var answers: [String]? = nil
  }

  /// A record of a run.
  enum Record: Sendable {
    case article(Article)
    case tag(String)
  }

  static let (article, tag, comment, answer, join) = (0, 1, 2, 3, 4)

  var schema = TableSchema()
  var plan = TablePlan()
  var options = DatabaseOptions()
  let isNumbered: Bool

  /// `isNumbered`: comments have numbers, and answers that belong to them.
  init(
    _ policy: ListRule.Policy = .set,
    isNumbered: Bool = false,
    isLate: Bool = false,
    replacesMain: Bool = false
  ) {
    self.isNumbered = isNumbered
    let lead: [(String, TableSchema.ValueType)] = isNumbered ? [("_id", .integer)] : []
    add("Article", [("id", .integer), ("main_name", .string)], key: [0]) {
      $0.foreignKeys = [TableSchema.ForeignKey(columns: [1], table: Self.tag)]
    }
    add("Tag", [("name", .string)], key: [0])
    add(
      "Comment",
      lead + [("Article_id", .integer), ("position", .integer), ("text", .string)],
      key: isNumbered ? [0] : [0, 1]
    ) {
      $0.foreignKeys = [
        TableSchema.ForeignKey(columns: [lead.count], table: Self.article, isOwner: true)
      ]
      if isNumbered { $0.unique = [[1, 2]] }
    }
    add(
      "Answer",
      [("Comment__id", .integer), ("position", .integer), ("text", .string)],
      key: [0, 1]
    ) {
      guard isNumbered else { return }
      $0.foreignKeys = [TableSchema.ForeignKey(columns: [0], table: Self.comment, isOwner: true)]
    }
    add(
      "Article_tags",
      [("Article_id", .integer), ("tags_name", .string), ("position", .integer)],
      key: [0, 1]
    ) {
      $0.isJoin = true
      $0.isLate = isLate
      $0.foreignKeys = [
        TableSchema.ForeignKey(columns: [0], table: Self.article, isOwner: true),
        TableSchema.ForeignKey(columns: [1], table: Self.tag),
      ]
    }
    addRules(policy, lead.count, replacesMain: replacesMain)
  }

  private mutating func add(
    _ name: String,
    _ columns: [(String, TableSchema.ValueType)],
    key: [Int],
    change: (inout TableSchema.Table) -> Void = { _ in }
  ) {
    var table = TableSchema.Table(name: name)
    table.columns = columns.map { TableSchema.Column(name: $0.0, type: $0.1) }
    table.primaryKey = key
    change(&table)
    schema.tables.append(table)
    plan.tableCount += 1
  }

  private mutating func addRules(
    _ policy: ListRule.Policy,
    _ lead: Int,
    replacesMain: Bool
  ) {
    plan.rows = [Self.article, Self.tag, Self.comment, Self.answer].map { RowRule(table: $0) }
    for rule in 0..<2 { plan.rows[rule].key = places([0]) }
    plan.rows[2].key = places([UInt32(lead), UInt32(lead) + 1])
    plan.rows[3].key = places([0, 1])
    for rule in 0..<4 {
      var cells = schema.tables[rule].columns.indices.map { CellRule(.cell, column: UInt32($0)) }
      if rule == 2, isNumbered { cells[0] = CellRule(.number) }
      if rule == 2 { cells[lead + 1] = CellRule(.position) }
      if rule == 3 { cells[1] = CellRule(.position) }
      plan.rows[rule].cells = plan.cells.add(cells)
    }
    if replacesMain {
      let reference = ReferenceRule(columns: places([1]), table: Self.tag)
      plan.rows[0].references = plan.references.add([reference])
    }
    var tags = ListRule(table: Self.join, isJoin: true)
    tags.target = UInt32(Self.tag)
    tags.memberColumns = places([1])
    tags.positionColumn = 2
    var comments = ListRule(table: Self.comment, isJoin: false)
    comments.ownerColumns = places([UInt32(lead)])
    comments.positionColumn = Int32(lead + 1)
    var answers = ListRule(table: Self.answer, isJoin: false)
    answers.positionColumn = 1
    answers.ownerColumns = places([0])
    tags.ownerColumns = places([0])
    for (number, var list) in [tags, comments, answers].enumerated() {
      list.policy = policy
      plan.lists.append(list)
      var relative = Relative(record: .none)
      relative.row = PlanID(number + 1)
      relative.list = PlanID(number)
      let relatives = plan.relatives.add([relative])
      var relation = RelationRule(column: 0, relatives: relatives)
      relation.lists = PlanRange(number..<number + 1)
      plan.relations.append(relation)
    }
  }

  private mutating func places(_ columns: [UInt32]) -> PlanRange<UInt32> {
    plan.places.add(columns)
  }

  // MARK: - Batches

  private func batch(_ records: ArraySlice<Record>) -> RowBatch {
    var batch = RowBatch()
    for record in records {
      switch record {
      case .tag(let name): batch.finish(batch.begin(rule: Self.tag, [.text(name)]))
      case .article(let article): add(article, to: &batch)
      }
    }
    return batch
  }

  private func add(_ article: Article, to batch: inout RowBatch) {
    let place = batch.begin(rule: Self.article, [.integer(article.id), article.main])
    if let tags = article.tags {
      for tag in tags {
        batch.finish(batch.begin(rule: Self.tag, [.text(tag)], owner: place))
      }
      let members = tags.enumerated().flatMap { position, tag -> [TrialValue] in
        [.integer(article.id), .text(tag), .integer(Int64(position))]
      }
      batch.addList(0, [.integer(article.id)], members, count: tags.count, owner: place)
    }
    if let comments = article.comments {
      batch.addList(
        1,
        [.integer(article.id)],
        comments.indices.map { .integer(Int64($0)) },
        count: comments.count,
        owner: place
      )
      for (position, comment) in comments.enumerated() {
        add(comment, position, article.id, to: &batch, owner: place)
      }
    }
    batch.finish(place)
  }

  private func add(
    _ comment: Comment,
    _ position: Int,
    _ article: Int64,
    to batch: inout RowBatch,
    owner: Int
  ) {
    let lead: [TrialValue] = isNumbered ? [.absent] : []
    let place = batch.begin(
      rule: Self.comment,
      lead + [.integer(article), .integer(Int64(position)), .text(comment.text)],
      owner: owner
    )
    if let answers = comment.answers {
      let places = answers.indices.map { TrialValue.integer(Int64($0)) }
      batch.addList(2, [.ownerNumber], places, count: answers.count, owner: place)
      for (position, answer) in answers.enumerated() {
        let values: [TrialValue] = [.ownerNumber, .integer(Int64(position)), .text(answer)]
        batch.finish(batch.begin(rule: Self.answer, values, owner: place))
      }
    }
    batch.finish(place)
  }

  // MARK: - Runs

  private static func run(_ sql: String, _ database: Database) throws(WriteError) {
    do { try database.run(sql) } catch { throw .failure(error) }
  }

  /// Writes records in one run, some in each batch.
  @discardableResult
  func run(
    _ records: [Record],
    in database: Database,
    batchSize: Int = 3,
    lacksRecords: Bool = false,
    report: (Diagnostic) -> Void = { _ in }
  ) throws(WriteError) -> RowCounts {
    let stored = StoredSchema(schema, database, options: options)
    try Self.run("BEGIN", database)
    try stored.prepare()
    let writer = try RowWriter(database, schema, plan, stored: stored, options: options)
    let bookkeeping = Bookkeeping(stored)
    try bookkeeping?.begin(specName: "articles", specHash: "0")
    try bookkeeping?.begin(input: "in.json")
    let members = try MemberWriter(writer, bookkeeping: bookkeeping)
    writer.follower = members
    for start in stride(from: 0, to: records.count, by: batchSize) {
      try writer.write(batch(records[start..<min(start + batchSize, records.count)]))
    }
    try members.finish(RunOutcome(lacksRecords: lacksRecords), report: report)
    try stored.buildIndexes()
    try stored.finish()
    try Self.run("COMMIT", database)
    return writer.counts
  }
}

extension RowBatch {
  /// Adds a row; what belongs to it comes before it is finished.
  fileprivate mutating func begin(
    rule: Int,
    _ values: [TrialValue],
    owner: Int? = nil
  ) -> Int {
    let place = events.count
    var event = Event(
      .row,
      rule: UInt32(rule),
      firstValue: self.values.count,
      owner: owner ?? place
    )
    event.byteOffset = UInt64(place * 10)
    events.append(event)
    for value in values { add(value) }
    return place
  }

  fileprivate mutating func finish(_ place: Int) { events[place].end = UInt32(events.count) }

  fileprivate mutating func addList(
    _ rule: Int,
    _ key: [TrialValue],
    _ members: [TrialValue],
    count: Int,
    owner: Int
  ) {
    var event = Event(.list, rule: UInt32(rule), firstValue: values.count, owner: owner)
    event.count = UInt32(count)
    event.end = UInt32(events.count + 1)
    event.byteOffset = events[owner].byteOffset
    events.append(event)
    for value in key + members { add(value) }
  }
}
