import RKMapping
import Testing

@Suite("Renamed keys: the order of suggestions")
struct RenamedKeyOrderTests {
  private func found(_ key: String, _ objects: [[RenamedKey.Unread]]) -> String? {
    RenamedKey.found(for: key, in: objects).map {
      "\($0.depth) \($0.name)" + ($0.hasOldValue ? " by value" : "")
    }
  }

  @Test("a member with the value comes before a similar name")
  func value() {
    let members = [
      RenamedKey.Unread("titel"), RenamedKey.Unread("headline", hasOldValue: true),
    ]
    #expect(found("title", [members]) == "0 headline by value")
    #expect(found("title", [[members[0]]]) == "0 titel")
  }

  @Test("of several with the value the most similar is suggested")
  func values() {
    let members = ["zip", "tile"].map { RenamedKey.Unread($0, hasOldValue: true) }
    #expect(found("title", [members]) == "0 tile by value")
  }

  @Test("an enclosing object is searched if the object itself has no unread member")
  func around() {
    let outer = [RenamedKey.Unread("city", hasOldValue: true)]
    #expect(found("city", [[], outer]) == "1 city by value")
    #expect(found("city", [[RenamedKey.Unread("x"), RenamedKey.Unread("y")], outer]) == nil)
    #expect(found("city", [[], [RenamedKey.Unread("page")]]) == nil)
    #expect(found("city", [[], [RenamedKey.Unread("City")]]) == "1 City")
  }

  @Test("a name with the same words is suggested, or else the only one")
  func words() {
    let names = ["width", "user_id", "at"].map { RenamedKey.Unread($0) }
    #expect(found("id", [names]) == "0 user_id")
    #expect(found("status", [[RenamedKey.Unread("phase")]]) == "0 phase")
    #expect(found("status", [names]) == nil)
    #expect(found("status", [[]]) == nil)
  }
}
