internal import RKDiagnostics

extension FaultExplainer {
  /// None of the descriptors is for the request: each is named, with its reason.
  func nothing(of choice: DescriptorChoice, _ location: Location) -> Diagnostic {
    let context = choice.context
    return Diagnostic(
      .notFound,
      "no descriptor of the spec is for \(context.description)",
      at: location,
      related: choice.chosen.map { candidate in
        Diagnostic.Related(
          location: graph.location(of: candidate.descriptor.place),
          subject: candidate.descriptor.label,
          message: candidate.reason(for: context)
        )
      },
      help: [
        "'rkmap route' shows what a request matches; a descriptor without \"statusCodes\" is for 2XX"
      ]
    )
  }
}

extension ResponseDescriptor {
  /// What it is called: by its name, else by what it takes.
  package var label: String {
    if let name { return "descriptor '\(name)'" }
    return keyPath.text.isEmpty ? "descriptor of the document" : "descriptor of '\(keyPath.text)'"
  }

  package var methodNames: String {
    guard let methods else { return "any method" }
    return RequestMethod.allCases.filter { methods.contains($0) }.map(\.rawValue)
      .joined(separator: ", ")
  }
}

extension DescriptorChoice.Candidate {
  /// Why it is not for a request.
  func reason(for context: RequestContext) -> String {
    guard case .mismatched(let mismatch) = match else { return "" }
    switch mismatch {
    case .path:
      return "path: '\(descriptor.pathPattern?.text ?? "")' does not take '\(context.path ?? "")'"
    case .method: return "method: \(descriptor.methodNames), not \(context.method ?? "")"
    case .status:
      let status = context.statusCode.map(String.init) ?? ""
      return "status: \(descriptor.statusCodes.text), not \(status)"
    }
  }
}
