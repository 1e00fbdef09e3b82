/// A plan's members and places, in tables that are cheap to read.
struct WriteTables: Sendable {
  /// The name of a member.
  private struct Name: BitwiseCopyable {
    var text: ConstantText
    /// The range of the name in the tables' text.
    var range: ByteRange
    /// The slot; -1 if only the value's own members are wanted.
    var slot: Int32
    /// The level of the value's member names; -1 if none is wanted.
    var inner: Int32
  }

  /// How a place in a representation is written.
  struct Shape: BitwiseCopyable {
    enum Kind: UInt8, BitwiseCopyable {
      case object
      case list
      case member
    }

    var kind: Kind
    /// The parts of a list or object; the number of a member.
    var range: PlanRange<Part>
  }

  struct Part: BitwiseCopyable {
    /// `"key":`; empty in a list.
    var label: ByteRange
    /// The index in a list.
    var index: Int
    var shape: Int
  }

  /// A member of records.
  struct Member: BitwiseCopyable {
    var slot: Int
    /// Every value of the member is written unchanged.
    var isPlain: Bool
    /// Some values of the member are not written.
    var mayBeLeftOut: Bool
  }

  private var names: [Name] = []
  private var levels: [PlanRange<Name>] = []
  private(set) var shapes: [Shape] = []
  private(set) var parts: [Part] = []
  private var members: [Member] = []
  /// The index of each node's first member.
  private var firstMembers: [Int] = []
  /// The shape of each node that writes only one shape; -1 for other nodes.
  private(set) var onlyShapes: [Int] = []
  /// Labels, and names with their closing quotes.
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

  /// Appends the label of a part.
  @inline(__always)
  func appendLabel(of part: Int, to output: inout UniqueArray<UInt8>) {
    output.append(padded: text.span, parts[part].label.range)
  }

  /// The name of a level that a key is, searched from a guess on, since records have their members
  /// in the order of the spec; nil if it is none.
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

  /// The name that is expected after another one.
  @inline(__always)
  func follower(of name: Int, in level: Int) -> Int {
    name &+ 1 == levels[level].count ? 0 : name &+ 1
  }

  /// The slot of a name's value, and the level of the value's member names; -1 if not wanted.
  @inline(__always)
  func slots(of name: Int, in level: Int) -> (slot: Int, inner: Int) {
    let entry = names[Int(levels[level].first) &+ name]
    return (Int(entry.slot), Int(entry.inner))
  }
}
