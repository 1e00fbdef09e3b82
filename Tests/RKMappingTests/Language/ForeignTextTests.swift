import Testing

@testable import RKMapping

struct ForeignTextTests {
  @Test(
    "a text that is not JSON is recognised by its first lines",
    arguments: [
      ("A\u{1F}1\t0\t{\"id\":1}\nB\u{1F}2\t1\t{\"id\":2}\n", ForeignText.keyed),
      ("<!DOCTYPE html>\n<html>", ForeignText.html), ("\n <HTML lang='en'>", .html),
      ("<?xml version='1.0'?><a/>", .xml), ("<feed>", .xml),
      ("---\na: 1", .yaml), ("# made by hand\nname: x", .yaml), ("- 1\n- 2", .yaml),
      ("server:\n  port: 1", .yaml),
      ("id,name\n1,x", .csv), ("id;name\r\n1;x\r\n", .csv), ("id\tname\n1\tx", .csv),
      ("2024-05-01T10:00:00Z started\n2024-05-01 done {\"a\":1}", .log),
      ("10:00 started\n10:01 {\"a\":1}", .log), ("[INFO] started\n[INFO] {\"a\":1}", .log),
    ]
  )
  func recognises(text: String, expected: ForeignText) {
    #expect(ForeignText(text.utf8) == expected)
  }

  @Test(
    "a mistake in JSON is not taken for another format",
    arguments: [
      "", "{\"a\": 1,}", "{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":x}", "[1, 2\n{\"a\": 1}", "{a: 1}",
      "\"name\": 1", "tru", "2024-05-01", "[\"a\", 1] {", "-1 2", "1\n2", "<", "a\nb", "id,name",
    ]
  )
  func leavesJSON(text: String) {
    #expect(ForeignText(text.utf8) == nil)
  }
}
