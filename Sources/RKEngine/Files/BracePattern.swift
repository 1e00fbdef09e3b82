/// Expands alternatives in file names, `{orders,products}.json`, as shells do.
enum BracePattern {
  /// Whether a name has alternatives: braces with a comma between them.
  static func has(_ name: String) -> Bool {
    name.utf8.contains(UInt8(ascii: "{")) && first(in: Array(name.utf8)) != nil
  }

  /// All names that a pattern expands to; wildcards are kept.
  static func alternatives(of pattern: String) -> [String] {
    guard pattern.utf8.contains(UInt8(ascii: "{")) else { return [pattern] }
    var open = [Array(pattern.utf8)]
    var done: [String] = []
    while let next = open.popLast() {
      guard done.count + open.count < mostAlternatives, let group = first(in: next) else {
        done.append(String(decoding: next, as: UTF8.self))
        continue
      }
      // The stack's last pattern is expanded next.
      for choice in group.choices.reversed() {
        var name = Array(next[..<group.range.lowerBound])
        name += next[choice]
        name += next[group.range.upperBound...]
        open.append(name)
      }
    }
    return done
  }

  /// The most alternatives; a name with more is used literally.
  private static let mostAlternatives = 10_000

  /// The first braces with a comma between them.
  private static func first(in name: [UInt8]) -> (range: Range<Int>, choices: [Range<Int>])? {
    var at = 0
    while at < name.count {
      if name[at] == UInt8(ascii: "{"), let group = group(at, in: name) { return group }
      at += name[at] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private static func group(_ start: Int, in name: [UInt8])
    -> (range: Range<Int>, choices: [Range<Int>])?
  {
    var depth = 0
    var at = start
    var begin = start + 1
    var choices: [Range<Int>] = []
    while at < name.count {
      switch name[at] {
      case UInt8(ascii: "\\"): at += 1
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ",") where depth == 1:
        choices.append(begin..<at)
        begin = at + 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 {
          return choices.isEmpty ? nil : (start..<(at + 1), choices + [begin..<at])
        }
      default: break
      }
      at += 1
    }
    return nil
  }
}
