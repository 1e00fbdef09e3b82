import RKDiagnostics
import RKMapping
import Testing

@Suite("Parts of the format that this version does not support")
struct LaterPartsTests {
  @Test(
    "RK2021: such a part is an error at its place, never ignored",
    arguments: [
      #"{"locale": «RK2021»"de_DE", "mappers": [{"id": "a"}]}"#
    ]
  )
  func later(marked: String) {
    let inside = marked.replacing("«RK2021»\"dotnet", with: "\"«RK2021»dotnet")
    #expect(annotated(inside) == inside)
  }

  @Test(
    "values that mean the default behaviour are accepted",
    arguments: [
      #"{"locale": "en_US_POSIX", "timeZone": "UTC", "mappers": [{"id": "a"}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "type": "any"}]}]}"#,
    ]
  )
  func sameAsNothing(spec: String) {
    #expect(annotated(spec) == spec)
  }
}
