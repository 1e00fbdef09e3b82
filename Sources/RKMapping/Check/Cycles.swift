/// Finds the cycles in a graph (Tarjan's strongly connected components).
///
/// Takes time linear in nodes and edges, without recursion.
struct Cycles {
  private let edges: [[Int]]
  private var order: [Int]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var stack: [Int] = []
  private var count = 0
  private var found: [[Int]] = []

  /// Returns the cycles, each with its nodes in order; a node that leads to itself is a cycle.
  static func find(_ edges: [[Int]]) -> [[Int]] {
    var cycles = Cycles(edges)
    for node in edges.indices where cycles.order[node] < 0 { cycles.walk(from: node) }
    return cycles.found.sorted { $0[0] < $1[0] }
  }

  private init(_ edges: [[Int]]) {
    self.edges = edges
    order = edges.map { _ in -1 }
    lowest = order
    isOpen = edges.map { _ in false }
  }

  private mutating func walk(from start: Int) {
    open(start)
    var path: [(node: Int, next: Int)] = [(start, 0)]
    while let (node, next) = path.last {
      if next < edges[node].count {
        path[path.count - 1].next += 1
        let other = edges[node][next]
        if order[other] < 0 {
          open(other)
          path.append((other, 0))
        } else if isOpen[other] {
          lowest[node] = min(lowest[node], order[other])
        }
        continue
      }
      path.removeLast()
      if let (owner, _) = path.last { lowest[owner] = min(lowest[owner], lowest[node]) }
      if lowest[node] == order[node] { close(node) }
    }
  }

  private mutating func open(_ node: Int) {
    order[node] = count
    lowest[node] = count
    isOpen[node] = true
    stack.append(node)
    count += 1
  }

  /// All nodes opened after a node belong to its component.
  private mutating func close(_ node: Int) {
    guard let place = stack.lastIndex(of: node) else { return }
    let component = stack[place...].sorted()
    stack.removeSubrange(place...)
    for member in component { isOpen[member] = false }
    if component.count > 1 || edges[node].contains(node) { found.append(component) }
  }
}
