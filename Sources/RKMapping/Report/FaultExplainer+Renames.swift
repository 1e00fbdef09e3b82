internal import RKEngine

/// Suggests other names under which a missing value may be found.
extension FaultExplainer {
  /// Help that names the member that may have replaced a missing value; nil if none is similar.
  func renaming(_ site: RuleSite, _ place: InputPlace) -> String? {
    for source in site.sources {
      if let help = renaming(of: source, site, place) { return help }
    }
    return nil
  }

  private func renaming(of source: String, _ site: RuleSite, _ place: InputPlace) -> String? {
    let wanted = Self.keys(of: source)
    guard let last = wanted.last, !RenamedKey.letters(last).isEmpty else { return nil }
    let members = unread(place, besides: site)
    let siblings = members.filter { $0.count == wanted.count && $0.dropLast() == wanted.dropLast() }
    let names = siblings.compactMap(\.last)
    let letters = RenamedKey.letters(last)
    let meant =
      RenamedKey.near(last, among: names).map { wanted.dropLast() + [$0] }
      ?? members.first { $0 != wanted && RenamedKey.letters($0.last ?? "") == letters }
      ?? (siblings.count == 1 && site.sources.count == 1 ? siblings[0] : nil)
    guard let meant else { return nil }
    let name = Self.text(meant)
    return
      "\(RenamedKey.helpStart)\(name)': did '\(source)' become that? then read \(site.product) from it"
  }

  /// Help that lists the keys of a representation of which nothing is read.
  func keys(_ place: InputPlace) -> String? {
    let sources = compiled.sites.flatMap(\.sources)
    let keys = place.waysToMembers.filter { way in
      way.count == 1 && String(decoding: way[0], as: UTF8.self) != KeyUsage.reasonKey
    }
    guard !keys.isEmpty else { return nil }
    let shown = keys.prefix(8).map {
      Self.quoted(String(decoding: $0[0], as: UTF8.self), besides: sources)
    }
    return "it has \(shown.joined(separator: ", "))" + (keys.count > 8 ? " and more" : "")
  }

  /// The members of an object that no rule but this one reads.
  private func unread(_ place: InputPlace, besides site: RuleSite) -> [[String]] {
    let sources = Set(
      compiled.sites.filter { $0.mapper == site.mapper && $0.subject != site.subject }
        .flatMap(\.sources).map(Self.keys)
    )
    return place.waysToMembers.map { $0.map { String(decoding: $0, as: UTF8.self) } }
      .filter { member in
        !sources.contains { $0.starts(with: member) || (!$0.isEmpty && member.starts(with: $0)) }
      }
  }

  /// The keys of a key path; none if it has other components.
  private static func keys(of source: String) -> [String] {
    guard !source.contains(where: { "[]@*\\(){}$".contains($0) }) else { return [] }
    return source.split(byte: .period).map(String.init)
  }

  private static func text(_ way: [String]) -> String { way.joined(separator: ".") }
}
