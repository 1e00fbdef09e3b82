import RKAuthoring
import Testing

struct ConnectionTests {
  private func list(_ count: Int, _ member: (Int) -> String) -> String {
    "[\((1...count).map { #"{"id": \#($0), \#(member($0))}"# }.joined(separator: ", "))]"
  }

  @Test("A record refers to another one of its own kind")
  func itself() throws {
    let comments = list(30) {
      #""text": "t\#($0)", "parent_comment_id": \#($0 > 1 ? "\($0 / 2)" : "null")"#
    }
    let spec = try inferredSpec(#"{"comments": \#(comments)}"#)
    #expect(
      spec.contains(
        #"{"to":"parent_comment","target":"Comment","where":{"parent_comment_id":"id"}}"#
      )
    )
  }

  @Test("A record's own key is no reference to itself")
  func own() throws {
    let comments = list(30) { #""text": "t\#($0)", "comment_id": \#($0)"# }
    #expect(try !inferredSpec(#"{"comments": \#(comments)}"#).contains("connections"))
  }

  @Test("Another kind that fits comes before the record's own")
  func otherFirst() throws {
    let categories = list(30) { #""name": "c\#($0)", "sub_category_id": \#($0)"# }
    let others = list(30) { #""title": "s\#($0)", "rate": \#($0).5"# }
    let spec = try inferredSpec(
      #"{"categories": \#(categories), "sub_categories": \#(others)}"#
    )
    #expect(spec.contains(#""target":"SubCategory","where":{"sub_category_id":"id"}"#))
  }

  @Test("A name that leads to records which are not there is a comment")
  func nameAlone() throws {
    let users = list(20) { #""name": "n\#($0)""# }
    let posts = list(20) { #""title": "t\#($0)", "user_id": \#($0 + 1000)"# }
    let spec = try inferredSpec(#"{"users": \#(users), "posts": \#(posts)}"#)
    #expect(!spec.contains("connections"))
    #expect(
      spec.contains("not made: connection user_id to User, whose records have 0 of its 20 values")
    )
  }
}
