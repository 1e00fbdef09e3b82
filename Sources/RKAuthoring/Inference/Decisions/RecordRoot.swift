/// The place of records in documents, which becomes a descriptor.
struct RecordRoot {
  /// What is known about the request of some documents.
  struct Request: Hashable {
    var name: String?
    var method: String?
    var path: String?
    var status: Int?
  }

  var request: Request
  /// The keys that lead to the records.
  var keys: [String]
  let position: Position
  /// The rows, if records are lists; nil if they are objects.
  var rows: RowSamples?
  /// Whether each record is mapped as one value, because records are scalars or of several kinds.
  var isWhole = false
  /// Whether some documents lack it.
  var isOptional = false
  /// The name of its descriptor; nil for the only root without a key path.
  var name: String?
  /// Whether the rows are documents, not elements of a list.
  var isRow = false
  /// Whether it is one object in every document.
  var isObject = false
  /// The statuses of the responses that have it.
  var statuses: [Int] = []

  /// Records that it also stands for: those of lists beside documents, and those of other statuses.
  var mergedCount = 0

  /// The number of its records in the samples.
  var count: Int { mergedCount + ownCount }

  private var ownCount: Int {
    if let rows { return rows.count }
    if isWhole { return position.tally.all - position.tally.nulls }
    return position.site?.values.map(\.tally.all) ?? position.tally.objects
  }

  /// A name for its records, derived from the request; empty if there is none.
  var recordName: String {
    guard let literal = RequestPatterns.lastLiteral(request.path) else { return "" }
    return (request.status ?? 200) < 400 ? literal : Names.singular(literal) + "Error"
  }

  static let mostKeys = 3

  /// A member of an envelope that is not mapped.
  struct Unmapped {
    var name: String
    /// Why a spec cannot name it; nil if it can.
    var refusal: String?
  }

  /// The roots of documents, and the members of envelopes that are not mapped.
  static func find(
    in position: Position,
    _ request: Request
  ) -> (roots: [RecordRoot], unmapped: [Unmapped]) {
    if let list = position.element?.site {
      guard let site = position.site else {
        let inner = throughSingle(position.element ?? position, keys: [])
        return ([RecordRoot(request: request, keys: inner.keys, position: inner.position)], [])
      }
      var root = RecordRoot(request: request, keys: [], position: position)
      root.mergedCount = list.count
      site.absorb(list)
      return ([root], [])
    }
    var unmapped: [Unmapped] = []
    let roots = find(in: position, keys: [], isOptional: false, request, &unmapped)
    return (roots, unmapped)
  }

  private static func find(
    in position: Position,
    keys: [String],
    isOptional: Bool,
    _ request: Request,
    _ unmapped: inout [Unmapped]
  ) -> [RecordRoot] {
    guard let site = position.site, !site.isEmpty else { return [] }
    guard keys.count < mostKeys, Envelope.isOne(site) else {
      var root = RecordRoot(
        request: request,
        keys: keys,
        position: position,
        isOptional: isOptional
      )
      root.isObject = position.tally.lists == 0
      return [root]
    }
    var roots: [RecordRoot] = []
    for number in site.ordered {
      let member = site.members[number]
      let keys = keys + [member.name]
      let isOptional = isOptional || member.tally.all - member.tally.nulls < site.count
      if let element = member.element, let list = element.site, !list.isEmpty {
        let inner = throughSingle(element, keys: keys)
        roots.append(
          RecordRoot(
            request: request,
            keys: inner.keys,
            position: inner.position,
            isOptional: isOptional
          )
        )
      } else if let object = member.site, !object.isEmpty {
        roots += find(in: member, keys: keys, isOptional: isOptional, request, &unmapped)
      } else {
        unmapped.append(Unmapped(name: keys.joined(separator: ".")))
      }
    }
    for member in site.members where member.refusal != nil {
      let name = (keys + [KeySpellings.visible(member.name)]).joined(separator: ".")
      unmapped.append(Unmapped(name: name, refusal: member.refusal))
    }
    return roots
  }

  /// Steps into list elements that are objects with a single member, if the values of that member are records.
  private static func throughSingle(
    _ element: Position,
    keys: [String]
  ) -> (position: Position, keys: [String]) {
    guard keys.count < mostKeys, let site = element.site, site.members.count == 1,
      site.values == nil, element.tally.scalars + element.tally.lists == 0,
      let inner = site.members[0].site, inner.values == nil, !inner.isEmpty, !site.isEmpty,
      site.members[0].tally.objects == site.count
    else { return (element, keys) }
    return (site.members[0], keys + [site.members[0].name])
  }
}
