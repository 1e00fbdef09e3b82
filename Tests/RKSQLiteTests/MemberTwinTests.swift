import RKEngine
import RKMapping
import RKSQLite
import TestSupport
import Testing

/// Random runs, compared with a twin that keeps its tables in dictionaries.
struct MemberTwinTests {
  private static func rows(_ database: Database) throws -> [String] {
    var rows: [String] = []
    for table in ["Article", "Tag", "Comment", "Answer", "Article_tags"] {
      rows += try database.rows("SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }
    }
    return rows.sorted()
  }

  @Test(
    "Tables and counts agree with a slow twin, whatever comes",
    arguments: [ListRule.Policy.set, .union, .replace],
    [false, true]
  )
  func twin(policy: ListRule.Policy, replacesMain: Bool) throws {
    for seed in 0..<40 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let trial = MemberTrial(policy, isNumbered: true, replacesMain: replacesMain)
      var twin = MemberTwin(policy, replacesMain: replacesMain)
      let database = try Database(path: ":memory:")
      for run in 0..<4 {
        let records = (0..<1 + generator.below(6)).map { _ in generator.record() }
        let counts = try trial.run(
          records,
          in: database,
          batchSize: 1 + generator.below(3)
        )
        let expected = twin.run(records)
        try #require(
          counts == expected,
          "seed \(seed), run \(run): \(counts), not \(expected): \(records)"
        )
        let rows = try Self.rows(database)
        try #require(rows == twin.rows, "seed \(seed), run \(run): \(records)")
      }
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func tag() -> String { ["a", "b", "c", "d", "e"][below(5)] }

  fileprivate mutating func record() -> MemberTrial.Record {
    if below(8) == 0 { return .tag(tag()) }
    var article = MemberTrial.Article(id: Int64(1 + below(3)))
    if below(4) > 0 { article.tags = (0..<below(5)).map { _ in tag() } }
    switch below(5) {
    case 0: article.main = .null
    case 1: article.main = .text(tag())
    default: break
    }
    if below(2) == 0 {
      article.comments = (0..<below(4)).map { _ in
        let answers = below(2) == 0 ? (0..<below(3)).map { _ in tag() } : nil
        return MemberTrial.Comment(text: tag(), answers: answers)
      }
    }
    return .article(article)
  }
}
