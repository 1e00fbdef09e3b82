import RKDiagnostics
import RKMapping
import Testing

@Suite("Targets of a spec")
struct TargetDeclarationTests {
  /// A spec with some targets, and a mapper `m` of the target `M` with some members.
  private func spec(targets: String, _ members: String = "", more: String = "") -> String {
    #"{"targets": {\#(targets)}, "root-map-ref": "m", "mappers": [{"id": "m", "target": "M"\#(members)}\#(more)]}"#
  }

  @Test(
    "everything that a target may declare is accepted",
    arguments: [
      "", #""M": {}"#, #""M": {"properties": {}}"#, #""M": {"properties": {"a": "integer"}}"#,
      #""M": {"properties": {"a": null, "b": {}, "c": {"type": "any"}, "d": "[set<string>]"}}"#,
      #""M": {"properties": {"a": {"type": "date", "format": ["d/M/yyyy"], "timeZone": "+01:00"}}}"#,
      #""M": {"properties": {"a": {"type": "string", "default": "x", "required": "YES"}}}"#,
      #""M": {"properties": {"a": {"type": "M", "default": null, "required": 0}}}"#,
      #""M": {"properties": {"m": "M", "l": "[M]", "s": "set<M>", "o": "orderedSet< M >"}}"#,
      #""M": {"properties": {"a.b": "integer", "c": "integer"}, "indexes": [["c", "a.b"], "c"]}"#,
      #""M": {"properties": {"a": "any"}, "identification": "a", "unique": [["a"]], "closed": "NO"}"#,
      #""$comment": ["x"], "M": {"$x": 1, "x-y": 2, "properties": {"$comment": ["y"]}}"#,
      #""B": {"properties": {"a": "any"}}, "M": {"extends": "B", "identification": ["a"]}"#,
    ]
  )
  func accepted(targets: String) {
    let text = spec(targets: targets)
    #expect(annotated(text) == text)
  }

  @Test(
    "an invalid target is reported at its position",
    arguments: [
      #""M": «RK2006»[]"#, #""M": {«RK2005»"propertis": {}}"#,
      #""M": {"properties": «RK2006»["a"]}"#, #""M": {"properties": {"a": «RK2006»1}}"#,
      #""M": {"properties": {"a": {«RK2005»"map": "x"}}}"#,
      #""M": {"properties": {"a": {"type": «RK2006»1}}}"#,
      #""M": {"properties": {"a.«RK2018»": "string"}}"#,
      #""M": {"properties": {"a": {"type": "date", "format": "«RK2024»n"}}}"#,
      #""M": {"closed": «RK2006»"maybe"}"#, #""M": {"indexes": [[«RK2006»1]]}"#,
      #""M": {"extends": «RK2041»"N"}"#,
      #""M": {"properties": {"a": «RK2010»"integr"}}"#,
      #""M": {"properties": {"a": "[«RK2010»integr]"}}"#,
      #""M": {"properties": {"a": "set<«RK2010»N>"}}"#,
      #""M": {"properties": {"a": "set<string«RK2010»"}}"#,
      #""M": {"properties": {"a": «RK2006»"[[M]]"}}"#,
      #""M": {"properties": {"a": "any"}, "identification": [«RK2042»"b"]}"#,
      #""M": {"properties": {"a": "any"}, "unique": [["a", «RK2042»"b"]]}"#,
      #""M": {"properties": {"a": "any"}, "indexes": [«RK2042»"b"]}"#,
      #""M": {"properties": {«RK2043»"a": {"type": "[M]", "default": []}}}"#,
      #""M": {"extends": «RK2014»"M"}"#,
      #""M": {"extends": "B"}, "B": {"extends": «RK2014»"M"}"#,
      #""M": {}, «RK2007»"M": {}"#,
    ]
  )
  func refused(targets: String) {
    let marked = spec(targets: targets)
    #expect(annotated(marked) == marked)
  }

  @Test("targets are an object")
  func wrongKind() {
    let marked = #"{"targets": «RK2006»[], "mappers": [{"id": "m"}]}"#
    #expect(annotated(marked) == marked)
  }

