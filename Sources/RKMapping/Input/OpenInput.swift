internal import RKEngine
internal import RKFormats

/// An input that has been opened and whose format has been detected.
package struct OpenInput: ~Copyable {
  let name: String
  /// The type that reads its documents.
  let door: any InputDoor.Type
  let layout: InputFormat
  /// Whether it may be NDJSON: its first line was too long to decide this in advance.
  let mayBeLines: Bool
  /// Whether a second document is an error.
  let holdsOneDocument: Bool
  /// The byte offset where the text begins, after a byte order mark.
  let byteOffset: Int
  /// The format that it has instead of UTF-8 text, if any.
  let foreign: InputFormat.Foreign?
  /// Decompresses an ordinary file; nil if it is not compressed.
  let unpacking: (any ByteStream)?
  /// What it looks like instead of JSON, if its first line shows this, and the byte that is not JSON.
  let foreignText: ForeignText.Finding?
  private var source: InputSource

  /// How many bytes are read ahead to detect NDJSON: at most, at first (which usually suffices),
  /// and at a time.
  private static let longestLook = 1024 * 1024
  private static let firstLook = 16 * 1024
  private static let step = 64 * 1024

  /// Opens an input.
  ///
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
    // Swift 6.3 would destroy a source that is not there yet if `&&` read the property.
    let holdsOneDocument = input.holdsOneDocument
    self.holdsOneDocument = holdsOneDocument
    layout = known == .ndjson && holdsOneDocument ? .json : known ?? .json
    foreign = InputFormat.foreign(head, in: layout, readsEncodings: readsEncodings)
    // Formats that decode encodings also replace invalid bytes themselves.
    let repairsUTF8 = repairsUTF8 && !readsEncodings
    mayBeLines = known == nil && !holdsOneDocument
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

  /// The documents of the input, unchanged.
  consuming func documents(isStream: Bool, context: DocumentContext? = nil) -> DocumentSource {
    let (layout, offset, mayBeLines) = (layout, byteOffset, mayBeLines)
    let holdsOneDocument = holdsOneDocument
    return DocumentSource(
      takeSource(),
      format: layout,
      byteOffset: offset,
      isStream: isStream,
      mayBeLines: mayBeLines,
      holdsOneDocument: holdsOneDocument,
      context: context
    )
  }

  /// The origin of the bytes that were not read ahead.
  private enum Origin: ~Copyable {
    case file(FileDescriptor)
    case stream(any ByteStream)
    case nothing

    /// Bytes in memory, decompressed if necessary.
    init(_ bytes: [UInt8], head: inout [UInt8]) {
      if let form = Compression(startingWith: bytes), form.isKnown {
        self = .stream(ReadAhead(Unpacker(bytes)))
      } else {
        head = bytes
        self = .nothing
      }
    }

    /// A file, decompressed if necessary.
    init(_ file: consuming FileDescriptor, head: inout [UInt8]) throws(SystemError) {
      // Four bytes show whether it is compressed, or not text at all.
      var hasReadAll = false
      while head.count < 4 && !hasReadAll && !(head.isLine && file.wouldWait) {
        let added = try file.read(upTo: firstLook)
        hasReadAll = added.isEmpty
        if head.isEmpty { head = added } else { head += added }
        // Special files of the system state a size of 0.
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

    /// Whether reading on would block, although more may come.
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

  /// Reads enough to detect the format; returns nil if that would be too much.
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
        // Until the first line ends, more of it does not help to detect the format.
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
  /// Whether it ends with a complete line, and is not in UTF-16.
  fileprivate var isLine: Bool { last == .lineFeed && !contains(0) }
}
