extension MappingOperation {
  /// The location that a descriptor's key path leads to, in the document or value that begins with
  /// a token.
  mutating func locate(_ path: PlanRange<PathStep>, in token: Int, _ view: TokenView)
    -> ValueLocation
  {
    if path.isEmpty { return ValueLocation(token: token) }
    walk.reset()
    return walk.follow(path, from: ValueLocation(token: token), view)
  }

  /// The items of a list that `locate` found.
  func copyItems(of list: ValueLocation, to items: inout UniqueArray<ValueLocation>) {
    items.removeAll()
    for number in Int(list.first)..<Int(list.first + list.second) {
      items.append(walk.lists[number])
    }
  }

  /// The location of the first present source among several; missing if none is present.
  @inline(__always)
  mutating func locate(
    _ sources: PlanRange<Source>,
    _ view: TokenView
  ) -> ValueLocation {
    for number in sources.indices {
      let found = locate(PlanID(number), view)
      if found.kind != .missing { return found }
    }
    return .missing
  }

  /// The location that a source leads to for the current record.
  @inline(__always)
  mutating func locate(
    _ id: PlanID<Source>,
    _ view: TokenView
  ) -> ValueLocation {
    if case .member(let slot) = plan.sources[id].origin, frames.top.form == .object {
      let token = slots[Int(frames.top.slotBase &+ slot)]
      if token != 0 && plan.sources[id].rest.isEmpty { return ValueLocation(.token, token) }
      if token == 0 && plan.sources[id].detours.isEmpty { return .missing }
      return locateFurther(plan.sources[id], token, view)
    }
    return locateElsewhere(plan.sources[id], view)
  }

  /// Follows the path of a member beyond its slot: the path continues after the value in it, or the
  /// walk left it at an array or ended it at a null.
  @inline(never)
  private mutating func locateFurther(
    _ source: Source,
    _ token: UInt32,
    _ view: TokenView
  ) -> ValueLocation {
    let findsNull = source.findsNull
    repeated?.turn = 0
    if token != 0 {
      let start = ValueLocation(.token, token)
      return follow(source.rest, from: start, findsNull, view)
    }
    for number in source.detours.indices {
      let detour = plan.detours[number]
      let turn = slots[Int(frames.top.slotBase + detour.slot)]
      if turn == 0 { continue }
      let start = ValueLocation(.token, turn)
      if view.token(Int(turn)) == .openArray {
        if let second = repeated?.second(of: Int(turn), view) { repeated?.turn = UInt32(second) }
        return follow(detour.rest, from: start, findsNull, view)
      }
      if findsNull && view.isNull(Int(turn)) { return start }
    }
    return .missing
  }

  @inline(never)
  private mutating func locateElsewhere(
    _ source: Source,
    _ view: TokenView
  ) -> ValueLocation {
    repeated?.turn = 0
    let start = ValueLocation(.token, frames.top.token)
    let findsNull = source.findsNull
    switch source.origin {
    case .member: return follow(source.whole, from: start, findsNull, view)
    case .representation:
      let found =
        if frames.top.form == .array, source.rest.count == 1,
          case .index(let index) = plan.steps[Int(source.rest.first)]
        {
          element(Int(index), view)
        } else {
          follow(source.rest, from: start, findsNull, view)
        }
      if source.countsAlone && found.kind != .missing
        && (!frames.top.isComposed || !source.rest.isEmpty)
      {
        frames.top.isApplied = true
      }
      return found
    case .nestingKey: return frames.top.nestingKey
    case .parent(let levels, let path):
      var context = frames.top.context
      for _ in 0..<levels {
        guard context >= 0 else { return .missing }
        context = contexts[Int(context)].parent
      }
      return ancestor(context, path, view)
    case .owner(let path): return ancestor(frames.parent?.context ?? -1, path, view)
    case .root(let path): return ancestor(rootContext, path, view)
    case .document(let path): return ancestor(0, path, view)
    case .key: return frames.top.key
    case .collectionIndex: return frames.top.index
    case .rootKeyPath: return rootKeyPath
    case .parentObject(let attribute): return parentAttribute(attribute)
    case .metadata(let path): return metadata.locate(path, descriptor)
    case .line:
      let line = lines.line(at: view.position(Int(frames.top.outer)), in: view.padded)
      return ValueLocation(.number, UInt32(truncatingIfNeeded: line))
    }
  }

