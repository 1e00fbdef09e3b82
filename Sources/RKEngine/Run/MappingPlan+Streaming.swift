extension MappingPlan {
  /// Whether a record may read its index in a list, or its document's number in a stream.
  package var readsIndex: Bool {
    sources.contains { if case .collectionIndex = $0.origin { true } else { false } }
  }

  /// Whether its documents can be mapped without being in memory as a whole.
  package var isStreamable: Bool {
    guard descriptors.count == 1, !needsDocument else { return false }
    return steps[descriptors[0].path].allSatisfy { step in
      if case .key = step { true } else { false }
    }
  }
}
