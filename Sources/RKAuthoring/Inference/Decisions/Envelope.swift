/// Envelopes: objects around records whose scalars are only about paging and status.
enum Envelope {
  private static let words: Set<String> = [
    "count", "total", "totalcount", "incompleteresults", "page", "pages", "perpage", "limit",
    "offset", "next",
    "previous", "prev", "hasmore", "cursor", "nextcursor", "status", "ok", "success", "message",
    "took", "object", "url", "version",
  ]

  static func isPaging(_ name: String) -> Bool {
    words.contains(String(name.filter { $0.isLetter }).lowercased())
  }

  /// The only list or map of records in an object whose other members are about paging; nil if there is none.
  static func content(of site: RecordSite) -> RecordSite? {
    var content: RecordSite?
    for member in site.members {
      if let found = member.element?.site ?? member.site?.values?.site {
        guard content == nil else { return nil }
        content = found
      } else if !isPaging(member.name) {
        return nil
      }
    }
    return content
  }
}

extension Envelope {
  /// Whether an object is an envelope.
  static func isOne(_ site: RecordSite) -> Bool {
    guard site.values == nil, !site.members.isEmpty else { return false }
    var holds = false
    for member in site.members {
      let tally = member.tally
      if let element = member.element, element.tally.all > 0 {
        guard element.tally.objects > 0, element.tally.scalars + element.tally.lists == 0,
          tally.objects == 0
        else { return false }
        holds = holds || !(element.site?.isEmpty ?? true)
      }
      if tally.scalars > 0 {
        guard isPaging(member.name), tally.objects + tally.lists == 0 else { return false }
      } else if let inner = member.site, !inner.isEmpty {
        holds = holds || inner.values != nil || isOne(inner) || site.members.count == 1
      }
    }
    return holds
  }
}

extension RecordSite {
  /// Whether the objects never have a member that a spec can name.
  var isEmpty: Bool { values == nil && !members.contains { $0.refusal == nil } }
}
