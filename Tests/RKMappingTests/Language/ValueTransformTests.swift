@testable import RKMapping
import Testing

@Suite("ValueTransform")
struct ValueTransformTests {
  @Test(
    "a transform is a name, and an argument after a colon",
    arguments: [
      ("trim", ValueTransform.Name.trim, ""), ("prefix:a:b", .prefix, "a:b"),
      ("split: ", .split, " "),
      ("join:", .join, ""), ("removeSuffix: kg", .removeSuffix, " kg"), ("toJSON", .toJSON, ""),
      ("prefix::", .prefix, ":"),
    ]
  )
  func parts(text: String, name: ValueTransform.Name, argument: String) throws {
    let transform = try ValueTransform(text)
    #expect(transform.name == name)
    #expect(transform.argument == argument)
    #expect(transform.text == text)
  }

  @Test(
    "round takes a whole number",
    arguments: [("round:2", 2), ("round:0", 0), ("round:-3", -3)]
  )
  func places(text: String, places: Int) throws {
    #expect(try ValueTransform(text).places == places)
  }

  @Test(
    "errors have their positions",
    arguments: [
      ("upercase", "there is no transform 'upercase'; did you mean 'uppercase'?", 0),
      ("sufix:x", "there is no transform 'sufix'; did you mean 'suffix'?", 0),
      ("zzzzzzzz", "there is no transform 'zzzzzzzz'", 0),
      ("trim:x", "the transform 'trim' takes no argument", 4),
      ("trim:", "the transform 'trim' takes no argument", 4),
      ("prefix", "the transform 'prefix' needs an argument", 0),
      ("split:", "the transform 'split' needs an argument", 0),
      ("join", "the transform 'join' needs an argument", 0),
      ("round", "the transform 'round' takes a whole number from -100 to 100, which is missing", 0),
      ("round:x", "the transform 'round' takes a whole number from -100 to 100, not 'x'", 6),
      ("round:101", "the transform 'round' takes a whole number from -100 to 100, not '101'", 6),
      (
        "replace", "the transform 'replace' takes a pattern and a replacement between slashes", 0
      ),
      (
        "replace:/a/b", "the transform 'replace' takes a pattern and a replacement between slashes",
        8
      ),
      (
        "replace:/a/b/g",
        "the transform 'replace' takes a pattern and a replacement between slashes",
        8
      ),
      (
        "replace://b/", "the transform 'replace' takes a pattern and a replacement between slashes",
        8
      ),
      ("replace:/(a)/$2/", "there is no group 2", 13),
      ("round:1.5", "the transform 'round' takes a whole number from -100 to 100, not '1.5'", 6),
    ]
  )
  func flaws(text: String, message: String, offset: Int) {
    do {
      _ = try ValueTransform(text)
      Issue.record("'\(text)' is taken")
    } catch {
      #expect(error.message == message)
      #expect(error.offset == offset)
    }
  }
}
