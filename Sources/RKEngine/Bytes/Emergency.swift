internal import CScan

/// How the process ends when it cannot go on: interrupted, without memory, or by a fault of its own.
package enum Emergency {
  /// There is no more memory: the program says so and ends, another process that uses the library is
  /// aborted.
  @inline(never)
  package static func endWithoutMemory() -> Never { rk_end_without_memory() }

  /// The same, but for another process nothing is done.
  static func endProgramWithoutMemory() {
    if rk_has_endings() { rk_end_without_memory() }
  }

  /// Notes what is done from now on, as in `'a.json' was mapped`, to be told when there is no more
  /// memory.
  package static func note(work: String) {
    let text = work.utf8
    // SAFETY: the text is copied in the call.
    unsafe text.span.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        if let start = characters.baseAddress { unsafe rk_note_work(start, characters.count) }
      }
    }
  }

  /// Does what an interruption is not to come between.
  ///
  /// It must not take long.
  package static func undivided<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    rk_begin_undivided()
    defer { rk_end_undivided() }
    return try body()
  }

  /// Does the work of a thread, whose faults are answered even where its stack has ended.
  @unsafe
  static func runThread(
    _ argument: UnsafeMutableRawPointer,
    _ work: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    // SAFETY: what the work does with its argument is the caller's care.
    unsafe rk_run_thread(work, argument)
  }

  /// What the program says and tells its caller when it cannot go on.
  package struct Endings {
    package var interruptedStatus: Int32
    package var withoutMemoryStatus: Int32
    package var faultStatus: Int32
    /// Between the two it is said what was being done.
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

  /// Has signals answered: an interruption is a wish, which is granted by force soon after; a fault
  /// ends the program with words of its own.
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

/// What is to go when the process ends between its note and its end: a file that is written aside, a
/// folder that was made for it.
///
/// It is made before there is anything, so that nothing can fail between the making of a file and its
/// note. A name that nothing has any more is no harm: so a file that takes its place is forgotten after that.
@safe
package final class Leftover {
  package enum Kind {
    case file
    /// Goes if it is empty.
    case folder
    /// A file, and what SQLite puts beside it.
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

  /// It is there from now on.
  func begin() {
    // SAFETY: the note was made, and nobody else has it.
    unsafe rk_leftover_note(note)
  }

  deinit {
    // SAFETY: as above.
    unsafe rk_leftover_forget(note)
  }
}
