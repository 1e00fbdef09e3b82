/// The place of a value in a record: keys, all but the last of which lead to nested objects.
package struct DestinationKeyPath: Sendable, Hashable {
  package var keys: [String]
  package var text: String

  package init(keys: [String], text: String) {
    self.keys = keys
    self.text = text
  }

  package init(key: String) { self.init(keys: [key], text: key) }

  package static func == (left: DestinationKeyPath, right: DestinationKeyPath) -> Bool {
    left.keys == right.keys
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(keys) }
}
