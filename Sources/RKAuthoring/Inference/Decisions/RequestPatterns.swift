internal import RKEngine

/// Joins requests that differ only in parameters of their paths.
struct RequestPatterns {
  private typealias Entry = (request: RecordRoot.Request, group: SampleCollector.Group)

  /// The groups of samples in the order of descriptors; groups of the same pattern are joined.
  static func groups(
    _ groups: [RecordRoot.Request: SampleCollector.Group]
  ) -> [(request: RecordRoot.Request, group: SampleCollector.Group)] {
    var entries: [Entry] = groups.map { ($0.key, $0.value) }
    for index in entries.indices {
      entries[index].request.path = entries[index].request.path.map(plain)
    }
    entries = joined(entries)
    // If one part is a parameter, parts beside it may be recognized as parameters, too. Two parts that always
    // differ together are tried last.
    for width in [1, 2] {
      while widen(&entries, width) { while widen(&entries, 1) {} }
    }
    return entries.sorted { precedes($0.request, $1.request) }
  }

  /// Finds parameters where `width` consecutive parts of paths differ, and joins requests that are then equal.
  ///
  /// - Returns: Whether there were any.
  private static func widen(_ entries: inout [Entry], _ width: Int) -> Bool {
    let patterns = wide(entries, width)
    if patterns.isEmpty { return false }
    for index in entries.indices {
      guard let path = entries[index].request.path else { continue }
      if let pattern = patterns.first(where: { fits(path, $0) }) {
        entries[index].request.path = pattern
      }
    }
    entries = joined(entries)
    return true
  }

  /// Joins the groups of equal requests.
  private static func joined(_ entries: [Entry]) -> [Entry] {
    var joined: [Entry] = []
    var known: [RecordRoot.Request: Int] = [:]
    for entry in entries.sorted(by: { precedes($0.request, $1.request) }) {
      if let index = known[entry.request] {
        joined[index].group.absorb(entry.group)
      } else {
        known[entry.request] = joined.count
        joined.append(entry)
      }
    }
    return joined
  }

