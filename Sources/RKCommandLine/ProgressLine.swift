internal import RKDiagnostics
internal import RKEngine
internal import RKMapping

/// Shows the progress of a run on the standard error: on a terminal a bar that is redrawn, otherwise a line
/// per second.
///
/// It is drawn between two blocks of an input, so that threads need not share the counts.
final class ProgressLine {
  enum Mode: String, CaseIterable {
    case auto
    case always
    case never
  }

  private let console: any Console
  private let isBar: Bool
  /// The names of the inputs, kept until their sizes are needed.
  private let names: [String]
  private let start = Timestamp.now
  private var nextTime: Timestamp
  private var byteCount = 0
  private var recordCount = 0
  /// The size of all inputs in bytes; nil inside if one of them is unknown, nil outside if not computed yet.
  private var total: Int??
  /// The width of the visible bar in columns.
  private var shownWidth = 0

  /// Returns nil if no progress is to be shown.
  init?(_ mode: Mode, isQuiet: Bool, of names: [String], _ console: any Console) {
    let isBar = console.errorIsTerminal
    switch mode {
    case .never: return nil
    case .auto where isQuiet || !isBar: return nil
    case .auto, .always: break
    }
    self.console = console
    self.names = names
    self.isBar = isBar
    let patience = mode == .always && isBar ? Duration.zero : .seconds(1)
    nextTime = start.advanced(by: patience)
  }

  /// Adds bytes that were read and records that were made.
  func advance(byteCount added: Int, recordCount made: Int) {
    byteCount += added
    recordCount += made
    let now = Timestamp.now
    if now < nextTime { return }
    nextTime = now.advanced(by: isBar ? .milliseconds(100) : .seconds(1))
    if isBar { draw(now) } else { console.writeError("rkmap: \(text(now, isEnd: false))\n") }
  }

  /// Removes the bar to make room for other output.
  func wipe() {
    if shownWidth == 0 { return }
    write("\r" + String(repeating: " ", count: shownWidth) + "\r")
    shownWidth = 0
  }

  /// Writes the bar, cut to the terminal's width: a second line could not be removed.
  private func write(_ text: String) {
    let mayCut = console.environment("TERM") != "dumb"
    console.writeError(mayCut ? "\u{1B}[?7l\(text)\u{1B}[?7h" : text)
  }

  /// Ends the display; `isComplete` says whether the inputs were read to their end.
  func end(isComplete: Bool) {
    wipe()
    if isBar { return }
    console.writeError("rkmap: \(text(.now, isEnd: isComplete))\n")
  }

  // MARK: - The text

  private func draw(_ now: Timestamp) {
    var bar = ""
    if let share = share(isEnd: false) {
      let filled = share / 5
      bar =
        "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
        + "] "
    }
    let text = bar + text(now, isEnd: false)
    let blank = String(repeating: " ", count: max(shownWidth - text.utf8.count, 0))
    write("\r" + text + blank)
    shownWidth = max(text.utf8.count, shownWidth)
  }

  /// The text, such as `45%, 12.3 MB, 120000 records, 400000 records/s, 3 s left`.
  private func text(_ now: Timestamp, isEnd: Bool) -> String {
    let nanoseconds = max(now.nanoseconds(since: start), 1)
    var parts = share(isEnd: isEnd).map { ["\($0)%"] } ?? []
    parts.append(Self.size(byteCount))
    parts.append(recordCount.counting("record"))
    let rate = recordCount.multipliedFullWidth(by: 1_000_000_000)
    parts.append("\(nanoseconds.dividingFullWidth(rate).quotient) records/s")
    if !isEnd, let total = sizeOfInputs, byteCount > 0 {
      let left = Double(nanoseconds) * Double(max(total - byteCount, 0)) / Double(byteCount)
      parts.append("\(Int((left / 1e9).rounded(.up))) s left")
    }
    return parts.joined(separator: ", ")
  }

  /// The percentage of the inputs that has been read.
  private func share(isEnd: Bool) -> Int? {
    guard let total = sizeOfInputs else { return nil }
    if isEnd { return 100 }
    return total > 0 ? min(Int(Double(byteCount) * 100 / Double(total)), 100) : 0
  }

  private static func size(_ count: Int) -> String {
    if count < 1_000_000 { return "\(count) bytes" }
    let tenths = count / 100_000
    return "\(tenths / 10).\(tenths % 10) MB"
  }

  private var sizeOfInputs: Int? {
    if let total { return total }
    var sum: Int? = 0
    for name in names {
      guard let known = sum, let size = Self.size(ofFile: name) else {
        sum = nil
        break
      }
      sum = known + size
    }
    total = .some(sum)
    return sum
  }

  private static func size(ofFile name: String) -> Int? {
    if name == "-" { return size(of: .standardInput) }
    guard FileDescriptor.isSeen(name, as: .regular) else { return nil }
    do { return try size(of: .reading(name)) } catch { return nil }
  }

  /// The size of a file; nil for a compressed one, whose decompressed size is unknown.
  private static func size(of file: borrowing FileDescriptor) -> Int? {
    guard let count = file.byteCount, !Input.isCompressed(file) else { return nil }
    return count
  }
}
