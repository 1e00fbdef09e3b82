/// A text as one word of a command line, for commands that a help gives: it may have blanks in it, or be
/// made to do harm.
package func shellWord(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy { byte in
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || "/._-+,@%".utf8.contains(byte)
  }
  return isPlain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
}

/// The same for the name of a file, which is not to be taken for a flag.
package func shellWord(ofFile path: String) -> String {
  shellWord(path.hasPrefix("-") ? "./" + path : path)
}
