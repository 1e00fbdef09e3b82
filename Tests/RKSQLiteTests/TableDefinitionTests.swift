import RKMapping
import RKSQLite
import Testing

struct TableDefinitionTests {
  @Test("Names are in quotes where they must be")
  func namesAreQuoted() {
    #expect(SQLText.quoted("cityId") == "cityId")
    #expect(SQLText.quoted("_id") == "_id")
    #expect(SQLText.quoted("Order") == "\"Order\"")
    #expect(SQLText.quoted("4chan") == "\"4chan\"")
    #expect(SQLText.quoted("") == "\"\"")
    #expect(SQLText.quoted("a\"b c") == "\"a\"\"b c\"")
    #expect(SQLText.quoted("gr\u{F6}\u{DF}e") == "\"gr\u{F6}\u{DF}e\"")
  }
}
