@testable import RKMapping

/// Reads the bytes as a key path of every kind: the result is a path or an error inside the text.
func readKeyPath(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let count = text.utf8.count
  do throws(TextError) {
    let path = try KeyPathParser.source(text)
    precondition(path.text == text, "a path forgets how it was written")
    precondition(path.components.count <= 200, "a path of more components than may be")
  } catch {
    precondition(0...count ~= error.offset && !error.message.isEmpty, "an error beyond the text")
  }
  do throws(TextError) {
    let destination = try KeyPathParser.destination(text)
    precondition(!destination.keys.isEmpty, "a destination that is nowhere")
  } catch {
    precondition(0...count ~= error.offset && !error.message.isEmpty, "an error beyond the text")
  }
}