  static func precedes(_ one: RecordRoot.Request, _ other: RecordRoot.Request) -> Bool {
    let left = [one.path ?? one.name ?? "", one.method ?? "", String(one.status ?? 0)]
    let right = [other.path ?? other.name ?? "", other.method ?? "", String(other.status ?? 0)]
    return left.lexicographicallyPrecedes(right) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  // MARK: - Paths

  /// The path of a URL, with a parameter in place of each part that is certainly one.
  private static func plain(_ url: String) -> String {
    var rest = Substring(url)
    if let scheme = rest.firstRange(of: "://") {
      rest = rest[scheme.upperBound...]
      rest = rest.utf8.firstIndex(of: .solidus).map { rest[$0...] } ?? ""
    }
    rest = Substring(rest.utf8.prefix { $0 != .ascii("?") && $0 != .ascii("#") })
    return named(rest.split(byte: .solidus).map { isParameter($0) ? ":" : String($0) })
  }

  /// Names parameters after the literal before them.
  private static func named(_ parts: [String]) -> String {
    var names: Set<String> = []
    var made: [String] = []
    for (index, part) in parts.enumerated() {
      guard part.hasPrefix(":") else {
        made.append(part)
        continue
      }
      let literal = parts[..<index].last { !$0.hasPrefix(":") }
      let name = literal.map { Names.camel(Names.singular($0)) + "Id" } ?? "id"
      made.append(":" + names.claim(name))
    }
    return "/" + made.joined(separator: "/")
  }

  private static func isParameter(_ part: Substring) -> Bool {
    let bytes = Array(part.utf8)
    return bytes.allSatisfy(\.isDigit) || TextFormats.isUUID(bytes.span, 0..<bytes.count)
      || bytes.count >= 8 && bytes.allSatisfy(\.isHexDigit)
  }

  /// Patterns where each part that becomes a parameter has at least three values, and the bodies are alike.
  private static func wide(_ entries: [Entry], _ width: Int) -> [String] {
    var seen: [String: [(parts: [String], group: SampleCollector.Group)]] = [:]
    for entry in entries {
      guard let path = entry.request.path else { continue }
      let parts = path.split(byte: .solidus).map(String.init)
      // The first part says what the resource is, so it is never a parameter.
      for index in parts.indices.dropFirst() where index + width <= parts.count {
        let range = index..<(index + width)
        guard !parts[range].contains(where: { $0.hasPrefix(":") }) else { continue }
        var pattern = parts
        for part in range { pattern[part] = ":" }
        let key = "\(entry.request.method ?? "") \(entry.request.status ?? 0) \(named(pattern))"
        seen[key, default: []].append((Array(parts[range]), entry.group))
      }
    }
    return seen.filter { found in
      guard let first = found.value.first?.group,
        (0..<width).allSatisfy({ part in Set(found.value.map { $0.parts[part] }).count >= 3 })
      else { return false }
      return found.value.allSatisfy { $0.group.isLike(first) }
    }.keys.map { String($0.split(byte: .space).last ?? "") }.sorted()
  }

  private static func fits(_ path: String, _ pattern: String) -> Bool {
    let (parts, wanted) = (path.split(byte: .solidus), pattern.split(byte: .solidus))
    return parts.count == wanted.count
      && zip(parts, wanted).allSatisfy { $0 == $1 || $1.hasPrefix(":") }
  }

  // MARK: - Descriptors

  /// Names the descriptors after the last key of the key path or the last part of the request's path.
  ///
  /// Equal names get more of the request.
  static func name(_ roots: inout [(root: RecordRoot, mapper: MapperDraft)]) {
    var names = roots.map { name(of: $0.root) }
    let longer: [(RecordRoot) -> String?] = [
      { root in root.request.path == nil ? root.keys.joined(separator: ".") : nil },
      { root in root.request.method.map { $0.prefix(1) + $0.dropFirst().lowercased() } },
      { root in
        parameter(root.request.path).map { "By" + $0.prefix(1).uppercased() + $0.dropFirst() }
      },
      { root in root.statuses.first.map(String.init) },
    ]
    // Descriptors that file names state keep their names, even if several are equal.
    let isFree = roots.map { $0.root.request.name == nil }
    for (step, more) in longer.enumerated() {
      let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
      for index in roots.indices where isFree[index] && counts[names[index]] ?? 0 > 1 {
        guard let part = more(roots[index].root) else { continue }
        names[index] = step == 0 ? part : (names[index] ?? "") + part
      }
    }
    var taken: Set<String> = []
    for index in roots.indices {
      guard let name = names[index] else { continue }
      let free = isFree[index] ? Names.free(name, in: taken) : name
      taken.insert(free.lowercased())
      roots[index].root.name = free
    }
  }

  private static func name(of root: RecordRoot) -> String? {
    if let name = root.request.name { return name }
    if root.request.path != nil { return Names.camel(lastLiteral(root.request.path) ?? "root") }
    return root.keys.last
  }

  /// Merges descriptors with the same mapper that differ only in the status.
  static func merged(
    _ roots: [(root: RecordRoot, mapper: MapperDraft)]
  ) -> [(root: RecordRoot, mapper: MapperDraft)] {
    var merged: [(root: RecordRoot, mapper: MapperDraft)] = []
    for (root, mapper) in roots {
      let same = merged.firstIndex {
        var request = root.request
        request.status = $0.root.request.status
        return $0.mapper === mapper && $0.root.keys == root.keys && $0.root.request == request
      }
      if let same {
        if let status = root.request.status { merged[same].root.statuses.append(status) }
        merged[same].root.mergedCount += root.count
        merged[same].root.isObject = merged[same].root.isObject && root.isObject
      } else {
        var root = root
        root.statuses = root.request.status.map { [$0] } ?? []
        merged.append((root, mapper))
      }
    }
    return merged
  }

  /// The name of a path's last part, if it is a parameter.
  private static func parameter(_ path: String?) -> Substring? {
    guard let last = path?.split(byte: .solidus).last, last.hasPrefix(":") else { return nil }
    return last.dropFirst()
  }

  /// The last part of a path that is not a parameter.
  static func lastLiteral(_ path: String?) -> String? {
    path?.split(byte: .solidus).last { !$0.hasPrefix(":") }.map(String.init)
  }
}

extension SampleCollector.Group {
  fileprivate func absorb(_ other: SampleCollector.Group) {
    position.absorb(other.position)
    documents += other.documents
  }

  /// Whether the bodies are similar enough for one mapper.
  fileprivate func isLike(_ other: SampleCollector.Group) -> Bool {
    let left = Set((position.element?.site ?? position.site)?.hashes ?? [])
    let right = Set((other.position.element?.site ?? other.position.site)?.hashes ?? [])
    return left.intersection(right).count * 4 >= left.union(right).count * 3
  }
}
