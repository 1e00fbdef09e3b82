/// What comparisons of texts ignore: case with `[c]`, diacritics with `[d]`.
struct TextFolding: Hashable, BitwiseCopyable {
  var ignoresCase = false
  var ignoresDiacritics = false

  var isNone: Bool { !ignoresCase && !ignoresDiacritics }

  /// Appends a text without the ignored differences.
  func append(_ text: Span<UInt8>, to output: inout UniqueArray<UInt8>) {
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte < 0x80 {
        output.append(ignoresCase && byte &- .ascii("A") < 26 ? byte | 0x20 : byte)
        at += 1
      } else {
        let (scalar, end) = text.scalar(at: at)
        append(scalar, to: &output)
        at = end
      }
    }
  }

  @inline(never)
  private func append(_ scalar: Unicode.Scalar, to output: inout UniqueArray<UInt8>) {
    guard let base = ignoresDiacritics ? ScalarBase.base(of: scalar) : scalar else { return }
    let folded = ignoresCase ? Unicode.Scalar(ScalarCase.folded(base.value)) : nil
    output.append(folded ?? base)
  }
}