  @Test(
    "an unknown name is reported with the most similar one",
    arguments: [
      (#""M": {"extends": "Bse"}, "Base": {}"#, "no target 'Bse'; did you mean 'Base'?"),
      (
        #""M": {"properties": {"a": "integr"}}"#,
        "there is no type 'integr'; did you mean 'integer'?"
      ),
      (
        #""M": {"properties": {"a": "[Comentt]"}}, "Comment": {}"#,
        "there is no type 'Comentt'; did you mean 'Comment'?"
      ),
      (
        #""M": {"properties": {"slug": "string"}, "unique": [["slugg"]]}"#,
        "the target 'M' has no property 'slugg'; did you mean 'slug'?"
      ),
      (
        #""M": {"extends": "B"}, "B": {"extends": "M"}"#,
        "targets extend one another: 'M' extends 'B' extends 'M'"
      ),
    ]
  )
  func nearestName(targets: String, sentence: String) {
    #expect(message(spec(targets: targets)) == sentence)
  }

  @Test("the type of a property may be a target that only a mapper names")
  func mappedTarget() {
    let text = spec(
      targets: #""M": {"properties": {"k": "[K]", "n": "n", "d": "«RK2010»d"}}"#,
      more:
        #", {"id": "k", "target": "K"}, {"id": "n"}, {"id": "d", "dynamic": true, "default": "k"}"#
    )
    let marked = text.replacing("\"«RK2010»d\"", with: "«RK2010»\"d\"")
    #expect(annotated(marked) == marked)
  }

  @Test("consequences of an unknown base are not reported")
  func unknownBase() {
    let marked = spec(
      targets: #""M": {"extends": «RK2041»"N", "identification": ["a"], "closed": true}"#,
      #", "attributes": ["b"]"#
    )
    #expect(annotated(marked) == marked)
  }

  // MARK: - Mappers and their targets

  private static let closed =
    #""B": {"properties": {"a": "integer", "o": "object", "i.j": "string", "c": "C"}, "#
    + #""closed": true}, "M": {"extends": "B"}, "C": {"properties": {"x": "any"}, "closed": true}"#

  @Test(
    "RK2042: the records of a closed target have its properties only",
    arguments: [
      #", "attributes": ["a", {"x.y": "o.p.q"}, {"x": "i.j"}]"#,
      #", "attributes": [{"to": "hidden", "hidden": true}]"#,
      #", "attributes": [«RK2042»"b"]"#, #", "attributes": [{"a": «RK2042»"b"}]"#,
      #", "attributes": [{"from": "a", "to": «RK2042»"A"}]"#, #", "keyAttribute": «RK2042»"key""#,
      #", "attributes": [{"x": «RK2042»"i"}]"#, #", "attributes": [{"x": «RK2042»"i.k"}]"#,
      #", "attributes": [{"x": "c.x"}]"#, #", "attributes": [{"y": «RK2042»"c.y"}]"#,
      #", "relationships": [{"from": "r", "to": «RK2042»"r", "map-ref": "m"}]"#,
    ]
  )
  func undeclared(members: String) {
    let marked = spec(targets: Self.closed, members)
    #expect(annotated(marked) == marked)
  }

  @Test("an undeclared property is reported with the most similar name")
  func nearestProperty() {
    let targets = #""M": {"properties": {"articleID": "integer"}, "closed": true}"#
    #expect(
      message(spec(targets: targets, #", "attributes": [{"id": "articleId"}]"#))
        == "the target 'M' is closed and has no property 'articleId'; did you mean 'articleID'?"
    )
  }

  @Test("a rule that several mappers share is reported once for each target")
  func inheritedRule() {
    let targets = #""M": {"closed": true}"#
    let marked = spec(
      targets: targets,
      #", "attributes": [«RK2042»"b"]"#,
      more: #", {"id": "n", "extends": "m"}"#
    )
    #expect(annotated(marked) == marked)
  }

  private static let related = #"""
    "M": {"properties": {"s": "string", "l": "[integer]", "a": "any", "o": "object",
      "c": "C", "cs": "[C]"}},
    "C": {"properties": {"x": "integer"}}, "D": {"extends": "C"}
    """#

  @Test(
    "RK2043, RK2044: an impossible value of a property is an error, a rule's own choice a warning",
    arguments: [
      ("r", "s", "«RK2043»", "c", "", ""), ("r", "l", "«RK2043»", "c", "", ""),
      ("r", "a", "", "c", "", ""), ("r", "o", "", "c", "", ""), ("r", "c", "", "c", "", ""),
      ("r", "cs", "", "c", "", ""), ("r", "c", "", "d", "", ""), ("r", "c", "", "cd", "", ""),
      ("r", "c", "", "m", "«RK2043»", ""), ("r", "cs", "", "cm", "«RK2043»", ""),
      ("r", "c", "", "c", "", #", "many": false"#), ("r", "cs", "", "c", "", #", "many": true"#),
      ("r", "c", "", "c", "", #", "many": «RK2044»true"#),
      ("r", "cs", "", "c", "", #", "many": «RK2044»false"#),
      ("r", "a", "", "c", "", #", "many": true"#),
    ]
  )
  func relationships(
    from: String,
    to: String,
    mark: String,
    reference: String,
    referenceMark: String,
    more: String
  ) {
    let marked = spec(
      targets: Self.related,
      #", "attributes": ["y"], "relationships": [{"from": "\#(from)", "to": \#(mark)"\#(to)", "#
        + #""map-ref": \#(referenceMark)"\#(reference)"\#(more)}]"#,
      more: #"""
        , {"id": "c", "target": "C"}, {"id": "d", "target": "D"},
        {"id": "cd", "dynamic": true, "default": "d", "matchers": [
          {"keyPath": "t", "expectValue": 1, "map-ref": "c"}]},
        {"id": "cm", "dynamic": true, "default": "d", "matchers": [
          {"keyPath": "t", "valueMap": {"1": "m", "2": null}}]}
        """#
    )
    #expect(annotated(marked) == marked)
  }

  @Test(
    "RK2043, RK2044: the same for attributes",
    arguments: [
      #"{"x": «RK2043»"c"}"#, #"«RK2043»"cs""#, #"{"x": "o"}"#, #"{"x": "o.p"}"#, #"{"x": "c.x"}"#,
      #"{"x": «RK2043»"s.p"}"#, #"{"x": «RK2043»"l.p"}"#, #"{"x": «RK2043»"c.x.p"}"#,
      #"{"to": "c", "type": "any"}"#, #"{"to": "s", "type": "any"}"#,
      #"{"to": "s", "type": «RK2044»"integer"}"#, #"{"to": "a", "type": "integer"}"#,
      #"{"to": "c", "type": «RK2044»"integer"}"#,
    ]
  )
  func attributes(attribute: String) {
    let marked = spec(targets: Self.related, #", "attributes": [\#(attribute)]"#)
    #expect(annotated(marked) == marked)
  }
}
