internal import RKDiagnostics

/// A declaration that may extend another of its kind.
protocol InheritingDeclaration {
  /// The plural noun for the declarations.
  static var plural: String { get }
  var inheritingName: SpecText { get }
  var extends: SpecText? { get }
  /// The number of its rules or properties.
  var ruleCount: Int { get }
  /// Returns a copy whose missing members are taken from the extended declaration.
  func inheriting(_ base: Self) -> Self
}

/// Resolves `extends`: adds the members that declarations inherit.
struct Inheritance<Declaration: InheritingDeclaration> {
  private let declarations: [Declaration]
  /// For each declaration, the one that it extends.
  private let bases: [Int?]
  private let findings: SpecFindings
  private var merged: [Declaration?]
  /// For each merged declaration, the number of levels above it.
  private var levels: [Int]
  /// For each declaration, its index on the current path.
  private var places: [Int?]
  private var hasCycle = false
  /// The number of rules inherited so far.
  private var ruleCount = 0
  /// The longest allowed chain of declarations.
  private static var mostLevels: Int { 100 }
  /// The most rules that all declarations together may inherit, because each has its own copy.
  private static var mostRules: Int { 250_000 }

  private init(_ declarations: [Declaration], bases: [Int?], _ findings: SpecFindings) {
    self.declarations = declarations
    self.bases = bases
    self.findings = findings
    merged = declarations.map { _ in nil }
    levels = declarations.map { _ in 0 }
    places = declarations.map { _ in nil }
  }

  /// Returns all declarations with what they inherit.
  ///
  /// Takes time linear in the members of the result.
  static func resolve(
    _ declarations: [Declaration],
    bases: [Int?],
    _ findings: SpecFindings
  ) -> [Declaration] {
    if bases.allSatisfy({ $0 == nil }) { return declarations }
    var inheritance = Inheritance(declarations, bases: bases, findings)
    for number in declarations.indices { inheritance.resolve(number) }
    return zip(inheritance.merged, declarations).map { $0 ?? $1 }
  }

  /// Merges a declaration with those that it builds on, from the last one back.
  private mutating func resolve(_ number: Int) {
    var path: [Int] = []
    var next: Int? = number
    while let declaration = next, merged[declaration] == nil {
      if let start = places[declaration] {
        reportCycle(path[start...])
        break
      }
      places[declaration] = path.count
      path.append(declaration)
      next = bases[declaration]
    }
    for declaration in path.reversed() { merged[declaration] = mergedWithBase(declaration) }
  }

  private mutating func mergedWithBase(_ number: Int) -> Declaration {
    let declaration = declarations[number]
    // In a cycle, the last declaration has a base that is not merged yet.
    guard let base = bases[number], let inherited = merged[base] else { return declaration }
    levels[number] = levels[base] + 1
    if ruleCount > Self.mostRules { return declaration }
    ruleCount += inherited.ruleCount
    if ruleCount > Self.mostRules {
      findings.report(
        .tooManyRules,
        "\(Declaration.plural) take over more than \(Self.mostRules) rules from those that they extend",
        at: place(of: number),
        help: "extend what has fewer rules, or relate to it"
      )
      return declaration
    }
    if levels[number] <= Self.mostLevels { return declaration.inheriting(inherited) }
    // A cycle also exceeds the limit, but was reported already.
    if !hasCycle && levels[number] == Self.mostLevels + 1 {
      findings.report(
        .extendsCycle,
        "\(Declaration.plural) extend one another over more than \(Self.mostLevels) levels",
        at: place(of: number)
      )
    }
    return declaration
  }

  private mutating func reportCycle(_ circle: ArraySlice<Int>) {
    guard let last = circle.last else { return }
    hasCycle = true
    let names = circle.map { declarations[$0].inheritingName.value }
    findings.report(
      .extendsCycle,
      "\(Declaration.plural) extend one another: "
        + MapperCycle.text(names, joinedBy: " extends "),
      at: place(of: last)
    )
  }

  private func place(of number: Int) -> SpecPlace {
    (declarations[number].extends ?? declarations[number].inheritingName).place
  }
}

extension MapperDeclaration: InheritingDeclaration {
  static var plural: String { "mappers" }

  var inheritingName: SpecText { id }

  var ruleCount: Int { attributes.count + relationships.count }
}
