/// Data about a document that is not in it: names that lead to texts, to numbers, or to more names.
package struct Metadata: Sendable, Hashable {
  package indirect enum Value: Sendable, Hashable {
    case text(String)
    case number(Int)
    case group(Metadata)
  }

  private struct Entry: Sendable, Hashable {
    var name: String
    var value: Value
  }

  private var entries: [Entry] = []
  /// Whether names ignore case, as those of HTTP headers do.
  private let ignoresCase: Bool

  package init(ignoresCase: Bool = false) {
    self.ignoresCase = ignoresCase
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// The value with a name; nil if there is none.
  package subscript(name: String) -> Value? {
    get { place(of: name).map { entries[$0].value } }
    set {
      switch (place(of: name), newValue) {
      case (let place?, let value?): entries[place].value = value
      case (let place?, nil): entries.remove(at: place)
      case (nil, let value?): entries.append(Entry(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  private func place(of name: String) -> Int? {
    let folded = (ignoresCase ? name.lowercased() : name).exact
    return entries.firstIndex { (ignoresCase ? $0.name.lowercased() : $0.name).exact == folded }
  }

  /// The value at a path of names; nil if there is none.
  package subscript(path: [String]) -> Value? {
    var value: Value? = .group(self)
    for name in path {
      guard case .group(let group) = value else { return nil }
      value = group[name]
    }
    return path.isEmpty ? nil : value
  }

  /// Sets the value at a path of names, replacing whatever is on the path.
  package mutating func set(_ value: Value, at path: [String]) { set(value, at: path[...]) }

  private mutating func set(_ value: Value, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty {
      self[name] = value
      return
    }
    var inner = Metadata()
    if case .group(let group) = self[name] { inner = group }
    inner.set(value, at: rest)
    self[name] = .group(inner)
  }

  /// Adds the entries of another: groups with the same name are merged, any other value replaces
  /// the one here.
  package mutating func merge(_ other: Metadata) {
    for entry in other.entries {
      guard case .group(let theirs) = entry.value, case .group(let ours) = self[entry.name] else {
        self[entry.name] = entry.value
        continue
      }
      var merged = Metadata(ignoresCase: theirs.ignoresCase || ours.ignoresCase)
      merged.entries = ours.entries
      merged.merge(theirs)
      self[entry.name] = .group(merged)
    }
  }
}

extension Metadata.Value {
  /// As JSON text without white space.
  package var jsonText: [UInt8] {
    switch self {
    case .text(let text): JSONText.quoted(text)
    case .number(let number): Array(String(number).utf8)
    case .group(let group): group.jsonText
    }
  }
}

extension Metadata {
  fileprivate var jsonText: [UInt8] {
    var text: [UInt8] = [.openObject]
    for (number, entry) in entries.enumerated() {
      if number > 0 { text.append(.comma) }
      text += JSONText.quoted(entry.name) + [.colon] + entry.value.jsonText
    }
    return text + [.closeObject]
  }
}
