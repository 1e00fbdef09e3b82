internal import RKDiagnostics
internal import RKEngine

/// Builds the targets of a spec from their declarations.
struct TargetBuilder {
  private let findings: SpecFindings
  private var declarations: [TargetDeclaration] = []
  private var numbers: [String: Int] = [:]
  /// The targets of mappers, which need not be declared.
  private let mapped: Set<String>

  private init(_ findings: SpecFindings, mapped: Set<String>) {
    self.findings = findings
    self.mapped = mapped
  }

  /// Builds the targets of a spec and its included files; errors are added to the findings.
  ///
  /// `mapped` has the targets of its mappers.
  static func build(
    _ files: [[TargetDeclaration]],
    mapped: Set<String>,
    _ findings: SpecFindings
  ) -> TargetTable {
    var builder = TargetBuilder(findings, mapped: mapped)
    for declaration in files.joined() { builder.add(declaration) }
    return builder.build()
  }

  private mutating func add(_ target: TargetDeclaration) {
    if let other = numbers[target.name.value] {
      return findings.reportClash("target", target.name, declarations[other].name.place)
    }
    numbers[target.name.value] = declarations.count
    declarations.append(target)
  }

  private mutating func build() -> TargetTable {
    checkTypes()
    let bases = declarations.map { $0.extends.flatMap(find) }
    let merged = Inheritance.resolve(declarations, bases: bases, findings)
    var table = TargetTable()
    for (number, declaration) in merged.enumerated() {
      // If the base is unknown, so are its properties.
      let lacksBase = declarations[number].extends != nil && bases[number] == nil
      if !lacksBase {
        checkNames(declarations[number], known: declaration.properties.map(\.name.text))
      }
      var target = target(declaration, base: bases[number])
      if lacksBase { target.isClosed = false }
      table.add(target)
    }
    return table
  }

  private func find(_ base: SpecText) -> Int? {
    if let found = numbers[base.value] { return found }
    findings.reportUnknown(.unknownTarget, "no target '\(base.value)'", base) {
      numbers.keys.sorted()
    }
    return nil
  }

  private func target(_ declaration: TargetDeclaration, base: Int?) -> Target {
    Target(
      name: declaration.name.value,
      base: base.map { declarations[$0].name.value },
      properties: declaration.properties.map { property in
        TargetProperty(
          name: property.name,
          type: property.type,
          formats: property.formats,
          zone: property.zone,
          column: property.column,
          precision: property.precision,
          defaultValue: property.defaultValue,
          isRequired: property.isRequired,
          place: property.place
        )
      },
      identification: (declaration.identification ?? []).map(\.value),
      unique: (declaration.unique ?? []).map { $0.map(\.value) },
      indexes: (declaration.indexes ?? []).map { $0.map(\.value) },
      isClosed: declaration.isClosed ?? false,
      place: declaration.name.place
    )
  }

  /// Reports names that are not properties of the target.
  private func checkNames(_ target: TargetDeclaration, known: [String]) {
    let lists = [target.identification ?? []] + (target.unique ?? []) + (target.indexes ?? [])
    let names = lists.joined()
    if names.isEmpty { return }
    let isKnown = Set(known)
    for name in names where !isKnown.contains(name.value) {
      findings.reportUnknown(
        .unknownProperty,
        "the target '\(target.name.value)' has no property '\(name.value)'",
        name
      ) { known.sorted() }
    }
  }

  // MARK: - Types

  private mutating func checkTypes() {
    let check = TypeNameCheck(targets: mapped.union(numbers.keys), findings: findings)
    for target in declarations.indices {
      for number in declarations[target].properties.indices {
        let property = declarations[target].properties[number]
        let subject = "\(declarations[target].name.value).\(property.name.text)"
        // Without a type, the types of the attributes decide.
        let declared = property.type ?? .plain(.decimal)
        if let column = property.column,
          DecimalColumnCheck.column(column, declared, of: subject, findings) == nil
        {
          declarations[target].properties[number].column = nil
        }
        if let precision = property.precision,
          DecimalColumnCheck.digits(precision, property.type ?? .plain(.date), subject, findings)
            == nil
        {
          declarations[target].properties[number].precision = nil
        }
        guard let type = property.type, let text = property.typeText else { continue }
        if !check.isKnown(type, text) {
          declarations[target].properties[number].type = nil
        } else if case .records(_, depth: 2...) = type.held {
          findings.report(
            .wrongKind,
            "a property holds a record, or one list or set of records, no lists of lists",
            at: text.place
          )
          declarations[target].properties[number].type = nil
        } else if type.record != nil, let value = property.defaultValue, value.kind != .null {
          findings.report(
            .targetContradiction,
            "the property '\(property.name.text)' holds records, and records have no 'default'",
            at: property.place
          )
        }
      }
    }
  }
}

extension TargetDeclaration: InheritingDeclaration {
  static var plural: String { "targets" }

  var inheritingName: SpecText { name }

  var ruleCount: Int { properties.count }

  /// Properties are merged by name, and keep their order; lists are replaced.
  func inheriting(_ base: TargetDeclaration) -> TargetDeclaration {
    var merged = self
    merged.properties = base.properties
    var places = Dictionary(
      base.properties.enumerated().map { ($1.name, $0) },
      uniquingKeysWith: { _, last in last }
    )
    for property in properties {
      if let place = places[property.name] {
        merged.properties[place] = property
      } else {
        places[property.name] = merged.properties.count
        merged.properties.append(property)
      }
    }
    merged.identification = identification ?? base.identification
    merged.unique = unique ?? base.unique
    merged.indexes = indexes ?? base.indexes
    merged.isClosed = isClosed ?? base.isClosed
    return merged
  }
}
