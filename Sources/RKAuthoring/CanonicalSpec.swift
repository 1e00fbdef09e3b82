internal import RKDiagnostics
internal import RKMapping

/// Turns a parsed spec into strict JSON with the same meaning.
///
/// Keeps the forms and the order of members; comments become members of the objects that contain them.
struct CanonicalSpec {
  private let source: SpecSource
  /// How many comments have been assigned to an object so far.
  private var placedCount = 0

  private init(_ source: SpecSource) { self.source = source }

  static func value(of source: SpecSource) -> JSONTree {
    var canonical = CanonicalSpec(source)
    var none: [String] = []
    return canonical.value(of: source.root, in: Context(isRoot: true), &none)
  }

  private struct Context {
    var isRoot = false
    /// The name of the member whose value it is.
    var name: String?
    /// Whether the value is a constant, of which a comment would become a part, or does not belong to the
    /// format.
    var isForeign = false

    /// The members whose values are constants.
    private static let constants = SpecObjectKind.names(where: \.isConstant)

    func ofMember(_ name: String) -> Context {
      let isForeign =
        self.isForeign || Self.constants.contains(name) || name.hasPrefix("$")
        || name.hasPrefix("x-")
      return Context(name: name, isForeign: isForeign)
    }

    var ofItem: Context { Context(isForeign: isForeign) }
  }

  /// The canonical form of a value; comments that no object in it contains are added to `comments`.
  private mutating func value(
    of node: SpecNode,
    in context: Context,
    _ comments: inout [String]
  ) -> JSONTree {
    switch node.content {
    case .null: return .literal("null")
    case .boolean(let value): return .literal(String(value))
    case .number(let text): return .literal(text)
    case .string(let text): return .text(text)
    case .word(let word): return .literal(source.text(of: word, at: node.place))
    case .list(let items):
      let values = items.map { item in
        takeComments(before: item.place.range.lowerBound, into: &comments)
        return value(of: item, in: context.ofItem, &comments)
      }
      takeComments(before: node.place.range.upperBound, into: &comments)
      return .list(values)
    case .object(let members, let isBracketed):
      let reading =
        isBracketed ? source.reading(ofPairsAt: node.place, in: context.name) : .object
      if context.isForeign || reading == .attributes {
        let object = self.members(members, of: node, in: context, &comments)
        return reading == .attributes ? Self.fullForms(object) : Self.object(object, reading)
      }
      var own: [String] = []
      let object = self.members(members, of: node, in: context, &own)
      return Self.object(Self.adding(own, to: object), reading)
    }
  }

  private mutating func members(
    _ members: [SpecMember],
    of node: SpecNode,
    in context: Context,
    _ comments: inout [String]
  ) -> [JSONTree.Member] {
    let result = members.map { member in
      // These include the comments of an earlier member of the same name, which is left out.
      takeComments(before: member.namePlace.range.lowerBound, into: &comments)
      let value = value(of: member.value, in: context.ofMember(member.name), &comments)
      return JSONTree.Member(name: member.name, value: value)
    }
    takeComments(before: context.isRoot ? .max : node.place.range.upperBound, into: &comments)
    return result
  }

  private static func object(_ members: [JSONTree.Member], _ reading: PairsReading)
    -> JSONTree
  {
    reading == .list ? .list([.object(members)]) : .object(members)
  }

  /// Writes pairs of sources and destinations as full forms, since an object of such pairs would itself be read
  /// as a full form.
  private static func fullForms(_ pairs: [JSONTree.Member]) -> JSONTree {
    .list(
      pairs.map { pair in
        let from = JSONTree.Member(name: "from", value: .text(pair.name))
        if case .object(let members) = pair.value { return .object([from] + members) }
        return .object([from, JSONTree.Member(name: "to", value: pair.value)])
      }
    )
  }

  // MARK: - Comments

  private mutating func takeComments(before place: Int, into comments: inout [String]) {
    while placedCount < source.comments.count, source.comments[placedCount].lowerBound < place {
      comments += CommentText.lines(of: source.file.bytes[source.comments[placedCount]])
      placedCount += 1
    }
  }

  /// The members of an object after its comments; comments that `fmt` wrote earlier come first.
  private static func adding(_ comments: [String], to members: [JSONTree.Member])
    -> [JSONTree.Member]
  {
    if comments.isEmpty { return members }
    let added = comments.map { JSONTree.text($0) }
    let name = SpecMember.commentName
    guard let number = members.firstIndex(where: { $0.name == name }) else {
      return [JSONTree.Member(name: name, value: .list(added))] + members
    }
    var members = members
    switch members[number].value {
    case .list(let earlier): members[number].value = .list(earlier + added)
    case .literal("null"): members[number].value = .list(added)
    case let earlier: members[number].value = .list([earlier] + added)
    }
    return members
  }
}
