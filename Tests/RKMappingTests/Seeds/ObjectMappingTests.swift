import RKMapping
import Testing

/// What the wiki page "Object Mapping" shows, heading by heading; each test is named after its heading.
///
/// What it says about sending objects belongs to serialization, which this version does not
/// support.
@Suite("Object Mapping: the wiki page")
struct ObjectMappingTests {
  private static let articles = #"""
    {"articles": [
      {"title": "Intro", "body": "This", "author": "Blake", "publication_date": "7/4/2011"},
      {"title": "1.0", "body": "RestKit", "author": "Blake", "publication_date": "9/4/2011"}]}
    """#

  private static let articleAttributes = #"""
    {"title": "title", "body": "body", "author": "author", "publication_date": "publicationDate"}
    """#

  private static let mapped =
    #"[{"title":"Intro","body":"This","author":"Blake","publicationDate":"7/4/2011"},"#
    + #"{"title":"1.0","body":"RestKit","author":"Blake","publicationDate":"9/4/2011"}]"#

  @Test("Object Mapping by Example") func example() throws {
    let spec = #"""
      {"keyPath": "articles",
       "mappers": [{"id": "a", "target": "Article", "attributes": \#(Self.articleAttributes)}]}
      """#
    #expect(try map(Self.articles, by: spec) == Self.mapped)
  }

  @Test("Key-Value Coding: a key path is looked up key by key") func keyValueCoding() throws {
    let spec = spec(attributes: #"{"user.name": "name", "user.tags.label": "labels"}"#)
    let input = #"{"user": {"name": "Ann", "tags": [{"label": "a"}, {"label": "b"}]}}"#
    #expect(try map(input, by: spec) == #"{"name":"Ann","labels":["a","b"]}"#)
  }

  @Test("Relationships") func relationships() throws {
    let spec = #"""
      {"keyPath": "articles", "root-map-ref": "article", "mappers": [
        {"id": "article", "target": "Article", "attributes": ["title"],
         "relationships": [{"from": "author", "to": "author", "map-ref": "author"}]},
        {"id": "author", "target": "Author", "attributes": ["name", "email"]}]}
      """#
    let input =
      #"{"articles": [{"title": "Intro", "author": {"name": "Blake", "email": "b@x.org"}}]}"#
    #expect(
      try map(input, by: spec)
        == #"[{"title":"Intro","author":{"name":"Blake","email":"b@x.org"}}]"#
    )
  }

  @Test("Mapping without KVC: a plain old array") func withoutKVC() throws {
    let spec = spec(attributes: Self.articleAttributes)
    let list = String(Self.articles.dropFirst(#"{"articles": "#.count).dropLast())
    #expect(try map(list, by: spec) == Self.mapped)
  }

  @Test("Handling Dynamic Nesting Attributes: one object") func dynamicNesting() throws {
    let spec = #"""
      {"mappers": [{"id": "u", "target": "User", "keyAttribute": "username", "attributes":
        {"(username).email": "email", "(username).favorite_animal": "favoriteAnimal"}}]}
      """#
    let input = #"{"blake": {"email": "blake@restkit.org", "favorite_animal": "Monkey"}}"#
    #expect(
      try map(input, by: spec)
        == #"{"username":"blake","email":"blake@restkit.org","favoriteAnimal":"Monkey"}"#
    )
  }

  @Test("Handling Dynamic Nesting Attributes: mail addresses as keys") func mailNesting() throws {
    let spec = #"""
      {"mappers": [{"id": "u", "target": "User", "keyAttribute": "mail",
        "attributes": {"(mail).name": "name"}}]}
      """#
    #expect(
      try map(#"{"blake@restkit.org": {"name": "Blake"}}"#, by: spec)
        == #"{"mail":"blake@restkit.org","name":"Blake"}"#
    )
  }

  @Test("Handling Dynamic Nesting Attributes: a collection by key") func forcedCollection() throws {
    let spec = #"""
      {"mappers": [{"id": "u", "target": "User", "keyAttribute": "username",
        "forceCollection": "YES", "attributes": {"(username).email": "email"}}]}
      """#
    #expect(
      try map(#"{"blake": {"email": "b@x.org"}, "sarah": {"email": "s@x.org"}}"#, by: spec)
        == #"[{"username":"blake","email":"b@x.org"},{"username":"sarah","email":"s@x.org"}]"#
    )
  }

  @Test("Dynamic Object Mapping: by a declarative matcher") func matcher() throws {
    #expect(try mapPeople(by: #"{"keyPath": "type", "expectValue": "Girl", "map-ref": "girl"}"#))
  }

  @Test("Dynamic Object Mapping: by special analysis, for which there were callbacks and blocks")
  func analysis() throws {
    #expect(
      try mapPeople(by: #"{"predicate": "type LIKE[c] 'g*' AND name != nil", "map-ref": "girl"}"#)
    )
  }

  private func mapPeople(by matcher: String) throws -> Bool {
    let spec = #"""
      {"root-map-ref": "person", "mappers": [
        {"id": "person", "dynamic": "YES", "matchers": [\#(matcher)], "default": "boy"},
        {"id": "boy", "target": "Boy", "attributes": {"name": "boy"}},
        {"id": "girl", "target": "Girl", "attributes": {"name": "girl"}}]}
      """#
    let input = #"[{"type": "Boy", "name": "John"}, {"type": "Girl", "name": "Jane"}]"#
    return try map(input, by: spec) == #"[{"boy":"John"},{"girl":"Jane"}]"#
  }

  // MARK: - Key-value Validation

  @Test("Key-value Validation: reject inappropriate values") func reject() throws {
    let spec = spec(
      attributes: #"""
        ["title", {"from": "id", "to": "articleID", "validate": [{"if": "SELF == 0", "then": "reject"}]}]
        """#
    )
    #expect(
      try map(#"[{"title": "a", "id": 0}, {"title": "b", "id": 2}]"#, by: spec)
        == #"[{"title":"a"},{"title":"b","articleID":2}]"#
    )
  }

  @Test("Key-value Validation: perform custom transformations") func transform() throws {
    let spec = spec(attributes: #"[{"from": "title", "to": "title", "transform": ["uppercase"]}]"#)
    #expect(try map(#"{"title": "intro"}"#, by: spec) == #"{"title":"INTRO"}"#)
  }

  @Test("Key-value Validation: fail out the mapping operation") func fail() throws {
    let spec = spec(
      attributes: #"""
        [{"from": "body", "to": "body", "validate": [{"if": "length(SELF) == 0", "then": "fail"}]}]
        """#
    )
    let trial = try MappingTrial(spec, #"{"body": ""}"#)
    #expect(trial.findings == ["RK1005 /body"])
    #expect(trial.output == nil)
  }

  // MARK: - Tasks

  @Test("Configuring an Object Mapping: names, pairs, key paths, has many and belongs to")
  func configuring() throws {
    let spec = #"""
      {"root-map-ref": "article", "keyPath": "article", "mappers": [
        {"id": "article", "target": "Article",
         "attributes": ["title", {"created_at": "createdAt", "some.keyPath": "targetAttribute1"}],
         "relationships": [
           {"from": "comments", "to": "comments", "map-ref": "comment", "many": true},
           {"from": "user", "to": "user", "map-ref": "user", "many": false}]},
        {"id": "comment", "target": "Comment", "attributes": ["text"]},
        {"id": "user", "target": "User", "attributes": ["name"]}]}
      """#
    let input = #"""
      {"article": {"title": "t", "created_at": "now", "some": {"keyPath": 1},
        "comments": {"text": "c"}, "user": {"name": "u"}}}
      """#
    #expect(
      try map(input, by: spec)
        == #"{"title":"t","createdAt":"now","targetAttribute1":1,"#
        + #""comments":[{"text":"c"}],"user":{"name":"u"}}"#
    )
  }

  @Test("Configuring a Core Data Object Mapping: a primary key") func primaryKey() throws {
    let spec = #"""
      {"mappers": [{"id": "a", "target": "Article", "identification": "articleID",
        "attributes": {"id": "articleID", "title": "title"}}]}
      """#
    let plan = try Mapper(Mapping(text: spec)).planListing
    #expect(plan.contains("table Article"))
    #expect(plan.contains("key articleID") || plan.contains("articleID"))
  }

  @Test("Loading Using KeyPath Mapping Lookup, and with an explicit mapping") func loading() throws
  {
    let spec = #"""
      {"descriptors": [
         {"name": "list", "keyPath": "articles", "root-map-ref": "a"},
         {"name": "one", "root-map-ref": "a"}],
       "mappers": [{"id": "a", "target": "Article", "attributes": {"id": "articleID"}}]}
      """#
    var options = MapperOptions()
    options.descriptorName = "list"
    let list = try MappingTrial(spec, #"{"articles": [{"id": 1}]}"#, options: options)
    #expect(list.output == #"[{"articleID":1}]"#)
    options.descriptorName = "one"
    let one = try MappingTrial(spec, #"{"id": 1}"#, options: options)
    #expect(one.output == #"{"articleID":1}"#)
  }

  @Test("Performing a Mapping: the number is the number") func performing() throws {
    let spec = spec(attributes: #"["name", "number"]"#)
    #expect(
      try map(#"{"name": "The name", "number": 12345}"#, by: spec)
        == #"{"name":"The name","number":12345}"#
    )
  }

  @Test("RKErrorMessage: the server's messages as one text") func errorMessage() throws {
    let spec = #"""
      {"keyPath": "errors", "mappers": [{"id": "e", "target": "ErrorMessage",
        "attributes": [{"from": "", "to": "errorMessage"}]}]}
      """#
    let trial = try MappingTrial(spec, #"{"errors": ["error1", "error2"]}"#) { $0.shape = .error }
    #expect(trial.output == "error1, error2")
  }
}
