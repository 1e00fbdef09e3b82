import RKMapping
import Testing

@Suite("Date formats without dates")
struct IdleFormatTests {
  @Test(
    "RK2046: a format on an attribute that is no date is reported",
    arguments: [
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "format": «RK2046»"d/M/yyyy"}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "type": "any", "format": [«RK2046»"y"]}]}]}"#,
      #"{"mappers": [{"id": "a", "attributes": [{"to": "x", "type": "[date]", "format": "y"}]}]}"#,
      #"{"targets": {"a": {"properties": {"x": "date"}}}, "mappers": [{"id": "a", "attributes": [{"to": "x", "format": "y"}]}]}"#,
      #"{"targets": {"a": {"properties": {"x": {"type": "date", "format": "y"}}}}, "mappers": [{"id": "a", "attributes": [{"to": "x", "type": "any"}]}]}"#,
    ]
  )
  func idle(marked: String) {
    #expect(annotated(marked) == marked)
  }
}
