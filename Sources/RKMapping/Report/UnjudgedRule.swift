internal import RKDiagnostics
internal import RKEngine

/// A rule that was not judged for some records, because related records that it reads have failed.
struct UnjudgedRule {
  /// Its path in the spec.
  let rule: String
  let mapper: String
  /// The relationship whose records have failed.
  let related: String
  /// The first record for which it was not judged, and where the spec states it.
  let location: Location
  let place: Diagnostic.Related
  var count = 0

  /// The note at the end of a run in which the rule's mapper made a number of records.
  func finding(of total: Int) -> Diagnostic {
    Diagnostic(
      .notJudged,
      "\(rule) was not judged for \(count) of \(total) records: "
        + "records of '\(related)' failed",
      at: location,
      related: [place],
      help: ["correct what failed there, and the rule is judged"]
    )
  }
}

extension FaultExplainer {
  func unjudged(_ fault: MappingFault, at place: InputPlace) -> UnjudgedRule {
    let site = compiled.sites[Int(fault.site.index)]
    let member =
      switch site.part {
      case .mapper: ".deletionPredicate"
      case .relationship: ".required"
      case .connection: ".if"
      case .attribute, .validation: ""
      }
    var related = ""
    if case .relationship(let name) = compiled.sites[Int(fault.detail)].part { related = name }
    return UnjudgedRule(
      rule: site.subject + member,
      mapper: site.mapper,
      related: related,
      location: Location(place),
      place: graph.related(site.place, site.subject, site.details)
    )
  }
}
