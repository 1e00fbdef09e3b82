internal import RKDiagnostics

/// The value maps of a spec: named ones, and those of single attributes.
struct ValueMapTable {
  private(set) var mappings: [ValueMapping] = []
  /// The places of the named maps.
  private(set) var places: [SpecPlace] = []
  private var named: [String: (id: ValueMappingID, place: SpecPlace)] = [:]
  private let findings: SpecFindings

  /// Collects the named value maps of a spec and its included files.
  init(_ files: [[ValueMapDeclaration]], _ findings: SpecFindings) {
    self.findings = findings
    for declaration in files.joined() {
      if let other = named[declaration.name.value] {
        findings.reportClash("value map", declaration.name, other.place)
        continue
      }
      places.append(declaration.name.place)
      named[declaration.name.value] = (add(declaration.mapping), declaration.name.place)
    }
  }

  private mutating func add(_ mapping: ValueMapping) -> ValueMappingID {
    mappings.append(mapping)
    return ValueMappingID(mappings.count - 1)
  }

  /// Resolves the value maps of a mapper's attributes.
  mutating func resolve(_ mapper: inout MapperDeclaration) {
    for number in mapper.attributes.indices {
      switch mapper.attributes[number].map {
      case nil: break
      case .inline(let mapping): mapper.attributes[number].valueMap = add(mapping)
      case .named(let name): mapper.attributes[number].valueMap = find(name)
      }
    }
  }

  private func find(_ name: SpecText) -> ValueMappingID? {
    if let found = named[name.value] { return found.id }
    findings.reportUnknown(.unknownValueMap, "no value map '\(name.value)'", name) {
      named.keys.sorted()
    }
    return nil
  }
}
