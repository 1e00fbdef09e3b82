internal import RKDiagnostics

/// Finds descriptors with the same key path that are equally specific and share requests, so that
/// all of them apply.
enum OverlappingDescriptors: CheckRule {
  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    for group in DescriptorRequests.groups(of: graph) {
      let specificities = group.map(\.specificity)
      let requests = RequestIndex(group.map { DescriptorRequests($0) })
      for (number, descriptor) in group.enumerated().dropFirst() {
        let rival = requests.first(before: number) { specificities[$0] == specificities[number] }
        if let rival { report(descriptor, group[rival], findings) }
      }
    }
  }

  private static func report(
    _ descriptor: ResponseDescriptor,
    _ rival: ResponseDescriptor,
    _ findings: SpecFindings
  ) {
    let isSame = descriptor.hasSameRequests(as: rival)
    let isRepeated = isSame && descriptor.mapping == rival.mapping
    let name = rival.name.map { "the descriptor '\($0)'" } ?? "an earlier one"
    findings.report(
      .overlappingDescriptors,
      // Two descriptors are needed to make records of two kinds from one list.
      severity: isSame && !isRepeated ? .note : .warning,
      isRepeated
        ? "\(descriptor.title) is the same as \(name): its records come twice"
        : isSame
          ? "\(descriptor.title) and \(name) both apply: their records come one after the other"
          : "neither \(descriptor.title) nor \(name) is more specific: where both match a request, "
            + "both apply",
      at: descriptor.place,
      related: [(rival.place, "the other one")],
      help: isRepeated
        ? "remove one of them"
        : isSame ? nil : "a longer path, a method or fewer status codes make one of them win"
    )
  }
}
