internal import RKDiagnostics

/// Checks that templates only use attributes of their own mapper, are not cyclic, and do not expand
/// to more than fits in memory.
///
/// Takes time linear in the parts of the templates.
struct TemplateCheck {
  private let findings: SpecFindings

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let check = TemplateCheck(findings: findings)
    for case .object(let mapping) in graph.mappings
    where mapping.attributes.contains(where: { $0.template != nil }) {
      check.checkNames(mapping)
      check.checkCircles(mapping)
      check.checkSizes(mapping)
    }
  }

  private func checkNames(_ mapping: ObjectMapping) {
    let known = Set(mapping.attributes.map(\.destination.text))
    let relationships = Set(mapping.relationships.map(\.destination.text))
    for name in mapping.attributes.flatMap({ $0.template?.names ?? [] })
    where !known.contains(name.value) {
      let isRelationship = relationships.contains(name.value)
      let suggestion =
        isRelationship
        ? "" : findings.suggestion(for: name.value) { known.sorted() }.description
      findings.reportOnce(
        .badTemplate,
        isRelationship
          ? "'\(name.value)' is a relationship, which has no text"
          : "the mapper '\(mapping.id)' has no attribute '\(name.value)'\(suggestion)",
        at: name.place,
        help: "a template is made of attributes of its own record, by their destinations; one with "
          + "\"hidden\": true is not written"
      )
    }
  }

  private func checkCircles(_ mapping: ObjectMapping) {
    let templates = mapping.templatesByName
    var done: Set<String> = []
    for start in templates.keys.sorted() where !done.contains(start) {
      var path: [OpenTemplate] = [OpenTemplate(start, templates)]
      var places = [start: 0]
      while let (name, part) = path.nextPart() {
        guard let part else {
          path.removeLast()
          places[name] = nil
          done.insert(name)
          continue
        }
        if let first = places[part.value] {
          let cycle = path[first...].map(\.name)
          findings.reportOnce(
            .badTemplate,
            "templates use one another: "
              + MapperCycle.text(cycle, joinedBy: " needs "),
            at: part.place
          )
        } else if templates[part.value] != nil && !done.contains(part.value) {
          places[part.value] = path.count
          path.append(OpenTemplate(part.value, templates))
        }
      }
    }
  }

  /// The most bytes that the templates of a mapper may expand to, for a record whose other
  /// attributes have one character each.
  private static let mostBytes = 16_000_000

  /// Reports templates that expand to too much text because they use each other several times.
  ///
  /// Templates outside of cycles are in the order of dependencies.
  private func checkSizes(_ mapping: ObjectMapping) {
    let templates = mapping.templatesByName
    var sizes: [String: Int] = [:]
    var total = 0
    for name in mapping.templateOrder {
      guard let template = templates[name] else { continue }
      var size = 0
      for piece in template.pieces {
        switch piece {
        case .text(let text): size += text.utf8.count
        case .attribute(let part, _): size += sizes[part.value] ?? 1
        }
      }
      sizes[name] = size
      // Literal text is at most as long as the spec, so that it does not count.
      total += max(0, size - template.text.utf8.count)
      guard total > Self.mostBytes else { continue }
      return findings.report(
        .templateTooLarge,
        "the templates of '\(mapping.id)' make more than \(Self.mostBytes) characters of one record, of "
          + "which '\(name)' makes at least \(size)",
        at: template.place,
        help: "build it from attributes instead of other templates"
      )
    }
  }
}

/// A template on the path that is being followed.
private struct OpenTemplate {
  let name: String
  private var names: ArraySlice<SpecText>

  init(_ name: String, _ templates: [String: SpecTemplate]) {
    self.name = name
    names = templates[name]?.names[...] ?? []
  }

  mutating func next() -> SpecText? { names.popFirst() }
}

extension [OpenTemplate] {
  /// Returns the innermost template and its next part, which is nil after the last part.
  ///
  /// Returns nil if no template is open.
  fileprivate mutating func nextPart() -> (name: String, part: SpecText?)? {
    guard let top = indices.last else { return nil }
    return (self[top].name, self[top].next())
  }
}

extension ObjectMapping {
  /// Its attributes with templates, by destination.
  fileprivate var templatesByName: [String: SpecTemplate] {
    Dictionary(
      attributes.compactMap { attribute in
        attribute.template.map { (attribute.destination.text, $0) }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The destinations of its templates, dependencies first.
  var templateOrder: [String] {
    let templates = templatesByName
    var order: [String] = []
    var seen: Set<String> = []
    for attribute in attributes where attribute.template != nil {
      let start = attribute.destination.text
      if !seen.insert(start).inserted { continue }
      var path: [OpenTemplate] = [OpenTemplate(start, templates)]
      while let (name, part) = path.nextPart() {
        guard let part = part?.value else {
          order.append(name)
          path.removeLast()
          continue
        }
        if templates[part] != nil && seen.insert(part).inserted {
          path.append(OpenTemplate(part, templates))
        }
      }
    }
    return order
  }
}
