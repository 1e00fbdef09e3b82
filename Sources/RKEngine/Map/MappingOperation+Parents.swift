/// Finds the objects around representations, whatever path led to them.
extension MappingOperation {
  /// Makes contexts of the containers around a root representation, each below the one around it.
  ///
  /// Those that hold the next representation, too, stay: each list is walked once.
  @inline(never)
  mutating func surround(_ representation: Representation, _ view: TokenView) {
    keepContexts(keptContexts)
    outerContext = -1
    rootContext = 1
    let token = Int(representation.token)
    guard Int(contexts[0].token) < token else {
      keptContexts = 1
      return
    }
    let holder = descend(from: 0, to: token, below: 1, view)
    keptContexts = contexts.count
    outerContext = object(around: holder, representation, view)
    // What the first list element or starred member is in; at last the representation itself.
    rootContext = Int32(keptContexts)
    var steps = plan.steps[plan.descriptors[descriptor].path]
    for level in 0..<keptContexts {
      let isElement =
        switch (view.token(Int(contexts[level].token)), steps.popFirst()) {
        case (.openArray, _), (_, .all?), (_, .glob?): true
        default: false
        }
      guard !isElement else {
        rootContext = Int32(level + 1)
        break
      }
    }
  }

  /// The context of the object around a related representation; -1 for none.
  mutating func parent(of child: Representation, _ view: TokenView) -> Int32 {
    let token = Int(child.token)
    var start = frames.top.context
    while start >= 0 && !holds(Int(start), token, view) { start = contexts[Int(start)].parent }
    guard start >= 0 else { return -1 }
    let holder = descend(from: Int(start), to: token, below: Int(frames.top.context) + 1, view)
    return object(around: holder, child, view)
  }

  private func holds(_ context: Int, _ token: Int, _ view: TokenView) -> Bool {
    let container = Int(contexts[context].token)
    return container < token && token < view.next(after: container)
  }

  /// The context of the object that is `@parent` of a representation in the container of a context.
  ///
  /// The object whose members are all representations is none.
  private func object(around holder: Int, _ child: Representation, _ view: TokenView) -> Int32 {
    view.token(Int(contexts[holder].token)) == .openObject && !child.isMember
      ? Int32(holder) : contexts[holder].parent
  }

  /// Pushes contexts of all containers between that of a context and a value in it; returns the
  /// innermost.
  ///
  /// Of the contexts from `first` on, those of containers that hold the value are kept.
  private mutating func descend(from base: Int, to token: Int, below first: Int, _ view: TokenView)
    -> Int
  {
    var count = contexts.count
    while count > first && !holds(count - 1, token, view) { count -= 1 }
    keepContexts(count)
    var here = count > first ? count - 1 : base
    while true {
      let child = child(of: here, holding: token, view)
      if child == token { return here }
      let isObject = view.token(Int(contexts[here].token)) == .openObject
      let parent = isObject ? Int32(here) : contexts[here].parent
      here = contexts.count
      pushContext(token: UInt32(truncatingIfNeeded: child), parent: parent)
    }
  }

  /// The element or member of a context's container that a token belongs to; the token itself if it
  /// is the key of a member.
  private mutating func child(of context: Int, holding token: Int, _ view: TokenView) -> Int {
    let container = Int(contexts[context].token)
    let step = view.token(container) == .openObject ? 2 : 0
    var child = Int(contexts[context].child)
    if child == 0 || child > token { child = container + 1 + step }
    while true {
      let after = view.next(after: child)
      if token < after {
        contexts[context].child = UInt32(truncatingIfNeeded: child)
        return min(child, token)
      }
      child = view.afterComma(after) + step
    }
  }

  /// Forgets all but the first contexts.
  @inline(__always)
  mutating func keepContexts(_ count: Int) {
    contexts.truncate(to: count)
    memos.truncate(to: count &* plan.ancestorPaths.count)
  }
}
