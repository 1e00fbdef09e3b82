// The only file that sees the kernels of CScan.
internal import CScan

/// The state of a scan between blocks: the contents of `rk_scan_state`, by name.
package struct ScanState {
  fileprivate var carried: rk_scan_state

  /// The state at the start of an input, whose documents are separated by `separator` outside
  /// strings; nil for no separator.
  package init(separator: UInt8?) {
    carried = rk_scan_state()
    carried.separator = separator ?? ScanState.noSeparator
  }

  /// A byte that occurs in no UTF-8 text, so that it separates nothing.
  package static var noSeparator: UInt8 { 0xFF }

  package var separator: UInt8 { carried.separator }
  /// The next byte lies inside a string.
  package var isInString: Bool {
    get { carried.in_string != 0 }
    set { carried.in_string = newValue ? ~0 : 0 }
  }
  /// The next byte is escaped by a backslash before it.
  package var isEscaped: Bool {
    get { carried.escape != 0 }
    set { carried.escape = newValue ? 1 : 0 }
  }
  /// The previous byte belongs to a number, a literal or the inside of a string.
  package var isInScalar: Bool {
    get { carried.scalar != 0 }
    set { carried.scalar = newValue ? 1 : 0 }
  }
  /// Bit i is set if the byte at distance i must be a hexadecimal digit of a `\u` escape.
  package var hexadecimalWanted: UInt64 {
    get { carried.hex }
    set { carried.hex = newValue }
  }
  /// A byte so far cannot occur in JSON.
  package var isFaulty: Bool { carried.error != 0 }
  package mutating func markFaulty() { carried.error = 1 }
  /// The number of line feeds so far.
  package var newlineCount: Int {
    get { Int(carried.newline_count) }
    set { carried.newline_count = UInt64(newValue) }
  }
  /// The portable kernel's state of a UTF-8 sequence: the number of expected continuation bytes,
  /// and the bounds of the next one.
  package var continuation: (wanted: UInt8, lowest: UInt8, highest: UInt8) {
    get { (carried.utf8_incomplete.0, carried.utf8_previous.0, carried.utf8_previous.1) }
    set {
      carried.utf8_incomplete.0 = newValue.wanted
      carried.utf8_previous.0 = newValue.lowest
      carried.utf8_previous.1 = newValue.highest
    }
  }

  /// This state for the portable kernel, which tracks UTF-8 in its own way.
  ///
  /// The scan goes back to the start of a sequence that may be incomplete.
  func portable(at offset: Int, in buffer: borrowing InputBuffer) -> (state: ScanState, start: Int)
  {
    var state = ScanState(separator: separator)
    state.isInString = isInString
    state.isEscaped = isEscaped
    state.isInScalar = isInScalar
    state.hexadecimalWanted = hexadecimalWanted
    let bytes = buffer.padded
    var start = offset
    while start > 0 && offset - start < 3 && bytes[start - 1] & 0xC0 == 0x80 { start -= 1 }
    if start > 0 && bytes[start - 1] >= 0xC0 { start -= 1 } else { start = offset }
    return (state, start)
  }
}

