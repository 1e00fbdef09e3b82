import Foundation
import RKSQLite
import Testing

@Suite("What a spec says of stored rows, and dry runs")
struct StoredRuleTests {
  private static func spec(_ mapper: String = "", prune: String = "city == 'Bonn'") -> String {
    #"""
    {"descriptors": [{"keyPath": "people", "root-map-ref": "p", "prune": "\#(prune)"}],
     "mappers": [{"id": "p", "target": "Person", "entity": true, "identification": ["id"],
       \#(mapper) "attributes": ["id", "name", "city"]}]}
    """#
  }

  private static let three = #"""
    {"people": [{"id": 1, "name": "Ann", "city": "Bonn"}, {"id": 2, "name": "Bob", "city": "Bonn"},
      {"id": 3, "name": "Cid", "city": "Ulm"}, {"id": "x", "name": null}]}
    """#
  private static let one = #"{"people": [{"id": 1, "name": "Anna", "city": "Bonn"}]}"#

  /// A database with three people, made by a spec without rules; the input is then another one.
  private func place(_ spec: String, then input: String = Self.one) throws -> Workplace {
    let place = try Workplace(
      spec: spec,
      input: Self.three.replacing(#", {"id": "x", "name": null}"#, with: "")
    )
    try place.write(Self.spec(), to: "plain.json")
    #expect(try place.run("apply", "plain.json", "in.json", "-o", "x.db").status == 0)
    try place.write(input, to: "in.json")
    return place
  }

  private func people(_ place: Workplace) throws -> String? {
    try Database(path: place.path("x.db"), mayCreate: false).text(
      "SELECT group_concat(id || name, ' ') FROM (SELECT * FROM Person ORDER BY id)"
    )
  }

  private func apply(_ place: Workplace, _ flags: String...) throws -> ProgramTrial {
    try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
  }

  // MARK: - Pruning

  struct Guard {
    var input: String
    var flags: [String]
    var status: Int32
  }

  @Test("--prune deletes rows in the scope that the run did not bring, and counts them")
  func prune() throws {
    let place = try place(Self.spec())
    let trial = try apply(place, "--prune", "--prune-limit", "50%", "--report", "json")
    #expect(trial.status == 0)
    #expect(trial.error.contains(#""updated":1,"unchanged":0,"deleted":1,"pruned":1}"#))
    #expect(try people(place) == "1Anna 3Cid")
  }

  @Test(
    "RK5015: beyond the limit nothing is pruned, and the rest is written",
    arguments: [
      ["--prune"], ["--prune", "--prune-limit", "49.9999%"], ["--prune", "--prune-limit", "0"],
    ]
  )
  func pruneLimit(flags: [String]) throws {
    let place = try place(Self.spec())
    let trial = try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + flags)
    #expect(trial.status == 1)
    #expect(trial.error.contains("error[RK5015]: nothing is pruned: 1 of 2 stored rows"))
    #expect(try people(place) == "1Anna 2Bob 3Cid")
  }

  @Test("Rows that the run brings do not count for the limit, and unchanged ones count as brought")
  func shareIsOfStoredRows() throws {
    let many = (10..<40).map { #"{"id": \#($0), "name": "N", "city": "Bonn"}"# }
    let bob = #"{"id": 2, "name": "Bob", "city": "Bonn"}"#
    let input = #"{"people": [\#(bob), \#(many.joined(separator: ","))]}"#
    let place = try place(Self.spec(), then: input)
    #expect(try apply(place, "--prune").status == 1)
    #expect(try apply(place, "--prune", "--prune-limit", "1", "--mode", "append").status == 0)
    #expect(try people(place)?.hasPrefix("2Bob 3Cid 10N") == true)
  }

  @Test(
    "Without records of the descriptor, with errors, or without the flag nothing is pruned",
    arguments: [
      Guard(input: #"{"people": []}"#, flags: ["--prune", "--prune-limit", "100%"], status: 0),
      Guard(
        input: #"{"people": [{"id": 1}, {"z": 1}]}"#,
        flags: ["--prune", "--prune-limit", "100%", "--on-error", "skip"],
        status: 1
      ),
      Guard(input: Self.one, flags: [], status: 0),
    ]
  )
  func guards(guarded: Guard) throws {
    let place = try place(Self.spec(), then: guarded.input)
    let trial = try place.run(["apply", "spec.json", "in.json", "-o", "x.db"] + guarded.flags)
    #expect(trial.status == guarded.status)
    #expect(trial.error.contains("note[RK5015]") == !guarded.flags.isEmpty)
    #expect(try people(place)?.hasSuffix("2Bob 3Cid") == true)
  }

  @Test("The scope may be a parameter of the request's path; if that is unknown nothing is pruned")
  func scopeOfRequest() throws {
    let spec = Self.spec(prune: "city == @metadata.scope")
    let place = try place(spec)
    #expect(try apply(place, "--prune", "--prune-limit", "9").error.contains("'@metadata.scope'"))
    #expect(try people(place) == "1Anna 2Bob 3Cid")
    let trial = try apply(place, "--prune", "--prune-limit", "9", "--meta", "scope=Ulm")
    #expect(trial.status == 0)
    #expect(try people(place) == "1Anna 2Bob")
  }

  // MARK: - Predicates of mappers

  @Test("deletionPredicate: matching rows are deleted at the end, if a record of the mapper came")
  func deletion() throws {
    let rule = #""deletionPredicate": "city == 'Ulm' OR name BEGINSWITH 'Ann'","#
    let place = try place(Self.spec(rule))
    #expect(try apply(place, "--report", "json").error.contains(#""deleted":2}"#))
    #expect(try people(place) == "2Bob")
    try place.write(#"{"people": []}"#, to: "in.json")
    let empty = try self.place(Self.spec(rule), then: #"{"people": []}"#)
    #expect(try apply(empty).status == 0)
    #expect(try people(empty) == "1Ann 2Bob 3Cid")
  }

  @Test("RK1017: a key of a row that may not be used for the record fails it")
  func identification() throws {
    let rule = #""identificationPredicate": "city != 'Ulm'","#
    let place = try place(
      Self.spec(rule),
      then: #"""
        {"people": [{"id": 3, "name": "Dan"}, {"id": 1, "name": "A", "city": "Ulm"},
          {"id": 1, "name": "B"}]}
        """#
    )
    let trial = try apply(place, "--on-error", "skip")
    #expect(trial.status == 1)
    #expect(trial.error.contains("error[RK1017]") && trial.error.contains("number 3"))
    // Stored rows are validated as they were before the run.
    #expect(try people(place) == "1B 2Bob 3Cid")
  }

  @Test(
    "Predicates over stored rows compare like others",
    arguments: [
      ("id > 1", "1Anna"), ("id == '2'", "1Anna 2Bob 3Cid"), ("id != 2", "2Bob"),
      ("name LIKE '?o*'", "1Anna 3Cid"), (#"name LIKE '*b\\\\'"#, "1Anna 2Bob 3Cid"),
      ("name LIKE '[B]ob'", "1Anna 2Bob 3Cid"),
      ("name ==[c] 'BOB'", "1Anna 3Cid"), ("name ENDSWITH 'd'", "1Anna 2Bob"),
      ("name CONTAINS[c] 'N'", "2Bob 3Cid"), ("NOT (name < 'B')", "1Anna"),
      ("id BETWEEN {2, 3.0}", "1Anna"), ("name IN {'Bob', 3}", "1Anna 3Cid"),
      ("city == NIL", "1Anna 2Bob 3Cid"), ("name > 1", "1Anna 2Bob 3Cid"),
      ("NONE city == 'Bonn'", "1Anna 2Bob"), ("FALSEPREDICATE", "1Anna 2Bob 3Cid"),
    ]
  )
  func comparisons(predicate: String, left: String) throws {
    let place = try place(Self.spec(#""deletionPredicate": "\#(predicate)","#))
    #expect(try apply(place).status == 0)
    #expect(try people(place) ?? "" == left)
  }

  @Test(
    "RK2075: a predicate that a database cannot evaluate is an error of the spec",
    arguments: ["id + 1 > 2", "name MATCHES 'A.*'", "name ==[d] 'a'", "uppercase(name) == 'A'"]
  )
  func untranslatable(predicate: String) throws {
    let place = try place(Self.spec(#""deletionPredicate": "\#(predicate)","#))
    let trial = try apply(place)
    #expect(trial.status == 3 && trial.error.contains("error[RK2075]"))
  }

  @Test("RK2076: rows without identity cannot be pruned")
  func withoutIdentity() throws {
    let spec = Self.spec().replacing(#""identification": ["id"],"#, with: "")
    let trial = try place(Self.spec()).run("check", "spec.json")
    #expect(trial.status == 0)
    let place = try Workplace(spec: spec, input: Self.one)
    #expect(try place.run("check", "spec.json").output.contains("error[RK2076]"))
  }

  @Test("A descriptor without records prunes nothing, though others with its mapper have some")
  func pruneOfOneDescriptor() throws {
    let spec = Self.spec().replacing(
      #""prune": "city == 'Bonn'"}"#,
      with: #"""
        "prune": "city == 'Bonn'"}, {"keyPath": "more", "root-map-ref": "p", "optional": true,
        "prune": "city == 'Ulm'"}
        """#
    )
    let place = try place(spec)
    let trial = try apply(place, "--prune", "--prune-limit", "9")
    #expect(trial.error.contains("the run brought no record of 'Person' by the descriptor 'more'"))
    #expect(try people(place) == "1Anna 3Cid")
  }

  @Test("--prune is refused for a script, whose tables hold nothing yet")
  func pruneOfAScript() throws {
    let place = try place(Self.spec())
    let trial = try place.run("apply", "spec.json", "in.json", "--to", "sql", "--prune")
    #expect(trial.status == 2 && trial.error.contains("--prune does not apply to a script"))
  }

  @Test("--prune is refused with --limit: records beyond it would count as missing")
  func pruneOfAPart() throws {
    let place = try place(Self.spec())
    let trial = try apply(place, "--prune", "--limit", "1", "--prune-limit", "9")
    #expect(trial.status == 2 && trial.error.contains("--prune cannot be used with --limit"))
    #expect(try people(place) == "1Ann 2Bob 3Cid")
  }

  // MARK: - Dry runs

  @Test("--dry-run reports what would happen, and changes no byte", arguments: [false, true])
  func dryRun(hasLog: Bool) throws {
    let place = try place(Self.spec())
    if hasLog { #expect(try apply(place, "--wal").status == 0) }
    let before = try Data(contentsOf: URL(filePath: place.path("x.db")))
    let names = place.names
    let trial = try apply(place, "--prune", "--prune-limit", "9", "--dry-run", "--mode", "upsert")
    #expect(trial.status == 0)
    #expect(
      trial.error.contains(
        "rkmap: dry run, nothing is written: 1 record, 0 failed, 0 declined, 0 rows inserted, "
      )
    )
    #expect(trial.error.contains("1 deleted (1 pruned)"))
    #expect(try Data(contentsOf: URL(filePath: place.path("x.db"))) == before)
    #expect(place.names == names)
  }

  @Test(
    "A dry run creates no file, and writes nothing to the standard output",
    arguments: [
      ["-o", "y.db"], ["-o", "y.json"], ["-o", "y/"], ["-o", "y.sql"], [], ["--to", "sql"],
      ["--to", "ndjson", "--rejects", "z"],
    ]
  )
  func dryOutputs(flags: [String]) throws {
    let place = try Workplace(spec: Self.spec(), input: Self.one)
    let names = place.names
    let trial = try place.run(["apply", "spec.json", "in.json", "--dry-run"] + flags)
    #expect(trial.status == 0 && trial.output == "")
    #expect(trial.error.hasPrefix("rkmap: dry run, nothing is written: 1 record"))
    #expect(place.names == names)
  }

  @Test("RK5007: references to rows that a predicate deletes are always reported")
  func deletedReferences() throws {
    let spec = #"""
      {"root-map-ref": "p", "mappers": [
        {"id": "p", "target": "Person", "identification": "id", "attributes": ["id"],
          "relationships": [{"from": "city", "to": "city", "many": false, "map-ref": "c"}]},
        {"id": "c", "target": "City", "identification": "id", "attributes": ["id", "gone"],
          "deletionPredicate": "gone == 1"}]}
      """#
    let place = try Workplace(spec: spec, input: #"{"id": 1, "city": {"id": 7}}"#)
    #expect(try apply(place).error == "")
    try place.write(#"{"id": 2, "city": {"id": 8}}"#, to: "in.json")
    try Database(path: place.path("x.db")).run("UPDATE City SET gone = 1 WHERE id = 7")
    let trial = try apply(place)
    #expect(trial.status == 0)
    #expect(trial.error.contains("warning[RK5007]: a row of 'Person' refers by 'city_id'"))
  }

  @Test("A predicate cannot use values of the request that differ between descriptors")
  func differentParameters() throws {
    let rule = #""deletionPredicate": "city == @metadata.routing.parameters.name","#
    let one = Self.spec(rule).replacing(#""prune": "city == 'Bonn'""#, with: #""path": "/x/:name""#)
    let other = #"{"keyPath": "more", "root-map-ref": "p", "optional": true, "path": "/:name/Ulm"}"#
    let two = one.replacing(#""path": "/x/:name"}"#, with: #""path": "/x/:name"}, \#(other)"#)
    for (spec, left) in [(one, "1Anna 2Bob"), (two, "1Anna 2Bob 3Cid")] {
      let place = try place(spec)
      let trial = try apply(place, "--path", "/x/Ulm")
      #expect(trial.status == 0, "\(trial.error)")
      #expect(try people(place) == left)
    }
  }
}
