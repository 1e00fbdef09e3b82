@testable import RKEngine

/// Reads the tokens of JSON text one after the other, with a stack: the reference for kernels that
/// validate 64 tokens at once, and for their twin.
///
/// It shares no code with either. A string is wrong if a colon should follow and does not, or
/// follows and should not, as for them.
struct TokenReader {
  private enum Wanted {
    case document, separator
    case value, valueOrClose
    case key, keyOrClose, colon
    case commaOrClose
  }

  /// The byte that separates documents, if any.
  private let separator: UInt8?
  private let maximumDepth: Int
  private var wanted = Wanted.document
  /// The brackets that are open.
  private(set) var open: [UInt8] = []

  init(separator: UInt8?, maximumDepth: Int) {
    self.separator = separator
    self.maximumDepth = maximumDepth
  }

  /// Reads a token that `next` follows; false if it is not allowed there.
  mutating func take(_ token: UInt8, before next: UInt8?) -> Bool {
    let isKey = token == .quote && next == .colon
    switch wanted {
    case .document:
      return token == separator || begin(token)
    case .separator:
      wanted = .document
      return token == separator
    case .value, .valueOrClose:
      if token == .closeArray && wanted == .valueOrClose { return close(.openArray) }
      return !isKey && begin(token)
    case .key, .keyOrClose:
      if token == .closeObject && wanted == .keyOrClose { return close(.openObject) }
      wanted = .colon
      return isKey
    case .colon:
      wanted = .value
      return token == .colon
    case .commaOrClose:
      if token == .closeObject { return close(.openObject) }
      if token == .closeArray { return close(.openArray) }
      wanted = open.last == .openObject ? .key : .value
      return token == .comma
    }
  }

  private mutating func begin(_ token: UInt8) -> Bool {
    switch token {
    case .openObject, .openArray:
      open.append(token)
      wanted = token == .openObject ? .keyOrClose : .valueOrClose
      return open.count <= maximumDepth
    case .closeObject, .closeArray, .comma, .colon, separator: return false
    default:
      endValue()
      return true
    }
  }

  private mutating func close(_ bracket: UInt8) -> Bool {
    guard open.last == bracket else { return false }
    open.removeLast()
    endValue()
    return true
  }

  private mutating func endValue() {
    wanted = open.isEmpty ? (separator == nil ? .document : .separator) : .commaOrClose
  }
}

/// The results of the reader for tokens, block by block.
struct TokenVerdict {
  struct Block {
    var depth: Int
    /// Bit i: the container at level i is an object, of the first 64.
    var objects: UInt64
    /// How many brackets open among its 64 tokens.
    var openCount = 0
    var change = DepthChange(closed: 0, opened: 0)
  }

  /// The first token that is not allowed.
  private(set) var firstWrong: Int?
  /// The open containers before each block that begins before that, and before the end.
  private(set) var blocks: [Block] = []

  init(_ tokens: [UInt8], separator: UInt8?, maximumDepth: Int) {
    var reader = TokenReader(separator: separator, maximumDepth: maximumDepth)
    var lowest = 0
    // A loop over the places by hand: most of the time of these tests is spent here.
    var place = 0
    while place < tokens.count {
      let token = tokens[place]
      if place % 64 == 0 {
        end(lowest, reader.open.count)
        blocks.append(Block(depth: reader.open.count, objects: Self.objects(reader.open)))
        lowest = reader.open.count
      }
      if token == .openObject || token == .openArray { blocks[place / 64].openCount += 1 }
      if firstWrong == nil {
        let next = place + 1 < tokens.count ? tokens[place + 1] : nil
        if !reader.take(token, before: next) { firstWrong = place }
        lowest = min(lowest, reader.open.count)
      }
      place += 1
    }
    end(lowest, reader.open.count)
    blocks.append(Block(depth: reader.open.count, objects: Self.objects(reader.open)))
  }

  private mutating func end(_ lowest: Int, _ depth: Int) {
    guard let last = blocks.indices.last else { return }
    blocks[last].change = DepthChange(
      closed: UInt8(blocks[last].depth - lowest),
      opened: UInt8(depth - lowest)
    )
  }

  private static func objects(_ open: [UInt8]) -> UInt64 {
    var bits: UInt64 = 0
    for (level, bracket) in open.prefix(64).enumerated() where bracket == .openObject {
      bits |= 1 << UInt64(level)
    }
    return bits
  }

  /// The first of `blockCount` blocks that a kernel must stop before: one with a wrong token, or
  /// one that could be deeper than it tracks.
  func stop(of blockCount: Int, maximumDepth: Int) -> Int {
    let deepest = min(maximumDepth, 64)
    return (0..<blockCount).first { block in
      blocks[block].depth + blocks[block].openCount > deepest
        || firstWrong.map { $0 < block * 64 + 64 } ?? false
    } ?? blockCount
  }
}
