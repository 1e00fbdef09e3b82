/// The destination of a run's output.
///
/// A file is written to a temporary file, which gets its place when the run has succeeded. So there
/// is never half a file, and an old file is unchanged if the run fails. Pipes, devices and the
/// standard output are written to directly. A filter may transform the written bytes.
package struct OutputFile: ~Copyable {
  private let file: FileDescriptor
  /// The temporary file and its final place; nil if the output is written directly.
  private let aside: (path: String, place: String)?
  /// The memory that receives the bytes; nil for a file.
  private let memory: OutputMemory?
  /// Deletes the temporary file if the process ends before it is renamed.
  private let leftover: Leftover?
  private let filter: (any ByteFilter)?
  /// The group with which the file gets its place; nil if it does when it is committed.
  private let group: FileGroup?
  private var isSettled = false

  /// The standard output.
  package init() {
    file = .standardOutput
    aside = nil
    memory = nil
    leftover = nil
    filter = nil
    group = nil
  }

  /// Writes to memory, which cannot be rolled back.
  package init(_ memory: OutputMemory) {
    file = .standardOutput
    aside = nil
    self.memory = memory
    leftover = nil
    filter = nil
    group = nil
  }

  /// A file by name; a link is followed, so that its target is replaced.
  ///
  /// A name of the standard output is written to directly, even if it is a file, as other programs
  /// may write to that, too.
  package init(
    path: String,
    through filter: (any ByteFilter)? = nil,
    in group: FileGroup? = nil
  ) throws(SystemError) {
    memory = nil
    self.filter = filter
    self.group = group
    if Self.standardOutputNames.contains(path) {
      file = .standardOutput
      aside = nil
      leftover = nil
      return
    }
    // A pipe that is already open, such as /dev/fd/63, has no other name.
    if FileDescriptor.isSeen(path, as: .other) {
      file = try .writing(path)
      aside = nil
      leftover = nil
      return
    }
    let place = FileDescriptor.resolvedOrGiven(path)
    if try FileDescriptor.target(ofLink: place) != nil {
      throw SystemError(.open, code: SystemError.linkLoopCode, path: path)
    }
    switch try FileDescriptor.kind(of: place) {
    case .directory: throw SystemError(.write, code: SystemError.directoryCode, path: path)
    case .other: throw .notOrdinary(path)
    case .regular, nil:
      var note: Leftover?
      do {
        file = try .writing(asideOf: place, leftover: &note)
      } catch {
        throw SystemError(.open, code: error.code, path: path)
      }
      leftover = note
      file.copyOwnership(from: place)
      aside = (file.path, place)
    }
  }

  package static let standardOutputNames = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  deinit {
    if !isSettled, let aside { FileDescriptor.remove(aside.path) }
  }

  /// Whether the written output can be rolled back until `commit`.
  package var isAside: Bool { aside != nil }

  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    guard let filter else { return try writeRaw(bytes) }
    var made = UniqueArray<UInt8>(minimumCapacity: 64 * 1024)
    try filter.take(bytes, into: &made)
    try writeRaw(made.span)
  }

  private func writeRaw(_ bytes: Span<UInt8>) throws(SystemError) {
    guard let memory else { return try file.write(bytes) }
    for at in bytes.indices { memory.bytes.append(bytes[at]) }
  }

  /// Completes the output after everything was written.
  private borrowing func finish() throws(SystemError) {
    guard let filter else { return }
    var made = UniqueArray<UInt8>(minimumCapacity: 64 * 1024)
    try filter.finish(into: &made)
    try writeRaw(made.span)
  }

  /// Creates or replaces a file with these bytes, atomically.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    in group: FileGroup? = nil
  ) throws(SystemError) {
    var file = try OutputFile(path: path, in: group)
    try file.write(bytes.span)
    try file.commit()
  }

  /// Completes the output, and puts it in its place, or leaves that to its group.
  package mutating func commit() throws(SystemError) {
    let single = group == nil ? FileGroup() : nil
    try complete(for: group ?? single)
    try single?.commit()
  }

  /// Completes the output, and makes the temporary file survive a crash of the machine.
  mutating func complete(for group: FileGroup?) throws(SystemError) {
    try finish()
    guard let aside else { return }
    try file.sync()
    group?.add(aside, leftover)
    isSettled = true
  }
}

/// The bytes of an output that is written to memory.
package final class OutputMemory {
  package fileprivate(set) var bytes: [UInt8] = []

  package init() {}
}
