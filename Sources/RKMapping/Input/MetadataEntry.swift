/// A value that a run adds to the metadata that mappers read by `@metadata`.
///
/// ```swift
/// var options = MapperOptions()
/// options.metadata = [MetadataEntry(["batch", "day"], "2026-11-24")]
/// ```
public struct MetadataEntry: Sendable, Hashable {
  /// The path of the value: `["app", "region"]` is `@metadata.app.region`.
  public var names: [String]
  /// Its value.
  public var text: String

  /// Creates an entry.
  public init(_ names: [String], _ text: String) {
    self.names = names
    self.text = text
  }
}