  /// An element of the representation, which is an array; negative from the end.
  ///
  /// Most elements of a row are wanted, so each is passed once: the tokens of known elements are
  /// stored after the slots.
  private mutating func element(_ index: Int, _ view: TokenView) -> ValueLocation {
    let array = Int(frames.top.token)
    let first = Int(frames.top.slotBase &+ plan.nodes[frames.top.node].slotCount)
    if frames.top.nextElement == 0 {
      frames.top.nextElement = UInt32(truncatingIfNeeded: array &+ 1)
    }
    // Walks the elements before the wanted one, or all of them.
    while index < 0 || index >= slots.count &- first {
      let next = Int(frames.top.nextElement)
      if view.token(next) == .closeArray { break }
      guard slots.count &- first < Self.largestKnownCount else {
        return view.element(index, of: array).map { ValueLocation(token: $0) } ?? .missing
      }
      slots.append(UInt32(truncatingIfNeeded: next))
      frames.top.nextElement = UInt32(
        truncatingIfNeeded: view.afterComma(view.next(after: next))
      )
    }
    let count = slots.count &- first
    let place = index < 0 ? index &+ count : index
    guard place >= 0 && place < count else { return .missing }
    return ValueLocation(.token, slots[first &+ place])
  }

  /// The most elements of an array whose tokens are kept.
  static var largestKnownCount: Int { 256 }

  /// The key path of the current descriptor; null for the whole document.
  private var rootKeyPath: ValueLocation {
    let keyPath = plan.descriptors[descriptor].keyPath
    return keyPath.count == 0
      ? ValueLocation(.null) : ValueLocation(.constant, keyPath.offset, keyPath.count)
  }

  /// Follows a path from a value.
  ///
  /// A collection that an operator cannot use was still found: the representation is then not
  /// unmappable.
  private mutating func follow(
    _ steps: PlanRange<PathStep>,
    from start: ValueLocation,
    _ findsNull: Bool,
    _ view: TokenView
  ) -> ValueLocation {
    walk.hasFoundNothing = false
    let found = walk.follow(steps, from: start, findsNull: findsNull, view)
    if found.kind == .missing && walk.hasFoundNothing { frames.top.isApplied = true }
    return found
  }

  /// The value of a path from an ancestor, which is followed on first use.
  private mutating func ancestor(
    _ context: Int32,
    _ path: PlanID<AncestorPath>,
    _ view: TokenView
  ) -> ValueLocation {
    guard context >= 0 else { return .missing }
    let memo = Int(context) * plan.ancestorPaths.count + Int(path.index)
    if memos[memo].kind == .unknown {
      let start = ValueLocation(.token, contexts[Int(context)].token)
      let steps = plan.ancestorPaths[path].steps
      let findsNull = plan.ancestorPaths[path].findsNull
      memos[memo] = walk.follow(steps, from: start, findsNull: findsNull, view)
      if Int(context) < keptContexts && memos[memo].kind != .token && memos[memo].kind != .missing {
        walk.keepLists()
      }
    }
    return memos[memo]
  }

  /// An attribute of the record that this one is related to; its cell may be empty.
  private func parentAttribute(_ attribute: UInt32) -> ValueLocation {
    guard let parent = frames.parent else { return .missing }
    let column = plan.parentColumns[
      Int(parent.node.index) * plan.parentAttributeCount + Int(attribute)
    ]
    return column < 0 ? .missing : ValueLocation(.cell, parent.firstCell + UInt32(column))
  }
}
