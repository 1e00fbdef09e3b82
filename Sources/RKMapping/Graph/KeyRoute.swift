internal import RKEngine

/// The route of a key path through a representation, as far as the keys that it reads are known.
struct KeyRoute {
  enum Step: Hashable {
    case key(String)
    /// All members of an object, or all elements of an array.
    case all
    case glob(KeyPattern.Component)
  }

  var steps: [Step]
  /// Whether everything at the end of the route is searched.
  var isOpen = false

  init(_ steps: [Step]) { self.steps = steps }

  /// Creates the route of a key path, given the spec's rules for keys.
  ///
  /// An index leads to an element, whose keys follow; an operator leads into the elements of a collection.
  init(_ path: SourceKeyPath, _ naming: KeyNaming) {
    steps = []
    for component in path.components {
      switch component {
      case .key(let key): steps.append(.key(naming.folded(key)))
      case .all: steps.append(.all)
      case .glob(let glob): steps.append(.glob(naming.folded(glob)))
      case .collection(let collection):
        switch collection.form {
        case .part(.values): steps.append(.all)
        case .part(.keys), .part(.count):
          isOpen = true
          return
        case .part(.element), .combination: break
        }
      case .descendants:
        isOpen = true
        return
      case .index: break
      }
    }
  }

  /// The route followed by another from its end.
  func followed(by other: KeyRoute) -> KeyRoute {
    var way = KeyRoute(steps + other.steps)
    way.isOpen = other.isOpen
    return way
  }

  /// The values on the route, outermost first, including the representation.
  var beginnings: [KeyRoute] { (0..<max(steps.count, 1)).map { KeyRoute(Array(steps.prefix($0))) } }
}
