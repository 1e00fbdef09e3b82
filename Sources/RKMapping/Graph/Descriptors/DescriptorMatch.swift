/// Whether a descriptor is for a request and its response.
package enum DescriptorMatch: Sendable, Hashable {
  /// The first part of the request or response that does not fit the descriptor.
  package enum Mismatch: String, Sendable, Hashable {
    case path
    case method
    case status
  }

  /// The descriptor matches, with these values of the path parameters.
  case matched([PathPattern.Binding])
  case mismatched(Mismatch)

  /// Matches a descriptor with a request; unknown parts of the request are ignored.
  package init(_ descriptor: ResponseDescriptor, _ context: RequestContext) {
    var bindings: [PathPattern.Binding] = []
    if let path = context.path, let pattern = descriptor.pathPattern {
      guard let bound = pattern.match(request: path) else {
        self = .mismatched(.path)
        return
      }
      bindings = bound
    }
    if let method = context.method, let methods = descriptor.methods,
      !methods.contains(where: { $0.rawValue == method })
    {
      self = .mismatched(.method)
    } else if let status = context.statusCode, !descriptor.statusCodes.contains(status) {
      self = .mismatched(.status)
    } else {
      self = .matched(bindings)
    }
  }

  package var bindings: [PathPattern.Binding]? {
    if case .matched(let bindings) = self { bindings } else { nil }
  }
}

/// How specific a descriptor is, given what is known of a request.
///
/// Among descriptors with the same key path the most specific applies (docs/spec-format.md, "Descriptors").
struct DescriptorSpecificity: Comparable {
  private let ranks: [Int]

  init(_ descriptor: ResponseDescriptor, _ context: RequestContext) {
    var ranks: [Int] = []
    if context.path != nil {
      ranks += descriptor.pathPattern?.ranks ?? [-1, 0]
    }
    if context.method != nil { ranks.append(descriptor.methods == nil ? 0 : 1) }
    if context.statusCode != nil { ranks.append(-descriptor.statusCodes.count) }
    self.ranks = ranks
  }

  static func < (left: DescriptorSpecificity, right: DescriptorSpecificity) -> Bool {
    left.ranks.lexicographicallyPrecedes(right.ranks)
  }
}

extension PathPattern {
  /// How specific the path is: more literal text first, then fewer parameters.
  var ranks: [Int] { [literalCount, -parameterNames.count] }
}
