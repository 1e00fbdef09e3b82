internal import RKDiagnostics

/// Sees to it that templates are made of attributes of their own mapper, and not of one another in a
/// circle.
///
/// Linear in the parts of the templates.
struct TemplateCheck {
  private let findings: SpecFindings

  static func check(_ graph: MappingGraph, _ findings: SpecFindings) {
    let check = TemplateCheck(findings: findings)
    for case .object(let mapping) in graph.mappings
    where mapping.attributes.contains(where: { $0.template != nil }) {
      check.checkNames(mapping)
      check.checkCircles(mapping)
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
      var path: [(name: String, next: Int)] = [(start, 0)]
      var places = [start: 0]
      while let (name, next) = path.last {
        let names = templates[name]?.names ?? []
        guard next < names.count else {
          path.removeLast()
          places[name] = nil
          done.insert(name)
          continue
        }
        path[path.count - 1].next += 1
        let part = names[next]
        if let first = places[part.value] {
          let circle = path[first...].map(\.name)
          findings.reportOnce(
            .badTemplate,
            "templates are made of one another: "
              + MapperCircle.text(circle, joinedBy: " needs "),
            at: part.place
          )
        } else if templates[part.value] != nil && !done.contains(part.value) {
          places[part.value] = path.count
          path.append((part.value, 0))
        }
      }
    }
  }
}

extension ObjectMapping {
  /// Its attributes that templates make, by their destinations.
  fileprivate var templatesByName: [String: SpecTemplate] {
    Dictionary(
      attributes.compactMap { attribute in
        attribute.template.map { (attribute.destination.text, $0) }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The destinations of its templates, those that others are made of first.
  var templateOrder: [String] {
    let templates = templatesByName
    var order: [String] = []
    var seen: Set<String> = []
    for attribute in attributes where attribute.template != nil {
      var path: [(name: String, next: Int)] = [(attribute.destination.text, 0)]
      if !seen.insert(attribute.destination.text).inserted { continue }
      while let (name, next) = path.last {
        let names = templates[name]?.names ?? []
        guard next < names.count else {
          order.append(name)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let part = names[next].value
        if templates[part] != nil && seen.insert(part).inserted { path.append((part, 0)) }
      }
    }
    return order
  }
}
