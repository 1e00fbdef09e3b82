internal import RKDiagnostics

/// Finds descriptors that apply to no request, because more specific ones with the same key path
/// apply to all their requests.
enum ShadowedDescriptors: CheckRule {
  /// The most shadowing descriptors to list.
  private static let mostRivals = 10

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let groups = DescriptorRequests.groups(of: graph).flatMap { group in
      Dictionary(grouping: group) { $0.pathPattern?.shape }.values
    }
    for group in groups {
      let specificities = group.map(\.specificity)
      // A shortcut: usually all are equally specific.
      guard specificities.contains(where: { specificities[0] < $0 || $0 < specificities[0] }) else {
        continue
      }
      for (number, descriptor) in group.enumerated() {
        let rivals = group.indices.filter { specificities[number] < specificities[$0] }.map {
          group[$0]
        }
        guard !rivals.isEmpty, isShadowed(descriptor, by: rivals) else { continue }
        findings.report(
          .shadowedDescriptor,
          "\(descriptor.title) applies to no request: more specific ones take all of its requests",
          at: descriptor.place,
          related: rivals.prefix(mostRivals).map { ($0.place, "a more specific one") },
          help: "of the descriptors of one key path that match a request the most specific apply"
        )
      }
    }
  }

  private static func isShadowed(
    _ descriptor: ResponseDescriptor,
    by rivals: [ResponseDescriptor]
  ) -> Bool {
    let methods: [RequestMethod?] = RequestMethod.allCases + [nil]
    return methods.filter { descriptor.takes($0) }.allSatisfy { method in
      let candidates = rivals.filter { $0.takes(method) }
      return DescriptorRequests.statusCodes.allSatisfy { code in
        !descriptor.statusCodes.contains(code)
          || candidates.contains { $0.statusCodes.contains(code) }
      }
    }
  }
}
