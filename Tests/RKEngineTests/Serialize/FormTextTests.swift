import RKEngine
import Testing

@Suite("Documents as forms")
struct FormTextTests {
  private func form(_ document: String) -> String {
    var input = OutputBuffer()
    input.append(Array(document.utf8).span)
    var output = OutputBuffer()
    FormText.append(input, to: &output)
    return String(decoding: (0..<output.count).map { output[$0] }, as: UTF8.self)
  }

  @Test(
    "keys are sorted by their bytes, names are in brackets, and nothing is written of what is empty",
    arguments: [
      (#"{"b":1,"a":{"d":null,"c":true}}"#, "a[c]=1&a[d]&b=1\n"),
      (#"{"a":[],"b":{},"c":[[1,"x y"],[2]]}"#, "c[][]=1&c[][]=x%20y&c[][]=2\n"),
      (#"{"é":"+","k[x].y":"a&b=c"}"#, "k[x].y=a%26b%3Dc&%C3%A9=%2B\n"),
      (#"[{"a":1},{"a":"\u00e9\n"}]"#, "a=1\na=%C3%A9%0A\n"),
      (#"{"n":-1.50e+3}"#, "n=-1.50e%2B3\n"),
      ("{}", "\n"), ("[]", ""),
    ]
  )
  func documents(document: String, wanted: String) {
    #expect(form(document) == wanted)
  }
}
