import Testing

@testable import RKAuthoring

struct NamesTests {
  @Test(
    "The singular of the last word",
    arguments: [
      ("people", "person"), ("children", "child"), ("statuses", "status"),
      ("categories", "category"),
      ("seat_categories", "seat_category"), ("seatCategories", "seatCategory"), ("boxes", "box"),
      ("addresses", "address"), ("branches", "branch"), ("series", "series"), ("news", "news"),
      ("analysis", "analysis"), ("status", "status"), ("users", "user"), ("data", "data"),
      ("sizes", "size"), ("IDS", "ID"), ("", ""), ("s", "s"),
    ]
  )
  func singular(name: String, wanted: String) {
    #expect(Names.singular(name) == wanted)
  }

  @Test(
    "The plural of the last word",
    arguments: [
      ("topic", "topics"), ("category", "categories"), ("day", "days"), ("box", "boxes"),
      ("person", "people"), ("homePerson", "homePeople"),
    ]
  )
  func plural(name: String, wanted: String) {
    #expect(Names.plural(name) == wanted)
  }

  @Test(
    "Names have words in any style",
    arguments: [
      ("user_id", ["user", "id"]), ("userId", ["user", "Id"]), ("HTTPServer", ["HTTP", "Server"]),
      ("user-name", ["user", "name"]), ("seat2Row", ["seat2", "Row"]), ("  ", []),
    ]
  )
  func words(name: String, wanted: [String]) {
    #expect(Names.split(name) == wanted)
  }

  @Test(
    "Attributes lose what a name cannot have",
    arguments: [
      ("@type", "type"), ("due.date", "due_date"), ("first name", "first_name"), ("+1", "+1"),
      ("..", "value"), ("", "value"), ("a[0]", "a_0"), ("größe", "größe"),
      ("$comment", "comment"), ("$ref", "$ref"),
    ]
  )
  func attribute(key: String, wanted: String) {
    #expect(Names.attribute(key) == wanted)
  }

  @Test("A name that is taken gets a number, whatever the case of its letters")
  func free() {
    #expect(Names.free("Id", in: ["id"]) == "Id2")
    #expect(Names.free("id", in: ["id", "id2"]) == "id3")
    #expect(Names.free("id", in: ["name"]) == "id")
  }

  @Test("Targets and mappers have their styles")
  func styles() {
    #expect(Names.pascal("seat_categories") == "SeatCategories")
    #expect(Names.pascal("2024") == "Record2024")
    #expect(Names.camel("Seat_category") == "seatCategory")
    #expect(Names.camel("URLText") == "urlText")
    #expect(Names.snake("seatCategoryID") == "seat_category_id")
    #expect(Names.mapper("SeatCategory") == "seatCategory")
  }
}
