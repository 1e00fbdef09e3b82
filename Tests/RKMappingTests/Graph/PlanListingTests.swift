import RKMapping
import Testing

@Suite("What a spec is compiled to")
struct PlanListingTests {
  private func listing(_ spec: String) throws -> String {
    try Mapper(Mapping(text: spec)).planListing
  }

  @Test("keys have slots, attributes have columns, and a mere copy needs no rule")
  func attributes() throws {
    let text = try listing(
      #"""
      {"keyPath": "articles", "mappers": [{"id": "article", "target": "Article", "attributes": {
        "title": "title",
        "publication_date": {"to": "publicationDate", "type": "date", "format": "d/M/yyyy"}}}]}
      """#
    )
    #expect(
      text == """
        plan: 1 node, documents are read piece by piece
          'articles' -> node 0

        node 0: mappers.article, record Article
          keys
            "title" slot 0 -> column 0
            "publication_date" slot 1
          attributes
            column 0 Article.title, <- slot 0, copied
            column 1 Article.publicationDate, <- slot 1, type date, formats d/M/yyyy

        """
    )
  }

  @Test("what is done to a value is listed by the names of the spec")
  func types() throws {
    let text = try listing(
      spec(
        attributes: #"""
          [{"to": "a", "type": "any"}, {"to": "b", "type": "uuid"},
            {"to": "c", "type": "orderedSet< [integer] >"},
            {"to": "d", "type": "[date]", "format": "epoch"}]
          """#
      )
    )
    #expect(text.contains("A.a, <- slot 0, copied, type any\n"))
    #expect(text.contains("A.b, <- slot 1, type uuid\n"))
    #expect(text.contains("A.c, <- slot 2, type orderedSet<[integer]>\n"))
    #expect(text.contains("A.d, <- slot 3, type [date], formats epoch\n"))
  }

  @Test("a cyclic relationship leads back to its own node")
  func cycle() throws {
    let text = try listing(
      #"""
      {"mappers": [{"id": "node", "target": "Node", "attributes": ["name"],
        "relationships": [{"from": "children", "to": "children", "map-ref": "node", "many": true}]}]}
      """#
    )
    #expect(
      text == """
        plan: 1 node, documents are read piece by piece
          the document -> node 0

        node 0: mappers.node, record Node
          keys
            "name" slot 0 -> column 0
            "children" slot 1
          attributes
            column 0 Node.name, <- slot 0, copied
          relationships
            column 1 Node.children, <- slot 1, node 0, many

        """
    )
  }

  @Test("a dynamic mapper lists its matchers in order, and what happens otherwise")
  func dynamicMapper() throws {
    let text = try listing(
      #"""
      {"root-map-ref": "person", "mappers": [
        {"id": "person", "dynamic": "YES", "matchers": [
          {"keyPath": "type", "expectValue": "boy", "map-ref": "boy"},
          {"keyPath": "type", "expectValues": [1, null], "map-ref": null}]},
        {"id": "boy", "target": "Boy", "attributes": ["name"]}]}
      """#
    )
    #expect(
      text == """
        plan: 2 nodes, documents are read piece by piece
          the document -> node 0

        node 0: mappers.person, dynamic
          keys
            "type" slot 0
          matchers
            slot 0 equals "boy" -> node 1
            slot 0 equals 1 or null -> declined
            else -> declined

        node 1: mappers.boy, record Boy
          keys
            "name" slot 0 -> column 0
          attributes
            column 0 Boy.name, <- slot 0, copied

        """
    )
  }

  @Test("policies, defaults and several sources are listed with their attribute")
  func policies() throws {
    let text = try listing(
      #"""
      {"mappers": [{"id": "a", "target": "A", "attributes": [
        {"from": ["x", "y"], "to": "z", "type": "integer", "required": true, "default": 7,
          "onNull": "error", "onError": "fail"},
        {"to": "k", "value": "github"}]}]}
      """#
    )
    #expect(
      text.contains(
        """
            column 0 A.z, <- slot 0 or slot 1, type integer, required, missing: 7, null: error, \
        not converted: error
            column 1 A.k, = "github"
        """
      )
    )
  }

  @Test("@document keeps documents in memory as a whole, and the listing says so")
  func wholeDocument() throws {
    let text = try listing(
      #"{"keyPath": "list", "mappers": [{"id": "a", "attributes": {"@document.page": "page"}}]}"#
    )
    #expect(text.hasPrefix("plan: 1 node, documents are held as a whole: @document is used\n"))
  }

  @Test("known keys are listed only on request, and so are the paths over nulls")
  func knownKeys() throws {
    let text = try listing(
      #"""
      {"mappers": [{"id": "a", "unknown": "error", "ignoreKeys": ["_*.x"], "nullPath": "null",
        "attributes": ["k", {"p.q": "q"}], "relationships": [
          {"from": "r", "to": "r", "map-ref": "a", "onError": "null", "emptyString": "null",
            "unknown": "ignore"}]}]}
      """#
    )
    #expect(
      text == """
        plan: 2 nodes, documents are read piece by piece
          the document -> node 0

        node 0: mappers.a, record a
          keys
            "k" slot 0 -> column 0
            "p" slot 1
              "q" slot 2
            "r" slot 3
          other keys fail the record
            known "$error"
            known "k"
            known "p"
              known "q"
            known "r"
            known _*
              known "x"
          attributes
            column 0 a.k, <- slot 0, copied
            column 1 a.q, <- slot 2, a null on the way being found
          relationships
            column 2 a.r, <- slot 3, node 1, not converted: null, empty text is null

        node 1: mappers.a, record a
          keys
            "k" slot 0 -> column 0
            "p" slot 1
              "q" slot 2
            "r" slot 3
          attributes
            column 0 a.k, <- slot 0, copied
            column 1 a.q, <- slot 2, a null on the way being found
          relationships
            column 2 a.r, <- slot 3, node 1, not converted: null, empty text is null

        """
    )
  }

  @Test("of many descriptors the first 500 are listed, and the rest counted")
  func manyDescriptors() throws {
    let descriptors = (0..<502).map { #"{"path": "/p\#($0)", "root-map-ref": "a"}"# }
    let mapping = try Mapping(
      text: #"""
        {"descriptors": [\#(descriptors.joined(separator: ","))], "mappers": [{"id": "a", "attributes": ["x"]}]}
        """#
    )
    let listing = try mapping.planListing()
    #expect(listing.ranges(of: "descriptor at ").count == 500)
    #expect(listing.hasSuffix("\n2 more descriptors: --descriptor NAME shows one\n"))
  }

  @Test("of large mappers a readable number of descriptors is listed")
  func largeMappers() throws {
    let descriptors = (0..<300).map { #"{"path": "/p\#($0)", "root-map-ref": "a"}"# }
    let attributes = (0..<1000).map { "\"a\($0)\"" }
    let mapping = try Mapping(
      text: #"""
        {"descriptors": [\#(descriptors.joined(separator: ","))],
          "mappers": [{"id": "a", "attributes": [\#(attributes.joined(separator: ","))]}]}
        """#
    )
    let listing = try mapping.planListing()
    #expect(listing.utf8.count < 5 << 20)
    #expect(listing.hasSuffix(" more descriptors: --descriptor NAME shows one\n"))
  }
}
