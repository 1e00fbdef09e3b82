internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// The steps from samples to a spec.
struct InferenceDraft {
  let samples: SampleCollector
  let options: InferenceOptions
  private let files: [String]
  var maps: MapRule
  var roots: [(root: RecordRoot, mapper: MapperDraft)] = []
  var targets: [TargetDraft] = []
  var mappers: [MapperDraft] = []
  var unmapped: [String] = []
  /// Comments about members that no spec can name.
  var leftOut: [String] = []
  var decisions: [Inference.Decision] = []

  init(_ samples: SampleCollector, files: [String], _ options: InferenceOptions) {
    self.samples = samples
    self.options = options
    self.files = files
    maps = MapRule(options)
  }

  /// Whether some members of envelopes are not mapped.
  var leavesMembersOut: Bool { !unmapped.isEmpty }

  var writer: SpecWriter {
    SpecWriter(
      roots: roots,
      targets: targets,
      mappers: mappers,
      comments: comments,
      options: options
    )
  }

  /// Makes all decisions; returns false if there are no records.
  mutating func make() throws(DiagnosticsError) -> Bool {
    var found: [RecordRoot] = []
    let groups = RequestPatterns.groups(samples.groups)
    for (request, group) in groups { settle(group, request) }
    KeySpellings.mark(below: groups.map(\.1.position))
    for (request, group) in groups { found += roots(of: group, request) }
    guard !found.isEmpty else { return false }
    try checkSites()
    let sites = RecordSite.all(below: found.filter { !$0.isWhole }.map(\.position))
    let finder = VariantFinder(confidence: options.confidence)
    var joiner = KindJoiner(confidence: options.confidence)
    let several = finder.find(sites)
    joiner.join(sites.filter { several[ObjectIdentifier($0)] == nil })
    // Joining places joins the places in them, so only now each place has all of its kinds.
    let joined = RecordSite.current(sites)
    let variants = finder.find(joined)
    joiner.join(
      joined.flatMap { site in
        variants[ObjectIdentifier(site)].map { $0.arms.map(\.site) } ?? [site]
      }
    )
    build(found, joiner.partial, variants)
    try decide()
    return true
  }

  // MARK: - Roots

  /// Decides which lists are rows, and which objects are maps.
  private mutating func settle(_ group: SampleCollector.Group, _ request: RecordRoot.Request) {
    group.rows.settle()
    group.innerRows.settle()
    guard group.hasContent, group.scalarCount == 0, group.rows.isEmpty, group.innerRows.isEmpty
    else { return }
    maps.settle(
      group.position,
      path: "",
      member: RequestPatterns.lastLiteral(request.path) ?? ""
    )
  }

  private mutating func roots(
    of group: SampleCollector.Group,
    _ request: RecordRoot.Request
  ) -> [RecordRoot] {
    guard group.hasContent else { return [] }
    let objects = group.position.tally.objects + (group.position.element?.tally.objects ?? 0)
    let others = group.scalarCount
    let rows = [group.rows, group.innerRows].filter { !$0.isEmpty }
    // An empty list beside rows is not a row.
    let isRow = rows.count == 1 && rows[0] === group.rows
    let areRows = rows.count == 1 && rows[0].areRows && (!isRow || rows[0].areSeveral)
    if objects + others == 0, areRows, !isRow || group.position.tally.lists == 0 {
      var root = RecordRoot(request: request, keys: [], position: group.position, rows: rows[0])
      root.isRow = isRow
      return [root]
    }
    if others > 0 || !rows.isEmpty || !group.hasNames {
      var root = RecordRoot(request: request, keys: [], position: group.whole)
      root.isWhole = true
      return [root]
    }
    let (found, left) = RecordRoot.find(in: group.position, request)
    unmapped += left.map(\.name)
    for member in left {
      if let refusal = member.refusal { leftOut.append(KeySpellings.words(member.name, refusal)) }
    }
    return found
  }

  // MARK: - Mappers

  private mutating func build(
    _ found: [RecordRoot],
    _ partial: [(part: RecordSite, whole: RecordSite)],
    _ variants: [ObjectIdentifier: Variants]
  ) {
    var builder = DraftBuilder(options, partial, variants)
    for root in found {
      let member = root.keys.last ?? ""
      if let rows = root.rows {
        roots.append((root, builder.mapper(for: rows)))
      } else if root.isWhole {
        roots.append((root, builder.mapper(forValue: root.position)))
      } else if let mapper = builder.mapper(
        for: root.position,
        member.isEmpty ? root.recordName : member,
        votes: 2,
        from: nil
      ) {
        roots.append((root, mapper))
      }
    }
    builder.finish()
    targets = builder.targets
    mappers = builder.mappers
    roots = RequestPatterns.merged(roots)
    RequestPatterns.name(&roots)
  }

  // MARK: - Decisions

  private mutating func decide() throws(DiagnosticsError) {
    ValueMaps(mappers: mappers).name()
    targets = targets.filter { !$0.mappers.isEmpty }
    findTypes()
    let namer = TargetNamer(targets: targets, fallback: fallbackName)
    namer.name()
    let finder = IdentityFinder(confidence: options.confidence, targets: targets)
    finder.find()
    let (found, unmade) = connections()
    var foreign: [ObjectIdentifier: Set<String>] = [:]
    for connection in found {
      guard let target = connection.mapper.target else { continue }
      foreign[ObjectIdentifier(target), default: []].insert(connection.attribute.to)
    }
    finder.find(foreign: foreign)
    namer.settle()
    // Repeated because comments contain the names.
    finder.find(foreign: foreign)
    try stateIdentities()
    let columns = ColumnNames(targets: targets)
    columns.breakCycles()
    connect(found)
    leaveOut(unmade)
    columns.settle()
    TargetNamer.nameMappers(mappers, fallback: fallbackName)
    explainRoots()
    for mapper in mappers { describe(mapper) }
    for target in targets {
      for comment in target.comments { explain("identity", target.name, comment) }
    }
  }

