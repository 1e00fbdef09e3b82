internal import RKEngine

/// A text as one word of a command line, for commands in help texts; it may contain spaces, or be
/// malicious.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || "/._-+,@%".utf8.contains(byte)
  }
  return isPlain && !text.isEmpty ? text : "'" + text.replacing(bytes: "'", with: "'\\''") + "'"
}

/// The name of a file as one word of a command line that is not taken as a flag.
package func shellWord(ofFile path: String) -> String {
  shellWord(path.hasPrefix("-") ? "./" + path : path)
}
