internal import RKEngine

/// The path of a key path through a representation, as far as it says which keys are read.
struct KeyRoute {
  enum Step: Hashable {
    case key(String)
    /// All members of an object, or all elements of an array.
    case all
    case glob(KeyPattern.Component)
  }

  var steps: [Step]
  /// Whatever is at the end of the path is searched.
  var isOpen = false

  init(_ steps: [Step]) { self.steps = steps }

  /// The route of a key path, in a spec with these rules for keys.
  ///
  /// An index leads to an element, whose keys are those that follow, and an operator into the
  /// elements of a collection.
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

  /// The route continued by another from its end.
  func followed(by other: KeyRoute) -> KeyRoute {
    var way = KeyRoute(steps + other.steps)
    way.isOpen = other.isOpen
    return way
  }

  /// The values on the path, outermost first, including the representation.
  var beginnings: [KeyRoute] { (0..<max(steps.count, 1)).map { KeyRoute(Array(steps.prefix($0))) } }
}
