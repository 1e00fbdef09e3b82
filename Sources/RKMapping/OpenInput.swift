internal import RKEngine

/// An input that has been opened and looked at.
struct OpenInput: ~Copyable {
  let name: String
  let format: InputFormat
  /// Its first line was too long to see whether it is NDJSON: the pipeline settles that at its end.
  let mayBeLines: Bool
  /// Where the text begins: behind a byte order mark.
  let byteOffset: Int
  /// What it is instead of UTF-8 text, if anything.
  let foreign: InputFormat.Foreign?
  private var source: InputSource

  /// The most bytes that are read beforehand to find out whether an input is NDJSON.
  private static let longestLook = 1024 * 1024

  init(_ input: Input, repairsUTF8: Bool, kernel: ScanKernel) throws(SystemError) {
    name = input.name
    var head: [UInt8] = []
    var file: FileDescriptor?
    switch input.source {
    case .bytes(let bytes): head = bytes
    case .file(let path): file = try .reading(path)
    case .standardInput: file = .standardInput
    }
    let named = input.format.map { InputFormat($0) } ?? Self.format(named: input.name)
    var isAll = false
    switch file {
    case let file?: isAll = try Self.fill(&head, from: file, named, kernel)
    case nil: isAll = true
    }
    byteOffset = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    foreign = InputFormat.foreign(head)
    let text = Array(head[byteOffset...])
    let known = named ?? InputFormat.detect(text, isAll: isAll, kernel: kernel)
    format = known ?? .json
    mayBeLines = known == nil
    switch consume file {
    case let file?: source = InputSource(head: text, file: file, repairsUTF8: repairsUTF8)
    case nil: source = InputSource(bytes: text, repairsUTF8: repairsUTF8)
    }
  }

  /// Gives up the bytes to be read.
  consuming func takeSource() -> InputSource { source }

  private static func format(named name: String) -> InputFormat? {
    name.hasSuffix(".ndjson") || name.hasSuffix(".jsonl") ? .ndjson : nil
  }

  /// Reads as much as tells the format; true when that is all there is.
  private static func fill(
    _ head: inout [UInt8],
    from file: borrowing FileDescriptor,
    _ named: InputFormat?,
    _ kernel: ScanKernel
  ) throws(SystemError) -> Bool {
    while true {
      let added = try file.read(upTo: 64 * 1024)
      head += added
      if added.isEmpty { return true }
      // Four bytes tell what is no text.
      if head.count < 4 { continue }
      if named != nil || head.count >= longestLook { return false }
      let start = head.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      if InputFormat.detect(Array(head[start...]), isAll: false, kernel: kernel) != nil {
        return false
      }
    }
  }
}

extension InputFormat {
  fileprivate init(_ format: Input.Format) {
    switch format {
    case .json: self = .json
    case .ndjson: self = .ndjson
    case .seq: self = .sequence
    }
  }
}
