/// What a plan says of each member and place, in tables that are cheap to read.
struct WriteTables: Sendable {
  /// The name of a member.
  private struct Name: BitwiseCopyable {
    var text: ConstantText
    /// The same in the tables' text.
    var range: ByteRange
    /// -1 where only its own members are asked for.
    var slot: Int32
    /// The level of its members' names; -1 where none is asked for.
    var inner: Int32
  }

  /// What is done with a place of a representation.
  struct Shape: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case object
      case list
      case member
    }

    var kind: Kind
    /// Of a list or object its parts, of a member its number.
    var range: PlanRange<Part>
  }

  struct Part: BitwiseCopyable {
    /// `"key":`; empty in a list.
    var label: ByteRange
    /// The place in a list.
    var index: Int
    var shape: Int
  }

  /// A member of records.
  struct Member: BitwiseCopyable {
    var slot: Int
    /// Every value of it is written as it stands.
    var isPlain: Bool
    /// Some value of it is not written.
    var mayBeLeftOut: Bool
  }

  private var names: [Name] = []
  private var levels: [PlanRange<Name>] = []
  private(set) var shapes: [Shape] = []
  private(set) var parts: [Part] = []
  private var members: [Member] = []
  /// Where the members of each node begin.
  private var firstMembers: [Int] = []
  /// The only shape of each node that writes nothing else; -1 for other nodes.
  private(set) var onlyShapes: [Int] = []
  /// Labels, and names with the quote after them.
  private var text: [UInt8] = []

  init(_ plan: WritePlan) {
    for level in plan.names {
      let first = names.count
      for number in level.keys.indices {
        let key = JSONText.quoted(Array(plan.plan.text[level.keys[number].range])).dropFirst()
        let range = text.count..<(text.count + key.count)
        text += key
        names.append(
          Name(
            text: ConstantText(text, range),
            range: ByteRange(range),
            slot: Int32(level.slots[number]),
            inner: Int32(level.inner[number])
          )
        )
      }
      levels.append(PlanRange(first..<names.count))
    }
    for shape in plan.shapes {
      let first = parts.count
      for part in shape.parts {
        let label = ByteRange(offset: UInt32(text.count), count: UInt32(part.label.count))
        text += part.label
        parts.append(Part(label: label, index: part.index, shape: part.shape))
      }
      switch shape.kind {
      case .object: shapes.append(Shape(kind: .object, range: PlanRange(first..<parts.count)))
      case .list: shapes.append(Shape(kind: .list, range: PlanRange(first..<parts.count)))
      case .member(let member):
        shapes.append(Shape(kind: .member, range: PlanRange(member..<(member + 1))))
      }
    }
    for node in plan.nodes {
      firstMembers.append(members.count)
      members += node.members.map {
        Member(slot: $0.slot, isPlain: $0.isPlain, mayBeLeftOut: $0.missing != nil)
      }
      let isOnly = node.pieces.count == 1 && node.proven.isEmpty && node.barred.isEmpty
      if isOnly, node.key == nil, node.scalar == nil, case .shape(let shape) = node.pieces[0] {
        onlyShapes.append(shape)
      } else {
        onlyShapes.append(-1)
      }
    }
    text += Array(repeating: 0, count: OutputBuffer.slack)
  }

  @inline(__always)
  func member(_ number: Int, of node: Int) -> Member { members[firstMembers[node] &+ number] }

  /// Appends what stands before a part.
  @inline(__always)
  func appendLabel(of part: Int, to output: inout UniqueArray<UInt8>) {
    output.append(padded: text.span, parts[part].label.range)
  }

  /// Which name of a level a key is, looked for from a guess on, since records have their members in the
  /// order of the spec; nil if it is none.
  @inline(__always)
  func find(_ key: Int, in level: Int, from guess: Int, _ view: TokenView) -> Int? {
    let range = levels[level]
    let start = view.position(key) &+ 1
    var number = Int(range.first) &+ guess
    for _ in 0..<range.count {
      if names[number].text.stands(at: start, view, text.span) { return number &- Int(range.first) }
      number &+= 1
      if number == Int(range.end) { number = Int(range.first) }
    }
    return view.hasBackslash(from: start, to: view.closingQuote(of: key))
      ? findEscaped(key, in: range, view) : nil
  }

  @inline(never)
  private func findEscaped(_ key: Int, in range: PlanRange<Name>, _ view: TokenView) -> Int? {
    let wanted = JSONText.quoted(view.text(ofString: key)).dropFirst()
    return range.indices.first { text[names[$0].range.range].elementsEqual(wanted) }
      .map { $0 - Int(range.first) }
  }

  /// The name after another.
  @inline(__always)
  func follower(of name: Int, in level: Int) -> Int {
    name &+ 1 == levels[level].count ? 0 : name &+ 1
  }

  /// Where the value of a name goes, and the level of its own members; -1 where that is not asked for.
  @inline(__always)
  func slots(of name: Int, in level: Int) -> (slot: Int, inner: Int) {
    let entry = names[Int(levels[level].first) &+ name]
    return (Int(entry.slot), Int(entry.inner))
  }
}
