import RKMapping
import Testing

/// The examples of "Mapping description for RestKit", as written, mistakes included; each test is
/// named after its heading.
@Suite("Mapping description for RestKit")
struct DescriptionExampleTests {
  /// The output of a description whose syntax is tolerated.
  private func map(_ input: String, by spec: String) throws -> String? {
    try MappingTrial(spec, input).output
  }

  @Test("Quick example") func quickExample() throws {
    let spec = #"""
      { "path" : "api/login", "keyPath" : "member_info",
        "statusCodes" : [201, 2XX, 3XX, 302], "root-map-ref" : "staffEntity", "methods" : ["POST", "GET"],
        "mappers" : [
          { "id" : "staffEntity", "entity" : "YES", "targetName" : "NKHouseStaff",
            "attributes" : { "memIdx" : "userId", "memNm" : "name" }, "identification" : "userId",
            "relationships" : [ { "from" : "",
                                  "to" : "house"
                                  "map-ref" : "houseEntity" } ] },
          { "id" : "houseEntity", "entity" : "YES", "targetName" : "NKHouse",
            "attributes" : { "orgId" : "houseId", "orgNm" : "name" }, "identification" : "houseId" } ] }
      """#
    let input = #"{"member_info": {"memIdx": 7, "memNm": "Kim", "orgId": 3, "orgNm": "North"}}"#
    #expect(
      try map(input, by: spec)
        == #"{"userId":7,"name":"Kim","house":{"houseId":3,"name":"North"}}"#
    )
  }

  @Test("Example 1") func example1() throws {
    let spec = #"""
      { "path" : "", "keyPath" : "articles"
        "statusCodes" : ["2XX"],
        "mappers" : [ { "id" : "articleObj", "entity" : "NO", "targetName" : "Article", "attributes" : {
          "title" : "title", "body" : "body", "author" : "author", "publication_date" : "publicationDate" } } ] }
      """#
    #expect(
      try map(#"{"articles": [{"title": "t", "publication_date": "7/4/2011"}]}"#, by: spec)
        == #"[{"title":"t","publicationDate":"7/4/2011"}]"#
    )
  }

  @Test("Example 2: Relationship") func example2() throws {
    let spec = #"""
      { "path" : "articles", "keyPath" : "articles"
        "statusCodes" : ["2XX"], "root-map-ref" : "articleObj", "methods" : ["POST"],
        "mappers" : [
          { "id" : "authorObj", "entity" : "NO", "target" : "Author", "attributes" : ["name", "email"] },
          { "id" : "articleObj", "entity" : "NO", "target" : "Article",
            "attributes" : { "title" : "title" }
            "relationships" : [ { "from" : "author",
                                  "to" : "author"
                                  "map-ref" : "authorObj" } ] } ] }
      """#
    #expect(
      try map(#"{"articles": [{"title": "t", "author": {"name": "n", "email": "e"}}]}"#, by: spec)
        == #"[{"title":"t","author":{"name":"n","email":"e"}}]"#
    )
  }

  @Test("Example 3: Mapping Values without Key Paths") func example3() throws {
    let spec = #"""
      { "path" : "", "keyPath" : "user_ids"
        "statusCodes" : ["2XX"], "root-map-ref" : "userMapping", "methods" : ["ANY"],
        "mappers" : [ { "id" : "userMapping", "entity" : "NO", "target" : "RKExampleUser",
          "attributes" : nil, "relationships" : [ { "from" : "", "to" : "userID" } ] } ] }
      """#
    #expect(
      try map(#"{ "user_ids": [1234, 5678] }"#, by: spec) == #"[{"userID":1234},{"userID":5678}]"#
    )
  }

  @Test("Example 4: Composing Relationships with the Nil Key Path") func example4() throws {
    let spec = #"""
      { "path" : "", "keyPath" : ""
        "statusCodes" : ["2XX"], "root-map-ref" : "userMapping", "methods" : ["ANY"],
        "mappers" : [
          { "id" : "addressMaper", "entity" : "NO", "target" : "RKExampleAddress",
            "attributes" : [ ["city", "state"], {"zip" : "zipCode"} ] },
          { "id" : "userMapping", "entity" : "NO", "target" : "RKExampleUser",
            "attributes" : { "first_name" : "firstName", "last_name" : "lastName" },
            "relationships" : [ { "from" : "", "to" : "address", "map-ref" : "addressMaper" } ] } ] }
      """#
    let input = #"""
      { "first_name": "Example", "last_name": "McUser", "city": "New York City", "state": "New York", "zip": 10038 }
      """#
    #expect(
      try map(input, by: spec)
        == #"{"firstName":"Example","lastName":"McUser","#
        + #""address":{"city":"New York City","state":"New York","zipCode":10038}}"#
    )
  }

  @Test("Example 5: Handling Multiple Root Objects in Core Data") func example5() throws {
    let spec = #"""
      {"descriptors": [{"keyPath": "article", "root-map-ref": "article"},
         {"keyPath": "authors", "root-map-ref": "author"}],
       "mappers": [
        {"id": "article", "target": "Article",
         "attributes": ["title", {"from": "authorIds", "to": "authorIds", "hidden": true}],
         "connections": [{"to": "authors", "target": "Author", "where": {"authorIds": "id"}}]},
        {"id": "author", "target": "Author", "identification": "id", "attributes": ["id", "name"]}]}
      """#
    let input = #"""
      {"article": {"title": "Intro", "authorIds": [13, 15]},
       "authors": [{"name": "Blake", "id": 13}, {"name": "Bob", "id": 15}]}
      """#
    #expect(
      try map(input, by: spec)
        == #"{"article":{"title":"Intro","authors":[{"id":13,"name":"Blake"},{"id":15,"name":"Bob"}]},"#
        + #""authors":[{"id":13,"name":"Blake"},{"id":15,"name":"Bob"}]}"#
    )
  }

  @Test("Example 6: Handling Dynamic Nesting Attributes", arguments: [false, true])
  func example6(isForced: Bool) throws {
    let spec = #"""
      { "path" : "", "keyPath" : ""
        "statusCodes" : ["2XX"], "methods" : ["ANY"],
        "mappers" : [ { "id" : "userMapper", "entity" : "NO", "target" : "User",
          "keyAttribute" : "username", "forceCollection" : "\#(isForced ? "YES" : "NO")",
          "attributes" : [ "email" : "email", "favorite_animal":"favoriteAnimal" ] } ] }
      """#
    let blake = #""blake": {"email": "blake@restkit.org", "favorite_animal": "Monkey"}"#
    let sarah = #""sarah": {"email": "sarah@restkit.org", "favorite_animal": "Cat"}"#
    let one = #"{"username":"blake","email":"blake@restkit.org","favoriteAnimal":"Monkey"}"#
    let other = #"{"username":"sarah","email":"sarah@restkit.org","favoriteAnimal":"Cat"}"#
    let input = isForced ? "{\(blake), \(sarah)}" : "{\(blake)}"
    #expect(try map(input, by: spec) == (isForced ? "[\(one),\(other)]" : one))
  }

  @Test("Example 7: Dynamic Object Mapping") func example7() throws {
    let mapper = #"""
      "entity" : "NO", "attributes" : [ "name" ],
      "relationships" : [ "from" : "friends", "to" : "friends", "map-ref" : "dynamicMapper" ]
      """#
    let spec = #"""
      { "path" : "", "keyPath" : "people"
        "statusCodes" : ["2XX"], "root-map-ref" : "dynamicMapper", "methods" : ["ANY"],
        "mappers" : [ { "id" : "boyMappin", "target" : "Boy", \#(mapper) },
          { "id" : "girlMappin", "target" : "Girl", \#(mapper) },
          { "id" : "dynamicMapper", "dynamic" : "YES", "matchers" : [
            { "keyPath" : "type", "expectValue" : "Boy", "map-ref" : "boyMappin" },
            { "predicate" : "type == 'Girl'", "map-ref" : "girlMappin" } ] } ] }
      """#
    let input = #"""
      {"people": [{"name": "Blake", "type": "Boy", "friends": [{"name": "Jane", "type": "Girl"}]},
        {"name": "Sarah", "type": "Girl"}, {"name": "Rex", "type": "Dog"}]}
      """#
    #expect(
      try map(input, by: spec)
        == #"[{"name":"Blake","friends":[{"name":"Jane"}]},{"name":"Sarah"}]"#
    )
  }
}
