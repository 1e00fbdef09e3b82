import Foundation
import TestSupport
import Testing

@testable import RKCommandLine

@Suite("rkmap test: kinds in snapshots, and snapshots of fixtures that fail")
struct SnapshotDriftTests {
  private let place: Workplace
  private let kept = "__rkmap__/orders.json.snap.json"

  private static let spec = #"""
    {"keyPath": "orders", "mappers": [
      {"id": "order", "target": "Order", "identification": "id", "attributes": [
         {"from": "id", "to": "id", "type": "integer"},
         {"from": "qty", "to": "qty", "type": "integer", "onError": "fail"},
         {"from": "total", "to": "total", "type": "decimal"}, {"address.city": "city"}],
       "relationships": [{"from": "lines", "to": "lines", "map-ref": "line", "many": true}]},
      {"id": "line", "target": "Line", "attributes": [
         "sku", {"from": "qty", "to": "qty", "type": "integer", "onError": "fail"}]}]}
    """#

  private static let fixture = #"""
    {"orders": [
      {"id": 1, "qty": 2, "total": "1.50", "address": {"city": "Oslo"}, "lines": [{"sku": "a", "qty": 1}, {"sku": "b", "qty": 2}]},
      {"id": 2, "qty": 3, "total": "2", "address": {"city": "Bergen"}, "lines": []}]}
    """#

  init() throws {
    place = try Workplace()
    try place.write(Self.spec, to: "spec.json")
    try place.write(Self.fixture, to: "orders.json")
    try write(#"{"files": "orders.json", "snapshot": true}"#)
    _ = test("--update")
  }

  private func write(_ testCase: String, _ members: String = "") throws {
    let text = #"{"spec": "spec.json", \#(members) "cases": [\#(testCase)]}"#
    try place.write(text, to: "rkmap.test.json")
  }

  private func replace(_ old: String, _ new: String, in name: String = "orders.json") throws {
    let text = try place.read(name)
    #expect(text.contains(old))
    try place.write(text.replacingOccurrences(of: old, with: new), to: name)
  }

  private func test(_ flags: String...) -> CommandTrial {
    CommandTrial(["test", place.path("rkmap.test.json")] + flags)
  }

  @Test("a snapshot begins with its version, and natural kinds are not recorded")
  func form() throws {
    let text = try place.read(kept)
    #expect(text.hasPrefix("{\n  \"$snapshot\": 3,\n  \"Order\": [\n    {\n      \"id\": 1,\n"))
    #expect(!text.contains("$from"))
    #expect(test().status == .success)
  }

  @Test("RK3020: a value of another kind is reported with both; once if other values changed too")
  func kind() throws {
    try replace("\"id\": 1, \"qty\": 2", "\"id\": \"1\", \"qty\": \"2\"")
    let trial = test()
    #expect(trial.status == .badData)
    #expect(trial.output.contains("'/id' of Order 1 came as string, and came as number before\n"))
    #expect(trial.output.contains("'/qty' of Order 1 came as string, and came as number before\n"))
    #expect(trial.output.contains("orders.json:2:22   /orders/0/qty\n"))
    #expect(!trial.output.contains("$from"))
    _ = test("--update")
    let text = try place.read(kept)
    #expect(
      text.contains("\"$from\": {\n        \"id\": \"string\",\n        \"qty\": \"string\"\n")
    )
    #expect(test().status == .success)
    try replace("\"qty\": \"2\"", "\"qty\": 2")
    #expect(test().output.contains("'/qty' of Order 1 came as number, and came as string before\n"))
    // A missing value did not come as any kind.
    try replace("\"id\": \"1\", \"qty\": 2", "\"id\": \"1\"")
    #expect(test().output.contains("'/qty' of Order 1 has changed: it was 2, and is missing"))
    #expect(!test().output.contains("came as number"))
  }

  @Test("the kinds of related records and of lists of them are compared")
  func related() throws {
    try replace("{\"sku\": \"b\", \"qty\": 2}", "{\"sku\": \"b\", \"qty\": \"2\"}")
    try replace("\"lines\": []", "\"lines\": {\"sku\": \"c\", \"qty\": 1}")
    let output = test().output
    #expect(output.contains("'/lines/1/qty' of Order 1 came as string, and came as number before"))
    #expect(output.contains("'/lines' of Order 2 came as object, and came as array before"))
  }

  @Test("RK3024: a snapshot of the old version stays valid, and --update upgrades it")
  func oldForm() throws {
    let older = "__rkmap__/orders.json.ndjson"
    let spec = place.path("spec.json")
    let records = place.path("records.ndjson")
    _ = CommandTrial(["apply", spec, place.path("orders.json"), "-o", records])
    let lines = try place.read("records.ndjson").split(separator: "\n")
    try place.write(lines.map { "{\"Order\":\($0)}\n" }.joined(), to: older)
    try FileManager.default.removeItem(atPath: place.path(kept))
    let sound = test()
    #expect(sound.status == .success)
    #expect(sound.output.contains("note[RK3055]: 1 snapshot is of an older form\n"))
    #expect(!sound.output.contains("RK3024"))
    try replace("\"qty\": 3", "\"qty\": \"3\"")
    let trial = test()
    #expect(trial.status == .success)
    #expect(trial.output.contains("note[RK3024]"))
    #expect(trial.output.contains("'/qty' of Order 2 came as string\n"))
    try replace("\"Bergen\"", "\"Voss\"")
    #expect(test().output.contains("'/city' of Order 2 has changed"))
    let update = test("--update")
    #expect(update.status == .success)
    #expect(update.output.contains("wrote \(place.path(kept))\nrewrote 1 snapshot in form 3\n"))
    #expect(place.names(in: "__rkmap__") == ["orders.json.snap.json"])
  }

  @Test("RK3023: an unknown version of snapshots is rejected")
  func otherForm() throws {
    try replace("\"$snapshot\": 3", "\"$snapshot\": 4", in: kept)
    #expect(test().status == .badInput)
    #expect(test().output.contains("error[RK3023]: this snapshot is of form 4, "))
  }

  @Test("an expected output has no notes")
  func output() throws {
    try replace("\"qty\": 3", "\"qty\": \"3\"")
    try write(
      #"{"files": "orders.json", "snapshot": true, "expect": {"output": "out.ndjson"}}"#
    )
    let spec = place.path("spec.json")
    _ = CommandTrial([
      "apply", spec, place.path("orders.json"), "-o", place.path("out.ndjson"),
    ])
    #expect(test("--update").status == .success)
    #expect(try place.read(kept).contains("$from"))
    #expect(try !place.read("out.ndjson").contains("$from"))
  }

  @Test("if a record fails, the others are compared, and it is not reported as missing")
  func failure() throws {
    let before = try place.read(kept)
    try replace("\"qty\": 2, \"total\"", "\"qty\": \"two\", \"total\"")
    try replace("\"Bergen\"", "\"Voss\"")
    let trial = test()
    #expect(trial.status == .badData)
    #expect(trial.output.contains("error[RK1002]: Order.qty"))
    #expect(trial.output.contains("'/city' of Order 2 has changed"))
    #expect(!trial.output.contains("Order 1"))
    #expect(test("--update").status == .badData)
    #expect(try place.read(kept) == before)
  }

  @Test("a missing record is reported, though another one failed")
  func gone() throws {
    try replace("\"qty\": 2, \"total\"", "\"qty\": \"two\", \"total\"")
    let text = try place.read("orders.json")
    let end = try #require(text.range(of: ",\n  {\"id\": 2"))
    try place.write(text[..<end.lowerBound] + "]}", to: "orders.json")
    let output = test().output
    #expect(output.contains("Order 2 has changed: it is in the snapshot"))
    #expect(!output.contains("Order 1 has changed"))
  }

  @Test("a failed related record is not reported as missing, a second missing one is")
  func relatedFailure() throws {
    try replace("{\"sku\": \"b\", \"qty\": 2}", "{\"sku\": \"b\", \"qty\": \"two\"}")
    let trial = test()
    #expect(trial.output.contains("error[RK1002]: Line.qty"))
    #expect(!trial.output.contains("RK3020"))
    try replace("{\"sku\": \"a\", \"qty\": 1}, ", "")
    #expect(test().output.contains("error[RK3020]: '/lines/"))
  }

  @Test(
    "an unreadable or empty fixture has no missing records, and no snapshot is kept"
  )
  func nothing() throws {
    let before = try place.read(kept)
    for text in ["", "{\"x\": 1}", "{\"orders\": [{\"id\": 1"] {
      try place.write(text, to: "orders.json")
      #expect(test().status == .badData)
      #expect(!test().output.contains("RK3020"))
      #expect(test("--update").status == .badData)
      #expect(try place.read(kept) == before)
    }
    // Not even where the error is expected.
    try place.write("{\"x\": 1}", to: "orders.json")
    try write(#"{"files": "orders.json", "snapshot": true, "expect": {"errors": 1}}"#)
    _ = test("--update")
    #expect(try place.read(kept) == before)
  }

  @Test("a fixture that is empty on purpose has a snapshot of the first line alone")
  func empty() throws {
    try place.write("{\"orders\": []}", to: "orders.json")
    try write(#"{"files": "orders.json", "snapshot": true, "expect": {"empty": true}}"#)
    #expect(test("--update").status == .success)
    #expect(try place.read(kept) == "{\n  \"$snapshot\": 3\n}\n")
    #expect(test().status == .success)
  }

  @Test("a renamed key is found by its value, even if its object is gone")
  func moved() throws {
    try replace("\"address\": {\"city\": \"Oslo\"}", "\"city\": \"Oslo\", \"citi\": 1")
    #expect(test().output.contains("help: '/orders/0/city' has that value now\n"))
    try replace("\"city\": \"Oslo\", \"citi\": 1", "\"address\": {}, \"city\": \"Oslo\"")
    #expect(test().output.contains("help: '/orders/0/city' has that value now\n"))
    try replace("\"address\": {}, \"city\": \"Oslo\"", "\"addres\": {\"city\": \"Oslo\"}")
    #expect(test().output.contains("help: the object has 'addres': did 'address' become that?\n"))
  }

  @Test("RK1005: a record that fails for want of a key names the key that has its old value")
  func failed() throws {
    try replace(
      "\"type\": \"decimal\"}",
      "\"type\": \"decimal\", \"onMissing\": \"error\"}",
      in: "spec.json"
    )
    try replace("\"total\": \"2\",", "\"totals\": 5, \"sum\": \"2\",")
    let found = test()
    #expect(
      found.output.contains(
        "= help: '/orders/1/sum' has that value now: read Order.total from it\n"
      )
    )
    #expect(!found.output.contains("the object has 'totals'"))
    try replace("\"sum\": \"2\"", "\"sum\": 7")
    #expect(
      test().output.contains(
        "= help: the object has 'totals': did 'total' become that? then read Order.total from it\n"
      )
    )
  }

  @Test(
    "RK3023: notes of kinds that name none are refused",
    arguments: [#"{"qty":5}"#, "[1]", "{}", #""qty""#]
  )
  func otherNotes(note: String) throws {
    try replace("\"qty\": 3", "\"qty\": \"3\"")
    _ = test("--update")
    try replace("{\n        \"qty\": \"string\"\n      }", note, in: kept)
    let trial = test()
    #expect(trial.status == .badInput)
    #expect(trial.output.contains("'$from' of this record does not name kinds of JSON values"))
  }

  @Test("RK3024: that a destination takes the place of the notes is told")
  func takenName() throws {
    try replace(
      #"{"from": "total", "to": "total""#,
      #"{"from": "total", "to": "$from""#,
      in: "spec.json"
    )
    _ = test("--update")
    let trial = test()
    #expect(trial.status == .success)
    #expect(trial.output.contains("note[RK3024]"))
    #expect(trial.output.contains("values of Order came: it has a destination '$from'"))
  }

  @Test("failOn and duplicateKeys of a test file apply unless a flag is given")
  func members() throws {
    try replace("\"qty\": 3", "\"qty\": 3, \"qty\": 3")
    #expect(test().status == .success)
    let testCase = #"{"files": "orders.json", "snapshot": true}"#
    try write(testCase, #""failOn": "warning","#)
    #expect(test().status == .badData)
    #expect(test("--fail-on", "error").status == .success)
    try write(testCase, #""duplicateKeys": "error","#)
    #expect(test().output.contains("error[RK4005]"))
    #expect(test("--duplicate-keys", "first").status == .success)
  }
}
