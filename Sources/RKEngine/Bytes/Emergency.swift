internal import CScan

/// How the process ends if it cannot continue: interrupted, out of memory, or crashed.
package enum Emergency {
  /// Ends the process because it is out of memory: the program reports that and exits; another
  /// process that uses the library aborts.
  @inline(never)
  package static func endWithoutMemory() -> Never { rk_end_without_memory() }

  /// Ends the program because it is out of memory; does nothing in another process that uses the
  /// library.
  static func endProgramWithoutMemory() {
    if rk_has_endings() { rk_end_without_memory() }
  }

  /// Notes the current work for the out-of-memory message, for example `'a.json' was mapped`.
  package static func note(work: String) {
    let text = work.utf8
    // SAFETY: the text is copied in the call.
    unsafe text.span.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress { unsafe rk_note_work(start, characters.count) }
      }
    }
  }

  /// Runs work that an interruption must not split; it must be short.
  package static func undivided<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    rk_begin_undivided()
    defer { rk_end_undivided() }
    return try body()
  }

  /// Runs a thread's work and handles its faults, even after a stack overflow.
  @unsafe
  static func runThread(
    _ argument: UnsafeMutableRawPointer,
    _ work: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    // SAFETY: what the work does with its argument is up to the caller.
    unsafe rk_run_thread(work, argument)
  }

  /// The messages and exit statuses of a program that cannot continue.
  package struct Endings {
    package var interruptedStatus: Int32
    package var withoutMemoryStatus: Int32
    package var faultStatus: Int32
    /// A text of two parts; the note of the current work is written between them.
    package var withoutMemoryText: StaticString
    package var withoutMemoryHelp: StaticString
    package var faultText: StaticString

    package init(
      interruptedStatus: Int32,
      withoutMemoryStatus: Int32,
      faultStatus: Int32,
      withoutMemoryText: StaticString,
      withoutMemoryHelp: StaticString,
      faultText: StaticString
    ) {
      self.interruptedStatus = interruptedStatus
      self.withoutMemoryStatus = withoutMemoryStatus
      self.faultStatus = faultStatus
      self.withoutMemoryText = withoutMemoryText
      self.withoutMemoryHelp = withoutMemoryHelp
      self.faultText = faultText
    }
  }

  /// Installs the signal handlers: an interruption is a request first, and forced soon after; a
  /// crash ends the program with its own message.
  ///
  /// To be called once, by a program.
  package static func answerSignals(_ endings: Endings) {
    Interruption.prepare()
    // SAFETY: the memory stays until the process ends, and the texts are in the program itself.
    let kept = UnsafeMutablePointer<rk_endings>.allocate(capacity: 1)
    unsafe kept.initialize(
      to: rk_endings(
        interrupt: { Interruption.request() },
        interrupted_status: endings.interruptedStatus,
        without_memory_status: endings.withoutMemoryStatus,
        fault_status: endings.faultStatus,
        without_memory_text: characters(of: endings.withoutMemoryText),
        without_memory_help: characters(of: endings.withoutMemoryHelp),
        fault_text: characters(of: endings.faultText)
      )
    )
    // SAFETY: as above.
    unsafe rk_set_endings(kept)
  }

  /// A text of the program, which ends with a zero.
  private static func characters(of text: StaticString) -> UnsafePointer<CChar> {
    // SAFETY: a character of C has the form of a byte.
    unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// Something to delete if the process ends between `begin` and the end of this object: a temporary
/// file, or a folder for one.
///
/// The note is made before the file exists, so that nothing can fail between creating the file and
/// noting it. A note whose file no longer exists does no harm, so a file that moves to its final
/// place is forgotten after the move.
@safe
package final class Leftover {
  package enum Kind {
    case file
    /// A folder, deleted if it is empty.
    case folder
    /// A file, and the files that SQLite creates beside it.
    case database
  }

  private let note: OpaquePointer

  init(_ kind: Kind, _ path: String) {
    let kind =
      switch kind {
      case .file: RK_LEFTOVER_FILE
      case .folder: RK_LEFTOVER_FOLDER
      case .database: RK_LEFTOVER_DATABASE
      }
    // SAFETY: the path is copied in the call.
    unsafe note = rk_leftover_expect(path, kind)
  }

  /// Notes that the file exists from now on.
  func begin() {
    // SAFETY: the note was made, and nobody else has it.
    unsafe rk_leftover_note(note)
  }

  deinit {
    // SAFETY: as above.
    unsafe rk_leftover_forget(note)
  }
}