  /// The name for records of a root without a key path.
  private var fallbackName: String {
    let names = Set(files.map(Self.stem))
    let plain: Set<String> = [
      "input", "data", "sample", "response", "example", "test", "index", "list", "all", "new",
      "page",
      "out", "file", "stdin", "",
    ]
    guard names.count == 1, let name = names.first, !plain.contains(name.lowercased()),
      name.contains(where: \.isLetter)
    else { return "Record" }
    return Names.pascal(Names.singular(name))
  }

  /// A file's name without folders and extensions.
  private static func stem(_ file: String) -> String {
    if file == "-" { return "" }
    if let name = FixtureName(file) { return name.name }
    let last = file.split(byte: .solidus).last.map(String.init) ?? ""
    return String(Substring(last.utf8.prefix { $0 != .period }))
  }

  /// Finds one type for each property, from all of its places.
  private func findTypes() {
    for target in targets {
      var positions: [String: [Position]] = [:]
      for attribute in target.mappers.flatMap(\.attributes) {
        positions[attribute.to, default: []] += attribute.positions
      }
      for mapper in target.mappers {
        for index in mapper.attributes.indices {
          let attribute = mapper.attributes[index]
          let name = attribute.key ?? attribute.to
          mapper.attributes[index].type = ValueType(of: positions[attribute.to] ?? [], name: name)
          state(attribute, at: index, of: mapper)
        }
      }
    }
  }

  /// Applies what flags say about an attribute besides its type.
  private func state(_ attribute: AttributeDraft, at index: Int, of mapper: MapperDraft) {
    guard let site = mapper.site, let key = attribute.key, let member = site.member(named: key)
    else { return }
    if options.statesRequired, site.count >= 5, site.presence(of: key) == site.count,
      member.tally.nulls == 0
    {
      mapper.attributes[index].isRequired = true
    }
    let type = mapper.attributes[index].type.name
    guard options.statesEnumerations, type == "string", let values = member.enumeration else {
      return
    }
    mapper.attributes[index].enumeration = values
    mapper.attributes[index].allowsNull = member.tally.nulls > 0
  }

  // MARK: - Connections

  /// Attributes that refer to identities of the same type; maps' key attributes are named after them.
  private func connections() -> (found: [ConnectionFinder.Found], unmade: [ConnectionFinder.Unmade])
  {
    var (found, unmade) = ConnectionFinder(targets: targets).find()
    found = found.filter { !$0.target.mappers.isEmpty }
    for connection in found {
      for mapper in connection.target.mappers where mapper.keyAttribute != nil {
        let names = Set(mapper.attributes.map { $0.to.lowercased() })
        var name = connection.ending.filter { $0 != "_" }.lowercased()
        if name.hasSuffix("s") { name = String(name.dropLast()) }
        mapper.isReferred = true
        if !names.contains(name) { mapper.keyAttribute = name }
      }
    }
    return (found, unmade)
  }

  /// Adds comments about attributes that refer to a target by their names only.
  private func leaveOut(_ unmade: [ConnectionFinder.Unmade]) {
    for connection in unmade {
      let name = connection.attribute.key ?? connection.attribute.to
      guard connection.target.identity?.members.count == 1,
        connection.mapper.target?.identity?.members != [connection.attribute.to]
      else { continue }
      connection.mapper.comments.append(
        "not made: connection \(name) to \(connection.target.name), whose records have "
          + "\(connection.shared) of its \(connection.compared) values"
      )
    }
  }

  private func connect(_ found: [ConnectionFinder.Found]) {
    for connection in found {
      guard let owner = connection.mapper.target, let identity = connection.target.identity,
        identity.members.count == 1,
        let index = connection.mapper.attributes.firstIndex(where: {
          $0.to == connection.attribute.to
        }),
        owner.identity?.members != [connection.attribute.to]
      else { continue }
      let type = connection.target.properties.first { $0.name == identity.members[0] }?.type ?? ""
      let own = connection.mapper.attributes[index].type.name
      guard own == type || own == "[\(type)]" else { continue }
      var to =
        connection.attribute.to == connection.attribute.key
        ? connection.stem
        : String(ConnectionFinder.split(connection.attribute.to)?.stem ?? connection.stem)
      if connection.isMany { to = Names.plural(Names.singular(to)) }
      if owner.properties.contains(where: { $0.name.lowercased() == to.lowercased() }) {
        connection.mapper.comments.append(
          "\(connection.attribute.to): leads to \(connection.target.name); '\(to)' is there already"
        )
        continue
      }
      connection.mapper.attributes[index].isHidden =
        !connection.isMany && to + "_" + identity.members[0] == connection.attribute.to
      connection.mapper.connections.append(
        ConnectionDraft(
          to: to,
          target: connection.target,
          from: connection.attribute.to,
          identity: identity.members[0],
          isMany: connection.isMany
        )
      )
    }
  }
}
