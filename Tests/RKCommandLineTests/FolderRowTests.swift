import Testing

@Suite("apply -o FOLDER/ --to ndjson")
struct FolderRowTests {
  private static let spec = #"""
    {"descriptors": [{"keyPath": "users", "root-map-ref": "u"}, {"keyPath": "none", "root-map-ref": "n", "optional": true}],
     "mappers": [
      {"id": "u", "target": "User", "identification": "id",
       "attributes": ["id", "name", {"to": "d", "type": "decimal"}, "s"],
       "relationships": [{"from": "home", "to": "home", "map-ref": "c", "many": false},
         {"from": "box", "to": "box", "map-ref": "b", "many": false},
         {"from": "tags", "to": "tags", "map-ref": "t", "many": true},
         {"from": "notes", "to": "notes", "map-ref": "b", "many": true}]},
      {"id": "c", "target": "City", "identification": "id", "attributes": ["id"]},
      {"id": "t", "target": "Tag", "identification": "word", "attributes": [{"from": "", "to": "word"}]},
      {"id": "b", "target": "Note", "attributes": ["text"]},
      {"id": "n", "target": "None", "attributes": ["x"]}]}
    """#
  private static let input = #"""
    {"users": [{"id": 1, "name": null, "d": 1.50, "s": {"k": [1, true]}, "home": {"id": "\u00e9"}, "tags": ["p"],
      "notes": [{"text": "\"n\""}], "box": {"text": "b"}}, {"id": 2, "home": null}, {"id": 2, "home": null}]}
    """#

  @Test("rows are objects with the columns of CSV: missing values are left out, null is null")
  func rows() throws {
    let place = try Workplace(spec: Self.spec, input: Self.input)
    let trial = try place.run("apply", "spec.json", "in.json", "-o", "made/", "--to", "ndjson")
    #expect(trial.status == 0)
    #expect(trial.output == "")
    #expect(
      try place.read("made/User.ndjson") == #"""
        {"id":1,"name":null,"d":"1.50","s":{"k":[1,true]},"box_text":"b","home_id":"\u00e9"}
        {"id":2,"home_id":null}

        """#
    )
    #expect(try place.read("made/City.ndjson") == "{\"id\":\"\\u00e9\"}\n")
    #expect(
      try place.read("made/User_tags.ndjson")
        == #"{"User_id":1,"tags_word":"p","position":0}"# + "\n"
    )
    #expect(
      try place.read("made/Note.ndjson")
        == #"{"User_id":1,"position":0,"text":"\"n\""}"# + "\n"
    )
    #expect(try place.read("made/None.ndjson") == "")
  }

  @Test("datapackage.json names the files, their form and the keys")
  func description() throws {
    let place = try Workplace(spec: Self.spec, input: Self.input)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "made/", "--to", "ndjson")
    let text = try place.read("made/datapackage.json")
    #expect(text.contains(#""path": "User_tags.ndjson""#))
    #expect(text.contains(#""format": "ndjson""#))
    #expect(!text.contains("csv") && !text.contains("dialect"))
    #expect(text.contains(#""primaryKey""#) && text.contains(#""foreignKeys""#))
  }

  @Test("--ascii escapes other characters")
  func ascii() throws {
    let place = try Workplace(spec: Self.spec, input: #"{"users": [{"id": "ä"}]}"#)
    _ = try place.run("apply", "spec.json", "in.json", "-o", "m/", "--to", "ndjson", "--ascii")
    #expect(try place.read("m/User.ndjson") == "{\"id\":\"\\u00e4\"}\n")
  }

  @Test(
    "flags that do not apply are refused, and so is a folder of JSON",
    arguments: [
      ["--to", "json"], ["--to", "ndjson", "--type-key", "t"], ["--to", "ndjson", "--pretty"],
      ["--to", "ndjson", "--null", "-"], ["--to", "ndjson", "--on-error", "emit"],
    ]
  )
  func refusals(flags: [String]) throws {
    let place = try Workplace(spec: Self.spec, input: Self.input)
    let trial = try place.run(["apply", "spec.json", "in.json", "-o", "made/"] + flags)
    #expect(trial.status == 2)
    #expect(place.names == ["in.json", "spec.json"])
  }
}