/// The implementation of the scan for one instruction set, chosen at run time.
///
/// Contains pointers to functions and to a constant name, none of which ever changes, so sharing it
/// is safe.
@safe
package struct ScanKernel: @unchecked Sendable {
  private let native: rk_kernel?
  package let name: String

  private init(native: rk_kernel) {
    // SAFETY: a kernel is a table of functions and a constant C string, which are never freed.
    unsafe self.native = native
    name = unsafe String(cString: native.name)
  }

  private init() {
    // SAFETY: there is nothing to call.
    unsafe native = nil
    name = "portable"
  }

  /// Plain Swift: the oracle for the other kernels, and the fallback.
  package static let portable = ScanKernel()

  /// All kernels that this processor supports, best first; the portable one is last.
  package static let available: [ScanKernel] =
    // SAFETY: there is a kernel for each of these numbers.
    (0..<rk_kernel_count()).map { unsafe ScanKernel(native: rk_kernel_at($0)) } + [portable]

  /// The best kernel that this processor supports.
  package static let best = available[0]

  /// Scans `blockCount` blocks of 64 bytes at `offset` into `index`.
  ///
  /// The last block may reach into the padding.
  package func scan(
    _ buffer: borrowing InputBuffer,
    at offset: Int,
    blockCount: Int,
    into index: inout StructuralIndex,
    state: inout ScanState
  ) {
    let bytes = buffer.padded
    // SAFETY: this reads a table of functions.
    guard let native = unsafe native else {
      PortableKernel.scan(bytes, at: offset, blockCount: blockCount, into: &index, state: &state)
      return
    }
    precondition(offset >= 0 && offset + blockCount * 64 <= bytes.count, "a scan beyond the buffer")
    let room = blockCount * 64 + 64
    // SAFETY: the kernel reads `blockCount` whole blocks, which lie in the buffer, and writes at
    // most 64 entries per block and 64 more of scratch, for which there is `room`.
    unsafe bytes.withUnsafeBufferPointer { input in
      guard let start = input.baseAddress else { return }
      let count = unsafe native.scan(
        start + offset,
        blockCount,
        UInt32(offset),
        index.positions.spare(room),
        index.tokens.spare(room),
        index.notes.spare(blockCount),
        &state.carried
      )
      // SAFETY: the kernel has written as many positions and tokens as it returned, and a note per
      // block.
      unsafe index.positions.commit(count)
      unsafe index.tokens.commit(count)
      unsafe index.notes.commit(blockCount)
    }
  }

  /// Whether the kernel can scan mapped memory.
  // SAFETY: this reads a table of functions.
  var scansMapped: Bool { unsafe native != nil }

  /// Appends `blockCount` blocks of a mapped file to the buffer and scans them.
  ///
  /// Returns false and changes nothing if they cannot be read.
  func scanMapped(
    _ blockCount: Int,
    from mapping: borrowing FileMapping,
    into buffer: inout InputBuffer,
    _ index: inout StructuralIndex,
    state: inout ScanState
  ) -> Bool {
    // SAFETY: this reads a table of functions, and where the bytes are.
    guard let take = unsafe native?.take, let source = unsafe mapping.start else { return false }
    precondition(blockCount * 64 <= mapping.count, "a scan beyond the file")
    let room = blockCount * 64 + 64
    let offset = UInt32(buffer.count)
    var carried = state.carried
    var count = 0
    // SAFETY: this many blocks lie in the mapping, and fit into the memory that the buffer
    // provides; the call exists because they may disappear while they are read. The rest is as in
    // `scan`.
    let isWhole = unsafe buffer.append(blockCount * 64) { bytes in
      unsafe rk_take_mapped(
        take,
        source,
        bytes,
        blockCount,
        offset,
        index.positions.spare(room),
        index.tokens.spare(room),
        index.notes.spare(blockCount),
        &carried,
        &count
      )
    }
    guard isWhole else { return false }
    state.carried = carried
    // SAFETY: the kernel has written as many positions and tokens as it returned, and a note per
    // block.
    unsafe index.positions.commit(count)
    unsafe index.tokens.commit(count)
    unsafe index.notes.commit(blockCount)
    return true
  }

  /// Classifies the tokens from the block of 64 with token `first` to the last.
  func classify(_ index: inout StructuralIndex, from first: Int, separator: UInt8) {
    // SAFETY: this reads a table of functions.
    guard let native = unsafe native else {
      PortableKernel.classify(&index, from: first, separator: separator)
      return
    }
    let firstBlock = first / 64
    let tokenCount = index.tokens.count - firstBlock * 64
    let blockCount = (tokenCount + 63) / 64
    index.truncate(toBlocks: firstBlock)
    index.tokens.reserve(index.tokens.count + 64)
    let hasSeparators = separator != ScanState.noSeparator
    // SAFETY: TokenMasks has the layout of rk_token_masks, and TokenBrackets that of
    // rk_token_brackets (eight and two 64-bit words in the same order, which a test compares); the
    // tokens are readable to the end of their last block, for which `reserve` asked. The kernel
    // writes one of each per block.
    let masks = unsafe UnsafeMutableRawPointer(index.masks.spare(blockCount))
    let brackets = unsafe UnsafeMutableRawPointer(index.brackets.spare(blockCount))
    unsafe native.classify(
      index.tokens.start + firstBlock * 64,
      tokenCount,
      separator,
      masks.assumingMemoryBound(to: rk_token_masks.self),
      brackets.assumingMemoryBound(to: rk_token_brackets.self),
      hasSeparators ? index.separators.spare(blockCount) : nil
    )
    // SAFETY: as above.
    unsafe index.masks.commit(blockCount)
    unsafe index.brackets.commit(blockCount)
    if hasSeparators { unsafe index.separators.commit(blockCount) }
  }

  /// Validates blocks of 64 tokens that follow the block `before`.
  ///
  /// Returns how many of the first are well-formed, and appends the depth change of each.
  ///
  /// Stops at the first block for which that is uncertain: the caller validates it. There must be
  /// one more block after them.
  func validate(
    _ index: borrowing StructuralIndex,
    _ blocks: Range<Int>,
    before: TokenMasks,
    _ open: inout OpenContainers,
    into changes: inout UniqueArray<DepthChange>
  ) -> Int {
    // SAFETY: this reads a table of functions.
    guard let validate = unsafe native?.validate, open.depth <= OpenContainers.deepest else {
      return 0
    }
    let masked = blocks.lowerBound - index.firstMaskedBlock
    precondition(masked >= 0 && masked + blocks.count < index.masks.count, "blocks that are none")
    var carried = rk_containers(
      is_object: open.areObjects,
      depth: open.depth,
      maximum_depth: open.maximumDepth,
      is_separated: open.areDocumentsSeparated
    )
    // SAFETY: the blocks exist, and one after them. DepthChange has the layout of rk_depth_change
    // (two bytes in the same order, which a test compares), of which the kernel writes one per
    // block.
    let noted = unsafe UnsafeMutableRawPointer(changes.spare(blocks.count))
    let count = unsafe withUnsafePointer(to: before) { before in
      let first = unsafe Self.native(index.masks.start + masked)
      let noted = unsafe noted.assumingMemoryBound(to: rk_depth_change.self)
      return unsafe validate(first, blocks.count, Self.native(before), &carried, noted)
    }
    unsafe changes.commit(count)
    (open.areObjects, open.depth) = (carried.is_object, carried.depth)
    return count
  }

  /// Checks the numbers and literals of blocks of 64 validated tokens.
  ///
  /// Returns how many of the first blocks have no long or wrong ones.
  func check(
    _ index: borrowing StructuralIndex,
    _ buffer: borrowing InputBuffer,
    _ blocks: Range<Int>
  ) -> Int {
    // SAFETY: this reads a table of functions.
    guard let check = unsafe native?.check, !blocks.isEmpty else { return 0 }
    let after = blocks.upperBound * 64
    let masked = blocks.lowerBound - index.firstMaskedBlock
    precondition(masked >= 0 && after < index.count, "no token after the last")
    precondition(index.positions[after] <= buffer.count, "a position beyond the bytes")
    let bytes = buffer.padded
    // SAFETY: the blocks exist, and one token after them. Positions ascend, so that none lies after
    // that one's, where the padding can still be read.
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      let first = unsafe index.masks.start + masked
      let positions = unsafe index.positions.start + blocks.lowerBound * 64
      return unsafe check(Self.native(first), blocks.count, positions, bytes.baseAddress)
    }
  }

  /// The masks with the type that the kernels declare.
  private static func native(_ masks: UnsafePointer<TokenMasks>) -> UnsafePointer<rk_token_masks> {
    // SAFETY: TokenMasks has the layout of rk_token_masks: eight 64-bit words in the same order,
    // which a test compares.
    unsafe UnsafeRawPointer(masks).assumingMemoryBound(to: rk_token_masks.self)
  }
}
