package import RKEngine

/// Unpacks compressed data: all members and frames one after the other; zeros may follow the last one.
package final class Unpacker: BlockMaker {
  private static let chunkSize = 64 * 1024

  /// The file with the bytes after the chunk.
  private let file: FileDescriptor?
  /// The bytes that were read, and the index of the next one.
  private var chunk: [UInt8]
  private var place = 0
  /// The offset in the input where the chunk begins.
  private var chunkOffset = 0
  private var hasReadAll = false
  /// The format of the current member, and the offset in the input where it begins.
  private var member: (form: Compression, offset: Int)?
  private var steps: [(form: Compression, steps: UnpackingSteps)] = []

  /// Unpacks `head`, then the rest of the file.
  package init(head: [UInt8], file: consuming FileDescriptor) {
    self.file = consume file
    chunk = head
  }

  /// Unpacks bytes in memory.
  package init(_ bytes: [UInt8]) {
    file = nil
    chunk = bytes
  }

  /// The number of input bytes that have been consumed.
  private var offset: Int { chunkOffset + place }

  package func make(_ block: inout UniqueArray<UInt8>, size: Int) throws(SystemError) {
    while block.count < size {
      if let member {
        try unpack(member, into: &block, upTo: size - block.count)
      } else if try !beginMember() {
        return
      }
    }
  }

  private func unpack(
    _ member: (form: Compression, offset: Int),
    into block: inout UniqueArray<UInt8>,
    upTo room: Int
  ) throws(SystemError) {
    if place == chunk.count && !hasReadAll { try readChunk() }
    let steps = try steps(of: member.form)
    let before = (place, block.count)
    let bytes = chunk
    switch try steps.unpack(bytes.span, from: &place, into: &block, upTo: room) {
    case .memberEnd: self.member = nil
    case .more:
      if (place, block.count) == before && place == chunk.count && hasReadAll { throw cut }
    case .damaged:
      throw .damage(
        "the \(member.form.name) \(Self.noun(member.form)) that begins at byte \(member.offset) is damaged"
      )
    case .tooLarge:
      throw .damage(
        "the \(member.form.name) frame that begins at byte \(member.offset) has a window of more than 128 MiB"
      )
    }
  }

  private static func noun(_ form: Compression) -> String {
    switch form {
    case .gzip: "member"
    case .zstd: "frame"
    }
  }

  private func steps(of form: Compression) throws(SystemError) -> UnpackingSteps {
    if let known = steps.first(where: { $0.form == form }) { return known.steps }
    let made = try UnpackingSteps(form)
    steps.append((form, made))
    return made
  }

  // MARK: - Between members

  /// Moves to the next member; returns false at the end.
  private func beginMember() throws(SystemError) -> Bool {
    while chunk.count - place < 4 && !hasReadAll { try readChunk() }
    let start = Array(chunk[place...].prefix(4))
    guard let first = start.first else { return false }
    if let form = Compression(startingWith: start) {
      member = (form, offset)
      return true
    }
    if first == 0 && offset > 0 {
      try passPadding()
      return false
    }
    if start.count < 4 && Compression.mayBegin(with: start) { throw cut(at: offset + start.count) }
    throw garbage
  }

  /// Skips zeros, the only bytes that may follow the last member.
  private func passPadding() throws(SystemError) {
    repeat {
      while place < chunk.count {
        if chunk[place] != 0 { throw garbage }
        place += 1
      }
      if !hasReadAll { try readChunk() }
    } while place < chunk.count
  }

  private var cut: SystemError { cut(at: offset) }

  private func cut(at end: Int) -> SystemError {
    .damage("it is cut off at byte \(end)")
  }

  private var garbage: SystemError {
    .damage("what begins at byte \(offset) is neither gzip nor zstd")
  }

  // MARK: - Reading

  /// Drops consumed bytes, and reads the next ones.
  private func readChunk() throws(SystemError) {
    chunkOffset += place
    chunk.removeFirst(place)
    place = 0
    let added: [UInt8] =
      switch file {
      case let file?: try file.read(upTo: Self.chunkSize)
      case nil: []
      }
    chunk += added
    hasReadAll = added.isEmpty
  }
}

extension Unpacker {
  /// The unpacked contents of an ordinary file, which may be compressed, as a source that can be read again.
  package static func source(ofFile path: String) throws(SystemError) -> InputSource {
    let file = try FileDescriptor.readingNamed(path)
    let head = try file.read(upTo: 4)
    guard let form = Compression(startingWith: head), form.isKnown else {
      return InputSource(head: head, file: file)
    }
    return InputSource(head: [], stream: ReadAhead(Unpacker(head: head, file: file)))
  }

  /// The unpacked contents of a file, which may be compressed.
  package static func bytes(ofFile file: consuming FileDescriptor) throws(SystemError) -> [UInt8] {
    try bytes(file.readAll())
  }

  /// The unpacked contents of bytes, which may be compressed.
  package static func bytes(_ bytes: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let form = Compression(startingWith: bytes), form.isKnown else { return bytes }
    return try ReadAhead(Unpacker(bytes)).readAll()
  }
}
