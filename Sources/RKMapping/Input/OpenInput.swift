internal import RKEngine
internal import RKFormats

/// An input that has been opened and examined.
package struct OpenInput: ~Copyable {
  let name: String
  /// What reads its documents.
  let door: any InputDoor.Type
  let layout: InputFormat
  /// Its first line was too long to see whether it is NDJSON: its end will tell.
  let mayBeLines: Bool
  /// Where the text begins: after a byte order mark.
  let byteOffset: Int
  /// What it is instead of UTF-8 text, if anything.
  let foreign: InputFormat.Foreign?
  /// What unpacks an ordinary file.
  let unpacking: (any ByteStream)?
  /// What it looks like instead of JSON, where its first line tells, and the byte that is none.
  let foreignText: ForeignText.Finding?
  private var source: InputSource

  /// The most bytes that are read ahead to find out whether an input is NDJSON, how many at first,
  /// which usually suffice, and how many at a time.
  private static let longestLook = 1024 * 1024
  private static let firstLook = 16 * 1024
  private static let step = 64 * 1024

  /// `takesFirstLine` says that a first line may be mapped before it is known whether others follow.
  init(
    _ input: Input,
    repairsUTF8: Bool,
    kernel: ScanKernel,
    takesFirstLine: () -> Bool = { false }
  ) throws(SystemError) {
    var head: [UInt8] = []
    var isOrdinary = false
    let origin: Origin
    switch input.source {
    case .bytes(let bytes): origin = Origin(bytes, head: &head)
    case .file(let path):
      let file = try FileDescriptor.reading(path)
      isOrdinary = file.kind == .regular
      origin = try Origin(file, head: &head)
    case .standardInput: origin = try Origin(.standardInput, head: &head)
    }
    let named = input.door
    let known = try Self.fill(&head, from: origin, named?.layout, kernel, takesFirstLine)
    let door: any InputDoor.Type = named ?? JSONDoor.self
    let readsEncodings = door.readsEncodings
    name = input.name
    self.door = door
    byteOffset = head.markCount
    let text = Self.text(head)
    layout = known ?? .json
    foreign = InputFormat.foreign(head, in: layout, readsEncodings: readsEncodings)
    // Who knows the encoding repairs by himself what is none.
    let repairsUTF8 = repairsUTF8 && !readsEncodings
    mayBeLines = known == nil
    unpacking = isOrdinary ? origin.stream : nil
    let mayBeForeign = named == nil && known ?? .json == .json
    foreignText =
      mayBeForeign ? ForeignText.finding(in: text, of: input.name, head.markCount) : nil
    source =
      switch consume origin {
      case .file(let file): InputSource(head: text, file: file, repairsUTF8: repairsUTF8)
      case .stream(let stream): InputSource(head: text, stream: stream, repairsUTF8: repairsUTF8)
      case .nothing: InputSource(bytes: text, repairsUTF8: repairsUTF8)
      }
  }

  /// Returns the bytes to be read.
  consuming func takeSource() -> InputSource { source }

  /// All documents, as they are in the input.
  consuming func documents(isStream: Bool, context: DocumentContext? = nil) -> DocumentSource {
    let (layout, offset, mayBeLines) = (layout, byteOffset, mayBeLines)
    return DocumentSource(
      takeSource(),
      format: layout,
      byteOffset: offset,
      isStream: isStream,
      mayBeLines: mayBeLines,
      context: context
    )
  }

  /// Where the bytes come from that were not read beforehand.
  private enum Origin: ~Copyable {
    case file(FileDescriptor)
    case stream(any ByteStream)
    case nothing

    /// Bytes in memory, or what is packed in them.
    init(_ bytes: [UInt8], head: inout [UInt8]) {
      if let form = Compression(startingWith: bytes), form.isKnown {
        self = .stream(ReadAhead(Unpacker(bytes)))
      } else {
        head = bytes
        self = .nothing
      }
    }

    /// A file, or what is packed in it.
    init(_ file: consuming FileDescriptor, head: inout [UInt8]) throws(SystemError) {
      // Four bytes tell what is compressed, and what is no text.
      var hasReadAll = false
      while head.count < 4 && !hasReadAll && !(head.isLine && file.wouldWait) {
        let added = try file.read(upTo: firstLook)
        hasReadAll = added.isEmpty
        if head.isEmpty { head = added } else { head += added }
        // Files of the system say that they are empty.
        if let count = file.firstByteCount, count > 0, head.count >= count, added.count < firstLook
        {
          hasReadAll = true
        }
      }
      if let form = Compression(startingWith: head), form.isKnown {
        self = .stream(ReadAhead(Unpacker(head: head, file: file)))
        head = []
      } else {
        self = hasReadAll ? .nothing : .file(file)
      }
    }

    var stream: (any ByteStream)? {
      switch self {
      case .stream(let stream): stream
      case .file: nil
      case .nothing: nil
      }
    }

    var isNothing: Bool {
      switch self {
      case .nothing: true
      case .file: false
      case .stream: false
      }
    }

    /// Whether nothing is at hand that follows what was read, but more may come.
    var wouldWait: Bool {
      switch self {
      case .file(let file): file.wouldWait
      case .stream(let stream): stream.wouldWait
      case .nothing: false
      }
    }

    func read(upTo count: Int) throws(SystemError) -> [UInt8] {
      switch self {
      case .file(let file): try file.read(upTo: count)
      case .stream(let stream): try stream.read(upTo: count)
      case .nothing: []
      }
    }
  }

  /// Reads enough to detect the format; nil if that is too much.
  private static func fill(
    _ head: inout [UInt8],
    from origin: borrowing Origin,
    _ named: InputFormat?,
    _ kernel: ScanKernel,
    _ takesFirstLine: () -> Bool
  ) throws(SystemError) -> InputFormat? {
    if origin.isNothing { return named ?? format(of: head, isAll: true, kernel) }
    var hasLooked = false
    var hasLineEnd = false
    var added = head
    while true {
      if head.count >= 4 {
        if named != nil || head.count >= longestLook { return named }
        // While the first line goes on, what has been seen of it tells nothing new.
        hasLineEnd = hasLineEnd || added.span.first(.lineFeed, in: 0..<added.count) != nil
        if !hasLooked || hasLineEnd {
          hasLooked = true
          if let format = format(of: head, isAll: false, kernel) { return format }
        }
      }
      if head.isLine && origin.wouldWait {
        if named != nil { return named }
        if takesFirstLine(), InputFormat.isFirstLine(text(head), kernel: kernel) { return .ndjson }
      }
      added = try origin.read(upTo: head.isEmpty ? firstLook : step - head.count % step)
      if added.isEmpty { return named ?? format(of: head, isAll: true, kernel) }
      if head.isEmpty { head = added } else { head += added }
    }
  }

  private static func format(of head: [UInt8], isAll: Bool, _ kernel: ScanKernel) -> InputFormat? {
    InputFormat.detect(text(head), isAll: isAll, kernel: kernel)
  }

  /// The text after a byte order mark.
  private static func text(_ head: [UInt8]) -> [UInt8] {
    let start = head.markCount
    return start == 0 ? head : Array(head[start...])
  }
}

extension [UInt8] {
  /// It ends with a line, and is not in an encoding of two bytes.
  fileprivate var isLine: Bool { last == .lineFeed && !contains(0) }
}
