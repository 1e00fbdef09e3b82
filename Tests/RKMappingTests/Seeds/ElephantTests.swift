import RKMapping
import Testing

/// What the article "How to fit an elephant in the room" needed, heading by heading; each test is named
/// after its heading.
@Suite("How to fit an elephant in the room")
struct ElephantTests {
  @Test("Mapping configuration: on two levels, basic and composite") func twoLevels() throws {
    let spec = #"""
      {"keyPath": "user", "root-map-ref": "user", "mappers": [
        {"id": "basicUser", "target": "User", "identification": "userId",
         "attributes": {"id": "userId", "firstname": "firstName", "lastname": "lastName"}},
        {"id": "user", "extends": "basicUser", "relationships": [
          {"from": "city", "to": "city", "map-ref": "city"},
          {"from": "location", "to": "location", "map-ref": "location"}]},
        {"id": "city", "target": "City", "attributes": {"id": "cityId", "name": "name"}},
        {"id": "location", "target": "Location", "attributes": ["latitude", "longitude"]}]}
      """#
    let input = #"""
      {"user": {"id": 2587, "firstname": "Johnnie", "lastname": "Schaefer",
        "city": {"id": 2, "name": "New New-York"},
        "location": {"latitude": "40.773389", "longitude": "-74.036196"}}}
      """#
    #expect(
      try map(input, by: spec)
        == #"{"userId":2587,"firstName":"Johnnie","lastName":"Schaefer","#
        + #""city":{"cityId":2,"name":"New New-York"},"#
        + #""location":{"latitude":"40.773389","longitude":"-74.036196"}}"#
    )
  }

  @Test("Problem with JSON server response: keys whose case nobody agreed on") func keyCase()
    throws
  {
    let spec = #"""
      {"keys": {"caseInsensitive": true},
       "mappers": [{"id": "s", "target": "Sport", "attributes": ["sportId"]}]}
      """#
    #expect(
      try map(#"[{"sportId": 1}, {"sportid": 2}, {"sportID": 3}]"#, by: spec)
        == #"[{"sportId":1},{"sportId":2},{"sportId":3}]"#
    )
  }

  @Test("Problem with JSON server response: keys renamed before mapping") func renamedKeys()
    throws
  {
    let spec = #"""
      {"keys": {"rename": {"sportID": "sportId"}},
       "mappers": [{"id": "s", "target": "Sport", "attributes": ["sportId"]}]}
      """#
    #expect(try map(#"{"sportID": 3}"#, by: spec) == #"{"sportId":3}"#)
  }

  private static let hosts = #"""
    {"root-map-ref": "host", "mappers": [
      {"id": "host", "dynamic": "YES", "matchers": [
        {"predicate": "Status == YES AND Message == ' Sports'", "map-ref": "sportHost"},
        {"predicate": "Status == YES AND Message == ' Country'", "map-ref": "countryHost"}]},
      {"id": "sportHost", "target": "ResponseHostObject",
       "attributes": {"Status": "status", "Message": "message"},
       "relationships": [{"from": "items", "to": "items", "map-ref": "sport"}]},
      {"id": "countryHost", "extends": "sportHost",
       "relationships": [{"from": "items", "to": "items", "map-ref": "country"}]},
      {"id": "sport", "target": "Sport", "attributes": ["sport", "sportId"]},
      {"id": "country", "target": "Country",
       "attributes": {"countryid": "countryId", "countryname": "name"}}]}
    """#

  @Test("Response descriptors configuration and dynamic mapping: one endpoint, told by a message")
  func dynamicMapping() throws {
    let input =
      #"{"Message": " Sports", "Status": true, "items": [{"sport": "Any", "sportId": 0}]}"#
    #expect(
      try map(input, by: Self.hosts)
        == #"{"status":true,"message":" Sports","items":[{"sport":"Any","sportId":0}]}"#
    )
  }

  @Test("Third mapping level: the envelope is a record, its items differ in kind")
  func thirdLevel() throws {
    let input = #"""
      {"Status": true, "Message": " Country", "items": [{"countryid": "3", "countryname": "Australia"}]}
      """#
    #expect(
      try map(input, by: Self.hosts)
        == #"{"status":true,"message":" Country","items":[{"countryId":"3","name":"Australia"}]}"#
    )
    let failed = try MappingTrial(
      Self.hosts,
      #"{"Status": false, "Message": " Country", "items": []}"#
    )
    #expect(failed.report.declinedCount == 1)
  }
}
