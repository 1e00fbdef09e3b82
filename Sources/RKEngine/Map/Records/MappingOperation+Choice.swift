/// The dynamic nodes that choose by the text of one member or element, as most do.
struct TextChoices {
  /// What a node compares with its texts, and the node for each.
  private struct Choice: BitwiseCopyable {
    /// The key of the member; nil for the element at `index`.
    var key: ConstantText?
    var index: Int32 = 0
    var texts: KeyTable
    /// The node for each text, in the order of the texts.
    var chosen: PlanRange<PlanID<PlanNode>>
    /// The node for any other text.
    var otherwise: PlanID<PlanNode>
  }

  /// The choice of each node; nil for other nodes.
  private var choices: [Choice?] = []
  /// The texts that nodes compare with.
  private var texts = KeyIndex()
  private var chosen: [PlanID<PlanNode>] = []
  /// The keys of members, each with its closing quote.
  private var keys: [UInt8] = []

  /// Collects the choices of those flat nodes that choose by a text.
  init(_ plan: borrowing MappingPlan, _ flat: [FlatNode], _ comparisons: ConstantComparisons) {
    for number in flat.indices where flat[number].isChoice {
      if choices.isEmpty { choices = Array(repeating: nil, count: flat.count) }
      choices[number] = choice(of: plan.nodes[number], plan, comparisons)
    }
  }

  /// The node that is chosen for the object or array at a token.
  ///
  /// Nil if that takes more than comparing a text: the value is not text, may have escapes, is
  /// missing, or occurs several times.
  @inline(__always)
  func choose(
    for token: Int,
    by node: PlanID<PlanNode>,
    hasEscapes: Bool,
    _ view: TokenView
  ) -> PlanID<PlanNode>? {
    guard let choice = choices[Int(node.index)] else { return nil }
    var value = token &+ 1
    if let key = choice.key {
      guard view.token(token) == .openObject else { return nil }
      value = only(key, of: token, hasEscapes: hasEscapes, view)
    } else {
      guard view.token(token) == .openArray else { return nil }
      for _ in 0..<choice.index where view.token(value) != .closeArray {
        value = view.afterComma(view.next(after: value))
      }
    }
    guard view.token(value) == .quote else { return nil }
    let (start, end) = (view.position(value) &+ 1, view.closingQuote(of: value))
    if start == end || hasEscapes && view.hasBackslash(from: start, to: end) { return nil }
    let number = texts.find(start, end, view, in: choice.texts)
    return number < 0 ? choice.otherwise : chosen[Int(choice.chosen.first) &+ number]
  }

  /// The value of the only member of an object that has a key.
  ///
  /// Returns the object itself if there is not exactly one, or if a key with escapes may be the
  /// same.
  @inline(__always)
  private func only(_ wanted: ConstantText, of object: Int, hasEscapes: Bool, _ view: TokenView)
    -> Int
  {
    var found = object
    var key = object &+ 1
    guard view.token(key) == .quote else { return object }
    while true {
      let start = view.position(key) &+ 1
      if wanted.stands(at: start, view, keys.span) {
        if found != object { return object }
        found = key &+ 2
      } else if hasEscapes && view.hasBackslash(from: start &- 1, to: view.closingQuote(of: key)) {
        return object
      }
      let after = view.next(after: key &+ 2)
      if view.token(after) != .comma { return found }
      key = after &+ 1
    }
  }

  // MARK: - Reading a plan

  /// The choice of a node whose matchers only compare one value with texts.
  private mutating func choice(
    of node: PlanNode,
    _ plan: borrowing MappingPlan,
    _ comparisons: ConstantComparisons
  ) -> Choice? {
    var place: Place?
    var found: [[UInt8]] = []
    var known: Set<[UInt8]> = []
    let first = chosen.count
    for number in node.matchers.indices {
      let matcher = plan.matchers[number]
      guard let own = Place(of: matcher, plan, comparisons), place == nil || own == place else {
        chosen.removeSubrange(first...)
        return nil
      }
      place = own
      for text in plan.texts(of: matcher, comparisons) where known.insert(text.text).inserted {
        found.append(text.text)
        chosen.append(text.node)
      }
    }
    guard let place, let key = key(place, of: node, plan) else {
      chosen.removeSubrange(first...)
      return nil
    }
    return Choice(
      key: key.text,
      index: key.index,
      texts: texts.add(found),
      chosen: PlanRange(first..<chosen.count),
      otherwise: node.otherwise
    )
  }

  /// The value that a matcher reads from a representation.
  private enum Place: Equatable {
    case slot(UInt32)
    case element(Int32)

    /// Nil unless the matcher compares a member or an element with texts.
    init?(
      of matcher: MatcherRule,
      _ plan: borrowing MappingPlan,
      _ comparisons: ConstantComparisons
    ) {
      switch matcher.test {
      case .kind: return nil
      case .predicate:
        let all = comparisons[matcher.predicate]
        guard all.count == 1, case .slot(let slot) = comparisons[all.lowerBound].operand,
          comparisons[all.lowerBound].kind == .string, !comparisons[all.lowerBound].isNegated
        else { return nil }
        self = .slot(slot)
      // In a document of texts a text may equal a number.
      case .equals where plan.literals[matcher.literals].contains { $0.kind == .number }: return nil
      case .equals, .text:
        if let slot = plan.sources[matcher.source].memberSlot {
          self = .slot(slot)
        } else if let index = plan.sources[matcher.source].elementIndex(plan), index >= 0 {
          self = .element(index)
        } else {
          return nil
        }
      }
    }
  }

  /// The key of a place, if it is a member; nil if the member may have several keys.
  private mutating func key(_ place: Place, of node: PlanNode, _ plan: borrowing MappingPlan)
    -> (text: ConstantText?, index: Int32)?
  {
    guard case .slot(let slot) = place else {
      if case .element(let index) = place { return (nil, index) }
      return nil
    }
    let shape = plan.shapes[node.shape]
    let number = shape.members.indices.first { plan.shapeMembers[$0].slot == slot }
    guard !plan.keyRules.foldsCase, let number else { return nil }
    let spellings = plan.keys.spellings(of: shape.table, shape.members.count)
    let own = spellings[number - Int(shape.members.first)]
    guard own.count == 1, !own[0].contains(.backslash), !own[0].contains(.quote) else { return nil }
    keys += own[0]
    keys.append(.quote)
    return (ConstantText(keys, (keys.count - own[0].count - 1)..<keys.count), 0)
  }
}

extension MappingPlan {
  /// The texts that a matcher compares with, and the node for each.
  fileprivate func texts(of matcher: MatcherRule, _ comparisons: ConstantComparisons)
    -> [(text: [UInt8], node: PlanID<PlanNode>)]
  {
    if case .predicate = matcher.test {
      let text = comparisons[comparisons[matcher.predicate].lowerBound].text
      return [(Array(self.text[text.range].dropLast()), matcher.node)]
    }
    let isText = matcher.test == .text
    return literals[matcher.literals].filter { isText || $0.kind == .string }.map {
      (Array(text[$0.text.range]), isText ? $0.node : matcher.node)
    }
  }
}
