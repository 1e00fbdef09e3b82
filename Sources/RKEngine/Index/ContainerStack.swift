/// The containers open at a place, one bit each: 1 for an object, 0 for an array.
///
/// For containers below the levels that kernels handle, it also stores in which block of 64 tokens
/// they were opened.
struct ContainerStack: ~Copyable {
  private(set) var depth = 0
  private var words = UniqueArray<UInt64>(minimumCapacity: 17)
  /// For each deep container that a kernel did not validate, the block that it was opened in,
  /// outermost first.
  private var blocks = UniqueArray<Int>()

  init() {
    words.append(repeating: 0, count: 2)
    blocks.append(-1)
  }

  /// Whether the innermost open container is an object.
  ///
  /// Valid only while one is open.
  var isInObject: Bool {
    @inline(__always) get {
      let innermost = depth &- 1
      return words[innermost &>> 6] &>> UInt64(truncatingIfNeeded: innermost & 63) & 1 != 0
    }
  }

  /// Opens a container in a block; blocks are counted from the beginning of the input.
  @inline(__always)
  mutating func push(isObject: Bool, in block: Int) {
    let word = depth &>> 6
    if word == words.count { words.append(0) }
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: depth & 63)
    words[word] = isObject ? words[word] | bit : words[word] & ~bit
    if depth >= OpenContainers.deepest - 1 { open(in: block) }
    depth += 1
  }

  private mutating func open(in block: Int) {
    let place = depth - OpenContainers.deepest + 1
    if place == blocks.count { blocks.append(block) } else { blocks[place] = block }
  }

  @inline(__always)
  mutating func pop() { depth -= 1 }

  /// The block in which the most recently closed container was opened.
  ///
  /// Nil unless the container is deep and the one around it was opened in another block.
  var blockOfClosed: Int? {
    @inline(__always) get {
      guard depth >= OpenContainers.deepest else { return nil }
      let place = depth - OpenContainers.deepest + 1
      return blocks[place] != blocks[place - 1] ? blocks[place] : nil
    }
  }

  /// The containers of the 64 outermost levels.
  var outermost: UInt64 { words[0] }

  /// Replaces the open containers by these, at most 64.
  mutating func replace(_ containers: UInt64, depth: Int) {
    words[0] = containers
    self.depth = depth
  }

  /// All state that 64 tokens can change: the depth, and the 64 to 127 innermost containers.
  var mark: (depth: Int, upper: UInt64, lower: UInt64) {
    @inline(__always) get {
      let word = depth &>> 6
      return (depth, word < words.count ? words[word] : 0, word > 0 ? words[word - 1] : 0)
    }
  }

  mutating func restore(_ mark: (depth: Int, upper: UInt64, lower: UInt64)) {
    let word = mark.depth / 64
    if word < words.count { words[word] = mark.upper }
    if word > 0 { words[word - 1] = mark.lower }
    depth = mark.depth
  }
}
