import RKDiagnostics
import RKMapping
import Testing

@Suite("Value maps of a spec")
struct ValueMapTests {
  private func spec(maps: String, attribute: String = #"{"to": "x", "map": "m"}"#) -> String {
    #"{"valueMaps": {\#(maps)}, "mappers": [{"id": "a", "attributes": [\#(attribute)]}]}"#
  }

  @Test(
    "a value map leads from texts to scalars",
    arguments: [
      #""m": {"a": "b", "1": 2, "c": null, "d": true, "default": 1.50}"#,
      #""m": {"a": 1, "$comment": ["x"]}"#, #""m": {"": 1}"#,
      #""m": {"a": «RK2006»[1]}"#, #""m": {"a": «RK2006»{}}"#,
      #""m": {"a": 1, "default": «RK2006»[]}"#,
      #""m": {"a": 1, «RK2007»"a": 2}"#, #""m": {"1": 1, «RK2007»"\u0031": 2}"#,
      #"«RK2045»"m": {}"#, #"«RK2045»"m": {"default": 1}"#, #""n": «RK2006»1, "m": {"a": 1}"#,
      #""m": {"a": 1}, «RK2007»"m": {"a": 1}"#,
    ]
  )
  func maps(marked: String) {
    let marked = spec(maps: marked)
    #expect(annotated(marked) == marked)
  }

  @Test(
    "an attribute names a map, or has one of its own",
    arguments: [
      #"{"to": "x", "map": "m"}"#, #"{"to": "x", "map": null}"#, #"{"to": "x", "map": {"a": 1}}"#,
      #"{"to": "x", "map": «RK2040»"n"}"#, #"{"to": "x", "map": «RK2006»1}"#,
      #"{"to": "x", «RK2045»"map": {}}"#, #"{"to": "x", "map": {"a": «RK2006»[]}}"#,
    ]
  )
  func attributes(attribute: String) {
    let marked = spec(maps: #""m": {"a": 1}"#, attribute: attribute)
    #expect(annotated(marked) == marked)
  }

  @Test("an unknown name is reported with the most similar one")
  func nearestName() {
    let spec = spec(maps: #""gender": {"1": "m"}"#, attribute: #"{"to": "x", "map": "gendre"}"#)
    #expect(message(spec) == "no value map 'gendre'; did you mean 'gender'?")
  }

  @Test("a map without entries is recognised by its default")
  func emptyMap() {
    #expect(
      message(spec(maps: #""m": {}"#))
        == "this value map has no entries: every value will be a failed conversion"
    )
    #expect(
      message(spec(maps: #""m": {"default": 0}"#))
        == "this value map has no entries: every value becomes its 'default'"
    )
  }

  @Test("a value map with a broken text is not called empty")
  func broken() {
    let marked = #"{"valueMaps": {"m": {"a": "x«RK2002»\ud800"}}, "mappers": [{"id": "a"}]}"#
    #expect(annotated(marked) == marked)
  }
}
