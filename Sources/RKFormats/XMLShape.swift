package import RKEngine

/// Where a plan expects one value and where a list, as places in a tree of elements.
///
/// XML does not show whether a single child is one of possibly several; only the spec does. A place represents all
/// elements with the same expectations. It is made when the first such element comes, so that mappers may refer to
/// themselves.
package final class XMLShape {
  /// What is expected of the elements of one name inside an element.
  enum Demand {
    /// Nothing: several become a list, a single one does not.
    case open
    /// A list, even of a single element.
    case list
    /// Exactly one.
    case one
  }

  struct Place {
    var demand = Demand.open
    /// Whether nothing is read here or below.
    var isDead = false
    /// Whether it is on the path to representations, and not part of one.
    var isOnWay = false
    /// Whether it is on that path, and the next step leads to a single representation.
    var holds = false
    /// The keys of lists of representations, which are written even if there are no elements.
    var lists: [Int] = []
    fileprivate var items: [Item] = []
    /// The places of children by the numbers of their keys; the last one is for all other keys.
    ///
    /// -1 if not made yet.
    fileprivate var children: [Int] = []
  }

  /// A key path, and how many steps of it have been taken; without steps, any key of an object.
  fileprivate struct Item: Hashable {
    var at: Int
    var end: Int
    var goal: Int
  }

  /// What a key path leads to.
  private struct Goal: Hashable {
    /// The mapper for what is found.
    var node: PlanID<PlanNode>?
    /// Whether keys are names of representations, each of which is below its key.
    var takesKeys = false
    var demand = Demand.one
    var isDescriptor = false
  }

  private let plan: MappingPlan
  private var goals: [Goal] = []
  private(set) var places: [Place] = []
  private var known: [[Item]: Int] = [:]
  private var keys: [[UInt8]: Int] = [:]
  private var spelling: KeySpelling
  /// Whether the representations of a single descriptor are written one by one, and nothing else is needed.
  let streams: Bool

  static var document: Int { 0 }

  package init(_ plan: MappingPlan) {
    self.plan = plan
    spelling = KeySpelling(plan: plan)
    streams = plan.isStreamable && !(plan.descriptors.first?.path.isEmpty ?? true)
    for step in plan.steps {
      switch step {
      case .key(let key), .descendants(let key): add(key)
      case .index, .all, .glob, .collection: break
      }
    }
    let items = plan.descriptors.map { descriptor in
      let isDeep = descriptor.path.count > 1 || descriptor.cardinality == .many
      return item(
        descriptor.path,
        Goal(
          node: descriptor.node,
          takesKeys: plan.nodes[descriptor.node].forcesCollection
            || plan.nodes[descriptor.node].takesNestingKey,
          demand: plan.nodes[descriptor.node].forcesCollection
            ? .open : isDeep && descriptor.cardinality != .one ? .list : .one,
          isDescriptor: true
        )
      )
    }
    _ = place(of: items)
  }

  private func add(_ key: ByteRange) {
    let text = Array(plan.text[key.range])
    if keys[text] == nil { keys[text] = keys.count }
  }

  // MARK: - Keys and children

  /// The number of a key as the plan spells it; keys that nothing reads share one number.
  func number(ofKey name: [UInt8]) -> Int { keys[spelling.spelled(name)] ?? keys.count }

  /// The key with a number, for lists without elements.
  func text(ofKey number: Int) -> [UInt8] { keys.first { $0.value == number }?.key ?? [] }

  /// The place of an element's children with a key.
  func child(_ number: Int, of parent: Int) -> Int {
    let known = places[parent].children[number]
    if known >= 0 { return known }
    let child = place(of: items(number, of: parent))
    places[parent].children[number] = child
    return child
  }

  private func items(_ number: Int, of parent: Int) -> [Item] {
    var items: [Item] = []
    for item in places[parent].items {
      guard item.at >= 0 else {
        items += expansion(of: goals[item.goal].node)
        continue
      }
      let next = Item(at: item.at + 1, end: item.end, goal: item.goal)
      switch plan.steps[item.at] {
      case .key(let key): if isKey(number, key) { items.append(next) }
      case .descendants(let key): items += isKey(number, key) ? [item, next] : [item]
      case .all, .glob: items.append(next)
      case .collection(let made) where made == .values: items.append(next)
      case .index, .collection: break
      }
    }
    return items
  }

  private func isKey(_ number: Int, _ key: ByteRange) -> Bool {
    keys[Array(plan.text[key.range])] == number
  }

  // MARK: - Places

  /// The place with these expectations.
  private func place(of items: [Item]) -> Int {
    let (place, key) = made(of: items)
    if let number = known[key] { return number }
    known[key] = places.count
    places.append(place)
    return places.count - 1
  }

  private func made(of given: [Item]) -> (Place, [Item]) {
    var place = Place()
    var demands: Set<Demand> = []
    var open: [(item: Item, isElement: Bool)] = given.map { ($0, false) }
    // A key path with an index or `all` means a list, whatever else is expected.
    var isList = false
    var items: Set<Item> = []
    var isOnWay = !given.isEmpty
    while let (item, isElement) = open.popLast() {
      let goal = goals[item.goal]
      isOnWay = isOnWay && item.at >= 0 && item.at < item.end && goal.isDescriptor
      if item.at >= 0 && item.at == item.end {
        if !isElement { demands.insert(goal.demand) }
        for inner in goal.takesKeys ? [keyItem(goal.node)] : expansion(of: goal.node)
        where !items.contains(inner) {
          open.append((inner, true))
        }
        continue
      }
      guard items.insert(item).inserted, item.at >= 0 else { continue }
      let next = Item(at: item.at + 1, end: item.end, goal: item.goal)
      switch plan.steps[item.at] {
      case .key: if !isElement && goal.demand == .one { demands.insert(.one) }
      case .index, .all(isList: true):
        isList = isList || !isElement
        open.append((next, true))
      case .all: open.append((next, true))
      case .collection(let made):
        if made != .keys && made != .values {
          if !isElement { demands.insert(.list) }
          open.append((next, true))
        }
      case .glob, .descendants: break
      }
    }
    demands.remove(.open)
    place.items = items.sorted { ($0.at, $0.end, $0.goal) < ($1.at, $1.end, $1.goal) }
    place.demand = isList ? .list : demands.count == 1 ? demands.first ?? .open : .open
    place.isDead = items.isEmpty && given.isEmpty
    place.isOnWay = isOnWay
    place.children = Array(repeating: -1, count: keys.count + 1)
    if isOnWay { addLists(to: &place) }
    let key =
      given.isEmpty ? [] : given.sorted { ($0.at, $0.end, $0.goal) < ($1.at, $1.end, $1.goal) }
    return (place, key)
  }

  /// Notes which representations the next step leads to.
  private func addLists(to place: inout Place) {
    for item in place.items where item.at + 1 == item.end {
      guard case .key(let key) = plan.steps[item.at] else { continue }
      if goals[item.goal].demand == .list {
        if let number = keys[Array(plan.text[key.range])], !place.lists.contains(number) {
          place.lists.append(number)
        }
      } else {
        place.holds = true
      }
    }
  }

  // MARK: - Rules

  private func item(_ steps: PlanRange<PathStep>, _ goal: Goal) -> Item {
    var goal = goal
    let isPlain = plan.steps[steps].allSatisfy { if case .key = $0 { true } else { false } }
    if !isPlain { goal.demand = .open }
    return Item(at: steps.indices.lowerBound, end: steps.indices.upperBound, goal: number(of: goal))
  }

  private func keyItem(_ node: PlanID<PlanNode>?) -> Item {
    Item(at: -1, end: 0, goal: number(of: Goal(node: node, demand: .open)))
  }

  private func number(of goal: Goal) -> Int {
    if let number = goals.firstIndex(of: goal) { return number }
    goals.append(goal)
    return goals.count - 1
  }

  /// The expectations that a mapper's rules have of a representation.
  private func expansion(of node: PlanID<PlanNode>?) -> [Item] {
    guard let node else { return [] }
    var items: [Item] = []
    var open = [node]
    var seen: Set<PlanID<PlanNode>> = []
    while let id = open.popLast() {
      guard !id.isNone, seen.insert(id).inserted else { continue }
      let node = plan.nodes[id]
      if node.isDynamic {
        for matcher in plan.matchers[node.matchers] {
          open.append(matcher.node)
          open += plan.literals[matcher.literals].map(\.node)
        }
        open.append(node.otherwise)
        continue
      }
      for attribute in plan.attributes(of: node) {
        for source in plan.sources[attribute.sources] {
          guard let steps = source.steps, !steps.isEmpty else { continue }
          items.append(item(steps, Goal(demand: demand(of: attribute))))
        }
      }
      for relationship in plan.relationships[node.relationships] {
        if relationship.isComposed {
          open.append(relationship.node)
        } else if let steps = plan.sources[relationship.source].steps {
          items.append(item(steps, goal(of: relationship)))
        }
      }
    }
    return items
  }

  private func goal(of relationship: RelationshipRule) -> Goal {
    let takesKeys = plan.nodes[relationship.node].forcesCollection
    return Goal(
      node: relationship.node,
      takesKeys: takesKeys || plan.nodes[relationship.node].takesNestingKey,
      demand: takesKeys ? .open : relationship.cardinality == .many ? .list : .one
    )
  }

  /// An attribute expects a list if its type or its first transform does.
  private func demand(of attribute: AttributeRule) -> Demand {
    if attribute.valueRule.isNone { return .one }
    let rule = plan.valueRules[attribute.valueRule]
    let isList = rule.conversion?.element != nil
    guard let first = plan.transforms[rule.transforms].first else { return isList ? .list : .one }
    if first.takesLists { return .list }
    // A transform may turn a single text into a list.
    return isList ? .open : .one
  }
}

extension Source {
  /// The path from a representation to the value; nil if the value is elsewhere.
  fileprivate var steps: PlanRange<PathStep>? {
    switch origin {
    case .member: whole
    case .representation: rest
    case .nestingKey, .parent, .owner, .root, .document, .key, .collectionIndex, .rootKeyPath,
      .parentObject, .metadata, .line:
      nil
    }
  }
}
