/// The index of an element in one of a plan's tables; the type prevents confusing it with an index
/// of another table.
@usableFromInline
package struct PlanID<Element>: Sendable, Hashable, BitwiseCopyable {
  package var index: Int32

  @usableFromInline
  package init(_ index: Int) { self.index = Int32(index) }

  /// Refers to no element.
  package static var none: PlanID { PlanID(-1) }

  package var isNone: Bool { index < 0 }
}

/// A run of elements of one of a plan's tables.
@usableFromInline
package struct PlanRange<Element>: Sendable, Hashable, BitwiseCopyable {
  package var first: Int32
  package var end: Int32

  @usableFromInline
  package init(_ range: Range<Int>) {
    first = Int32(range.lowerBound)
    end = Int32(range.upperBound)
  }

  package static var empty: PlanRange { PlanRange(0..<0) }

  package var isEmpty: Bool { first == end }
  package var count: Int { Int(end - first) }
  package var indices: Range<Int> { Int(first)..<Int(end) }
}

extension Array {
  package subscript(id: PlanID<Element>) -> Element {
    @inline(__always) get { self[Int(id.index)] }
  }

  package subscript(range: PlanRange<Element>) -> ArraySlice<Element> { self[range.indices] }

  /// Adds an element to a plan's table.
  ///
  /// Inlinable like everything that builds tables: unspecialised generic code costs more at
  /// start-up than a spec.
  @inlinable
  package mutating func add(_ element: Element) -> PlanID<Element> {
    append(element)
    return PlanID(count - 1)
  }

  /// Adds elements to a plan's table.
  @inlinable
  package mutating func add(_ elements: [Element]) -> PlanRange<Element> {
    append(contentsOf: elements)
    return PlanRange(count - elements.count..<count)
  }
}
