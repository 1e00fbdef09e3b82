internal import RKDiagnostics
internal import RKEngine

/// An input that has been opened and looked at.
package struct OpenInput: ~Copyable {
  let name: String
  /// What gives its documents.
  let door: any InputDoor.Type
  let layout: InputFormat
  /// Its first line was too long to see whether it is NDJSON: its end tells.
  let mayBeLines: Bool
  /// Where the text begins: after a byte order mark.
  let byteOffset: Int
  /// What it is instead of UTF-8 text, if anything.
  let foreign: InputFormat.Foreign?
  /// What it looks like instead of JSON, where its first line tells, and the byte that is none.
  let foreignText: (text: ForeignText, location: Location)?
  private var source: InputSource

  /// The most bytes that are read beforehand to find out whether an input is NDJSON, how many at first,
  /// which mostly tell, and how many at a time.
  private static let longestLook = 1024 * 1024
  private static let firstLook = 16 * 1024
  private static let step = 64 * 1024

  init(_ input: Input, repairsUTF8: Bool, kernel: ScanKernel) throws(SystemError) {
    var head: [UInt8] = []
    var file: FileDescriptor?
    switch input.source {
    case .bytes(let bytes): head = bytes
    case .file(let path): file = try .reading(path)
    case .standardInput: file = .standardInput
    }
    let door = input.door
    let named = door?.layout
    let known =
      switch file {
      case let file?: try Self.fill(&head, from: file, named, kernel)
      case nil: named ?? Self.format(of: head, isAll: true, kernel)
      }
    name = input.name
    self.door = door ?? JSONDoor.self
    byteOffset = Self.textStart(head)
    let text = Self.text(head)
    layout = known ?? .json
    foreign = InputFormat.foreign(head, in: layout)
    mayBeLines = known == nil
    foreignText = layout == .json ? ForeignText.location(in: text, of: input.name, byteOffset) : nil
    switch consume file {
    case let file?: source = InputSource(head: text, file: file, repairsUTF8: repairsUTF8)
    case nil: source = InputSource(bytes: text, repairsUTF8: repairsUTF8)
    }
  }

  /// Gives up the bytes to be read.
  consuming func takeSource() -> InputSource { source }

  /// All documents, as they stand in the input.
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

  /// Reads as much as tells the format; nil when that is too much.
  private static func fill(
    _ head: inout [UInt8],
    from file: borrowing FileDescriptor,
    _ named: InputFormat?,
    _ kernel: ScanKernel
  ) throws(SystemError) -> InputFormat? {
    var hasLooked = false
    var hasLineEnd = false
    while true {
      let added = try file.read(upTo: head.isEmpty ? firstLook : step - head.count % step)
      if head.isEmpty { head = added } else { head += added }
      if added.isEmpty { return named ?? format(of: head, isAll: true, kernel) }
      // Four bytes tell what is no text.
      if head.count < 4 { continue }
      if named != nil || head.count >= longestLook { return named }
      // While the first line goes on, what has been seen of it tells nothing new.
      hasLineEnd = hasLineEnd || added.span.first(.lineFeed, in: 0..<added.count) != nil
      if hasLooked && !hasLineEnd { continue }
      hasLooked = true
      if let format = format(of: head, isAll: false, kernel) { return format }
    }
  }

  private static func format(of head: [UInt8], isAll: Bool, _ kernel: ScanKernel) -> InputFormat? {
    InputFormat.detect(text(head), isAll: isAll, kernel: kernel)
  }

  /// What stands after a byte order mark.
  private static func text(_ head: [UInt8]) -> [UInt8] {
    let start = textStart(head)
    return start == 0 ? head : Array(head[start...])
  }

  /// The place after a byte order mark.
  private static func textStart(_ head: [UInt8]) -> Int {
    head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}
