/// A path of names in a run's metadata.
package struct MetadataPath: Sendable, BitwiseCopyable {
  /// Among the plan's constants.
  package var names: PlanRange<ByteRange>

  package init(names: PlanRange<ByteRange>) { self.names = names }
}

extension MappingPlan {
  /// Whether a record may read the line that it comes from.
  package var readsLines: Bool {
    sources.contains { if case .line = $0.origin { true } else { false } }
  }
}
