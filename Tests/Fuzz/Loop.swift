#if !FUZZER
  import Foundation
  import TestSupport

  /// Reads variants of the files in folders, as many as requested, without coverage feedback:
  /// several times as fast as the fuzzer, which has made the folders.
  ///
  /// `Fuzz COUNT FOLDER...`; the target is given as for the fuzzer.
  @main
  enum Loop {
    static func main() throws {
      let arguments = CommandLine.arguments.dropFirst()
      guard let text = arguments.first, let wanted = Int(text) else {
        fatalError("usage: Fuzz COUNT FOLDER...")
      }
      var inputs: [[UInt8]] = []
      for folder in arguments.dropFirst() {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
          let data = try Data(contentsOf: URL(filePath: folder).appending(path: name))
          inputs.append(Array(data))
        }
      }
      precondition(!inputs.isEmpty, "there is nothing to make variants of")
      var generator = SeededGenerator(seed: UInt64(inputs.count))
      while readCount < wanted {
        var input = generator.pick(inputs)
        // Parts of two are combined now and then.
        if generator.oneIn(4), input.count > 1 {
          let other = generator.pick(inputs)
          input.replaceSubrange(
            Int.random(in: 0..<input.count, using: &generator)...,
            with: other.suffix(Int.random(in: 0...other.count, using: &generator))
          )
        }
        input.insert(
          UInt8.random(in: 0x20...0x7E, using: &generator),
          at: Int.random(in: 0...input.count, using: &generator)
        )
        fuzz(input)
      }
      print("\(readCount) were read")
    }
  }
#endif
