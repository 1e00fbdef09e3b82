internal import CFormats
package import RKEngine

extension Compression {
  fileprivate var form: rk_compression {
    switch self {
    case .gzip: RK_GZIP
    case .zstd: RK_ZSTD
    }
  }

  /// The version of the format's library; nil if the program was built without it.
  package var libraryVersion: String? {
    // SAFETY: a version is a constant C string.
    unsafe rk_compression_version(form).map { unsafe String(cString: $0) }
  }

  package var isKnown: Bool { libraryVersion != nil }

  /// The error that the required library is not available.
  package var absence: SystemError {
    .damage("this program was built without \(libraryName), which \(name) needs")
  }
}

/// Unpacks members of one format, step by step.
@safe
final class UnpackingSteps {
  enum Ending {
    case more
    case memberEnd
    case damaged
    case tooLarge
  }

  private let unpacker: OpaquePointer

  init(_ form: Compression) throws(SystemError) {
    if !form.isKnown { throw form.absence }
    // SAFETY: the unpacker is this owner's from now on.
    guard let made = unsafe rk_unpacker_make(form.form) else { throw .noMemory(.read) }
    unsafe unpacker = made
  }

  deinit {
    // SAFETY: nobody else has the unpacker.
    unsafe rk_unpacker_free(unpacker)
  }

  /// Unpacks bytes from `place` on into the free room of the output; advances `place`.
  func unpack(
    _ bytes: Span<UInt8>,
    from place: inout Int,
    into block: inout UniqueArray<UInt8>,
    upTo room: Int
  ) throws(SystemError) -> Ending {
    // SAFETY: the call reads the bytes of the span and writes no more than there is room for, which
    // `commit` checks once more.
    let step = unsafe bytes.extracting(place..<bytes.count).withUnsafeBufferPointer { source in
      unsafe rk_unpack(unpacker, source.baseAddress, source.count, block.spare(room), room)
    }
    unsafe block.commit(step.made)
    place += step.taken
    switch step.result {
    case RK_STEP_END: return .memberEnd
    case RK_STEP_DAMAGED: return .damaged
    case RK_STEP_TOO_LARGE: return .tooLarge
    case RK_STEP_NO_MEMORY: throw .noMemory(.read)
    default: return .more
    }
  }
}

/// Packs everything that is written into one member.
@safe
package final class Packer: ByteFilter {
  private static let step = 64 * 1024

  private let packer: OpaquePointer

  package init(_ form: Compression) throws(SystemError) {
    if !form.isKnown { throw form.absence }
    // SAFETY: the packer is this owner's from now on.
    guard let made = unsafe rk_packer_make(form.form) else { throw .noMemory(.write) }
    unsafe packer = made
  }

  deinit {
    // SAFETY: nobody else has the packer.
    unsafe rk_packer_free(packer)
  }

  package func take(_ bytes: Span<UInt8>, into output: inout UniqueArray<UInt8>)
    throws(SystemError)
  {
    var place = 0
    while place < bytes.count {
      _ = try pack(bytes.extracting(place..<bytes.count), isLast: false, &place, into: &output)
    }
  }

  package func finish(into output: inout UniqueArray<UInt8>) throws(SystemError) {
    var place = 0
    while try !pack(Span(), isLast: true, &place, into: &output) {}
  }

  /// Packs as much as there is room for; returns whether everything is complete.
  private func pack(
    _ bytes: Span<UInt8>,
    isLast: Bool,
    _ place: inout Int,
    into output: inout UniqueArray<UInt8>
  ) throws(SystemError) -> Bool {
    let room = Self.step
    // SAFETY: the call reads the bytes of the span and writes no more than there is room for, which
    // `commit` checks once more.
    let step = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe rk_pack(
        packer,
        source.baseAddress,
        source.count,
        isLast,
        output.spare(room),
        room
      )
    }
    unsafe output.commit(step.made)
    place += step.taken
    if step.result == RK_STEP_NO_MEMORY { throw .noMemory(.write) }
    return step.result == RK_STEP_END
  }
}
