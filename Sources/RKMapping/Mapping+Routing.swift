/// A descriptor, and how it matches a request.
package struct RoutedDescriptor: Sendable {
  package enum Outcome: Sendable {
    /// It applies, with these values of the path parameters.
    case applies([PathPattern.Binding])
    /// It matches, but the descriptors with these names have the same key path, are more specific,
    /// and apply instead.
    case shadowed([PathPattern.Binding], by: [String])
    /// It does not match, for this reason, also as a text for people.
    case mismatched(DescriptorMatch.Mismatch, String)
  }

  package var name: String?
  /// The requests that it is for: `GET /articles/:articleID, 2XX`.
  package var subject: String
  package var outcome: Outcome

  package var isMatched: Bool {
    if case .mismatched = outcome { false } else { true }
  }
}

extension Mapping {
  /// Returns how each descriptor matches a request, in the order of the spec.
  package func routing(of context: RequestContext) -> [RoutedDescriptor] {
    let candidates = DescriptorChoice.candidates(of: graph, for: context)
    return candidates.map { candidate in
      let outcome: RoutedDescriptor.Outcome =
        switch candidate.match {
        case .mismatched(let mismatch): .mismatched(mismatch, candidate.reason(for: context))
        case .matched(let bindings) where candidate.isShadowed:
          .shadowed(bindings, by: names(before: candidate.descriptor, among: candidates))
        case .matched(let bindings): .applies(bindings)
        }
      return RoutedDescriptor(
        name: candidate.descriptor.name,
        subject: candidate.descriptor.subject,
        outcome: outcome
      )
    }
  }

  /// The names of the descriptors that apply instead of a shadowed one.
  private func names(
    before descriptor: ResponseDescriptor,
    among candidates: [DescriptorChoice.Candidate]
  ) -> [String] {
    candidates.enumerated().compactMap { number, rival in
      let hasKeyPath = rival.descriptor.keyPath.components == descriptor.keyPath.components
      guard rival.applies, hasKeyPath else { return nil }
      return rival.descriptor.name ?? "descriptor \(number + 1)"
    }
  }
}

extension ResponseDescriptor {
  fileprivate var subject: String {
    let path = pathPattern.map { "'\($0.text)'" } ?? "any path"
    let place = keyPath.text.isEmpty ? "" : " at '\(keyPath.text)'"
    return "\(methodNames), \(path), \(statusCodes.text)\(place)"
  }
}
