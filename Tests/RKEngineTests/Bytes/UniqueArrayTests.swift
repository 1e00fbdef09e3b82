@testable import RKEngine
import Testing

@Suite("UniqueArray")
struct UniqueArrayTests {
  private static func contents(_ array: borrowing UniqueArray<UInt8>) -> [UInt8] {
    (0..<array.count).map { array[$0] }
  }

  @Test("keeps what is appended while it grows")
  func growth() {
    var array = UniqueArray<UInt32>(minimumCapacity: 1)
    for number in 0..<1000 { array.append(UInt32(number)) }
    let all = (0..<array.count).map { array[$0] }
    #expect(all == Array(0..<1000))
    let last = array.last
    #expect(last == 999)
  }

  @Test("is empty at first, without a last element")
  func empty() {
    let array = UniqueArray<UInt8>()
    let (isEmpty, last) = (array.isEmpty, array.last)
    #expect(isEmpty)
    #expect(last == nil)
  }

  @Test("an element is changed in place")
  func change() {
    var array = UniqueArray<UInt8>()
    array.append(repeating: 7, count: 3)
    array[1] = 8
    #expect(Self.contents(array) == [7, 8, 7])
  }

  @Test("gives back its last element and forgets it")
  func removeLast() {
    var array = UniqueArray<UInt8>()
    array.append("ab")
    let last = array.removeLast()
    #expect(last == .ascii("b"))
    #expect(Self.contents(array) == [.ascii("a")])
  }

  @Test("forgets what is after a count")
  func truncate() {
    var array = UniqueArray<UInt8>()
    array.append("abc")
    array.truncate(to: 2)
    #expect(Self.contents(array) == Array("ab".utf8))
    array.removeAll()
    #expect(Self.contents(array) == [])
  }

  @Test("moves its elements down when the first ones go", arguments: 0...5)
  func dropFirst(dropped: Int) {
    var array = UniqueArray<UInt8>()
    array.append("abcde")
    array.dropFirst(dropped)
    #expect(Self.contents(array) == Array("abcde".utf8.dropFirst(dropped)))
  }

  @Test("reserves memory without changing its contents")
  func reserve() {
    var array = UniqueArray<UInt8>(minimumCapacity: 1)
    array.append(5)
    array.reserve(100)
    let capacity = array.capacity
    #expect(capacity >= 100)
    #expect(Self.contents(array) == [5])
  }

  @Test("populates memory without changing its contents", arguments: [0, 1, 5000, 70_000])
  func memoryAtOnce(added: Int) {
    var array = UniqueArray<UInt32>()
    for number in 0..<3000 { array.append(UInt32(number)) }
    array.reserveAtOnce(added)
    #expect(array.count == 3000)
    #expect(array.capacity >= 3000 + added)
    let all = (0..<array.count).map { array[$0] }
    #expect(all == Array(0..<3000))
  }

  @Test("reverses its end")
  func reverse() {
    var array = UniqueArray<UInt8>()
    array.append("abcd")
    array.reverse(from: 1)
    #expect(Self.contents(array) == Array("adcb".utf8))
    array.reverse(from: 4)
    #expect(Self.contents(array) == Array("adcb".utf8))
  }

  @Test("takes in a slice of other bytes")
  func slice() {
    var array = UniqueArray<UInt8>(minimumCapacity: 1)
    let other = Array("hello".utf8)
    array.append(contentsOf: other.span, 1..<4)
    array.append(contentsOf: other.span, 2..<2)
    #expect(Self.contents(array) == Array("ell".utf8))
  }

  @Test("an index beyond its elements is refused")
  func bounds() async {
    await #expect(processExitsWith: .failure) {
      let array = UniqueArray<UInt8>()
      _ = array[0]
    }
    await #expect(processExitsWith: .failure) {
      var array = UniqueArray<UInt8>()
      array.append(1)
      array[1] = 2
    }
    await #expect(processExitsWith: .failure) {
      let array = UniqueArray<UInt8>()
      _ = array[-1]
    }
  }

  @Test("positions shift down, and those before the window wrap around")
  func shift() {
    var positions = UniqueArray<UInt32>()
    for position in [64, 100, 63] as [UInt32] { positions.append(position) }
    positions.shift(by: 64)
    let all = (0..<positions.count).map { positions[$0] }
    #expect(all == [0, 36, .max])
  }
}
