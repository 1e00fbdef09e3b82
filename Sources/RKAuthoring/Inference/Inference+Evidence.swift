internal import RKDiagnostics

extension Inference {
  /// The decisions as a table for people.
  package var evidence: String {
    let kinds = decisions.map(\.kind.count).max() ?? 0
    let subjects = min(40, decisions.map(\.subject.count).max() ?? 0)
    return decisions.map { decision in
      VisibleText.escaped(decision.kind).padded(to: kinds) + "  "
        + VisibleText.escaped(decision.subject).padded(to: subjects) + "  \(decision.reason)\n"
    }.joined()
  }

  /// The decisions as a JSON list of objects.
  package var evidenceAsJSON: String {
    let objects = decisions.map { decision in
      JSONTree.object([
        "decision": .text(decision.kind), "subject": .text(decision.subject),
        "evidence": .text(decision.reason),
      ])
    }
    return JSONTree.list(objects).document
  }
}
