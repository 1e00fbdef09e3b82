import RKEngine
import RKMapping

/// The expected contents of a `MemberTrial`'s tables, kept in dictionaries and computed step by
/// step.
struct MemberTwin {
  struct Place: Hashable {
    var owner: Int64
    var position: Int64
  }

  struct Member: Hashable {
    var article: Int64
    var tag: String
  }

  struct Comment: Hashable {
    var id: Int64
    var text: String
  }

  struct Tables {
    var articles: [Int64: String?] = [:]
    var tags: Set<String> = []
    var members: [Member: Int64] = [:]
    var comments: [Place: Comment] = [:]
    var answers: [Place: String] = [:]
  }

  /// What a run has met.
  private struct Met {
    var articles: Set<Int64> = []
    var tags: Set<String> = []
    var members: Set<Member> = []
    var comments: Set<Place> = []
    var answers: Set<Place> = []
  }

  let policy: ListRule.Policy
  let replacesMain: Bool
  private(set) var tables = Tables()
  private var met = Met()
  private var candidates: Set<String> = []
  /// The tags that are root records of the run.
  private var roots: Set<String> = []

  init(_ policy: ListRule.Policy, replacesMain: Bool) {
    self.policy = policy
    self.replacesMain = replacesMain
  }

  mutating func run(_ records: [MemberTrial.Record]) -> RowCounts {
    let before = tables
    met = Met()
    candidates = []
    roots = []
    for record in records {
      switch record {
      case .tag(let name):
        take(tag: name)
        roots.insert(name)
      case .article(let article): take(article)
      }
    }
    for name in candidates.subtracting(roots)
    where !tables.members.keys.contains(where: { $0.tag == name })
      && !tables.articles.values.contains(name)
    {
      tables.tags.remove(name)
    }
    var counts = RowCounts()
    Self.count(before.articles, tables.articles, met.articles, &counts)
    Self.count(
      Dictionary(uniqueKeysWithValues: before.tags.map { ($0, 0) }),
      Dictionary(uniqueKeysWithValues: tables.tags.map { ($0, 0) }),
      met.tags,
      &counts
    )
    Self.count(before.members, tables.members, met.members, &counts)
    Self.count(before.comments, tables.comments, met.comments, &counts)
    Self.count(before.answers, tables.answers, met.answers, &counts)
    return counts
  }

  private static func count<Key, Value: Equatable>(
    _ before: [Key: Value],
    _ after: [Key: Value],
    _ met: Set<Key>,
    _ counts: inout RowCounts
  ) {
    for (key, value) in after {
      if before[key] == nil {
        counts.inserted += 1
      } else if before[key] != value {
        counts.updated += 1
      } else if met.contains(key) {
        counts.unchanged += 1
      }
    }
    counts.deleted += before.keys.count { after[$0] == nil }
  }

  // MARK: - Records

  private mutating func take(tag: String) {
    met.tags.insert(tag)
    tables.tags.insert(tag)
    candidates.remove(tag)
  }

  private mutating func take(_ article: MemberTrial.Article) {
    met.articles.insert(article.id)
    let before = tables.articles[article.id] ?? nil
    switch article.main {
    case .text(let name): tables.articles[article.id] = .some(name)
    case .null: tables.articles[article.id] = .some(nil)
    default: tables.articles[article.id] = .some(before)
    }
    if replacesMain, let before, tables.articles[article.id] != .some(before) {
      candidates.insert(before)
    }
    if let tags = article.tags {
      for tag in tags { take(tag: tag) }
      setMembers(article.id, tags)
    }
    if let comments = article.comments { setComments(article.id, comments) }
  }

  private mutating func setMembers(_ article: Int64, _ tags: [String]) {
    var wanted: [Member: Int64] = [:]
    for (position, tag) in tags.enumerated() {
      let member = Member(article: article, tag: tag)
      if wanted[member] == nil { wanted[member] = Int64(position) }
    }
    met.members.formUnion(wanted.keys)
    let stored = tables.members.filter { $0.key.article == article }
    if policy == .union {
      var next = (stored.values.max() ?? -1) + 1
      for (member, place) in wanted.sorted(by: { $0.value < $1.value })
      where stored[member] == nil {
        tables.members[member] = stored.isEmpty ? place : next
        next += 1
      }
      return
    }
    for member in stored.keys where wanted[member] == nil {
      tables.members[member] = nil
      if policy == .replace { candidates.insert(member.tag) }
    }
    for (member, place) in wanted { tables.members[member] = place }
  }

  // MARK: - Children

  private mutating func setComments(_ article: Int64, _ comments: [MemberTrial.Comment]) {
    let stored = tables.comments.keys.filter { $0.owner == article }
    var offset: Int64 = 0
    if policy == .union {
      offset = (stored.map(\.position).max() ?? -1) + 1
    } else {
      for place in stored where place.position >= comments.count { remove(place) }
    }
    for (number, comment) in comments.enumerated() {
      let place = Place(owner: article, position: offset + Int64(number))
      met.comments.insert(place)
      let next = (tables.comments.values.map(\.id).max() ?? 0) + 1
      let id = tables.comments[place]?.id ?? next
      tables.comments[place] = Comment(id: id, text: comment.text)
      if let answers = comment.answers { setAnswers(id, answers) }
    }
  }

  private mutating func remove(_ place: Place) {
    guard let comment = tables.comments.removeValue(forKey: place) else { return }
    tables.answers = tables.answers.filter { $0.key.owner != comment.id }
  }

  private mutating func setAnswers(_ comment: Int64, _ answers: [String]) {
    let stored = tables.answers.keys.filter { $0.owner == comment }
    var offset: Int64 = 0
    if policy == .union {
      offset = (stored.map(\.position).max() ?? -1) + 1
    } else {
      for place in stored where place.position >= answers.count { tables.answers[place] = nil }
    }
    for (number, answer) in answers.enumerated() {
      let place = Place(owner: comment, position: offset + Int64(number))
      met.answers.insert(place)
      tables.answers[place] = answer
    }
  }

  // MARK: - Rows of queries

  var rows: [String] {
    var rows: [String] = []
    for (id, main) in tables.articles {
      rows.append("Article \(id) \(main.map { "'\($0)'" } ?? "null")")
    }
    for tag in tables.tags { rows.append("Tag '\(tag)'") }
    for (member, position) in tables.members {
      rows.append("Article_tags \(member.article) '\(member.tag)' \(position)")
    }
    for (place, comment) in tables.comments {
      rows.append("Comment \(comment.id) \(place.owner) \(place.position) '\(comment.text)'")
    }
    for (place, answer) in tables.answers {
      rows.append("Answer \(place.owner) \(place.position) '\(answer)'")
    }
    return rows.sorted()
  }
}
