import Foundation
import TestSupport
import Testing

/// Inputs and outputs that are compressed.
@Suite(
  .enabled(if: Machine.has("zlib"), "this build lacks zlib"),
  .enabled(if: Machine.has("zstd"), "this build lacks zstd"),
  .enabled(if: Machine.has("expat"), "this build lacks expat")
)
struct CompressedFileTests {
  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(Articles.streamSpec, to: "spec.json")
    try place.write((0..<5000).map { "{\"n\":\($0)}\n" }.joined(), to: "in.ndjson")
    return place
  }

  @Test(
    "What -o packs is read again, also by another name and from the standard input, whatever -j",
    arguments: ["gz", "zst"],
    ["1", "3"]
  )
  func thereAndBack(ending: String, threads: String) throws {
    let place = try place()
    let plain = try place.run("apply", "spec.json", "in.ndjson").output
    let file = "out.ndjson.\(ending)"
    #expect(try place.run("apply", "spec.json", "in.ndjson", "-o", file, "-j", threads).status == 0)
    let packed = Array(try Data(contentsOf: URL(filePath: place.path(file))))
    #expect(packed.count < plain.utf8.count)
    #expect(try place.run("apply", "spec.json", file, "-j", threads).output == plain)
    try place.write(packed, to: "other")
    #expect(try place.run("apply", "spec.json", "other").output == plain)
    let streamed = try place.run(["apply", "spec.json"], input: packed)
    #expect(streamed.output == plain)
    #expect(streamed.error == "")
  }

  @Test("The name before the ending says the format", arguments: ["csv.gz", "CSV.ZST"])
  func inner(ending: String) throws {
    let place = try place()
    let out = "out.\(ending)"
    #expect(try place.run("apply", "spec.json", "in.ndjson", "--limit", "1", "-o", out).status == 0)
    let script = ending.hasSuffix("gz") ? "gzip -dc \(out) > plain" : "zstd -dcq \(out) > plain"
    if try place.shell(script).terminationStatus == 0 {
      #expect(try place.read("plain") == "n\n0\n")
    }
  }

  @Test("No file is left of an input that is cut off, but what was read may have been written")
  func cut() throws {
    let place = try place()
    _ = try place.run("apply", "spec.json", "in.ndjson", "-o", "in.gz", "--to", "ndjson")
    let packed = Array(try Data(contentsOf: URL(filePath: place.path("in.gz"))))
    try place.write(Array(packed.dropLast(20)), to: "in.gz")
    let trial = try place.run("apply", "spec.json", "in.gz", "-o", "out.json", "--to", "json")
    #expect(trial.status == 4)
    let reason = "it is cut off at byte \(packed.count - 20)"
    #expect(trial.firstError == "error[RK4044]: 'in.gz' cannot be unpacked: \(reason)")
    #expect(!place.names.contains("out.json"))
  }

  @Test("A place in a finding is one of the unpacked text")
  func places() throws {
    let place = try place()
    try place.write("{\"n\":1}\n{\"n\":}\n", to: "bad.ndjson")
    #expect(try place.shell("gzip bad.ndjson").terminationStatus == 0)
    let trial = try place.run("apply", "spec.json", "bad.ndjson.gz")
    #expect(trial.status == 1)
    #expect(trial.error.contains("--> bad.ndjson.gz:2:6\n"))
  }

  @Test("What a damaged member made look wrong is told to be damaged: exit 4")
  func damaged() throws {
    let place = try place()
    // The end is not read before the second line.
    let rest = (0..<400_000).map { "{\"n\":\($0)}\n" }.joined()
    try place.write("{\"n\":1}\n{\"n\":}\n\(rest)", to: "bad.ndjson")
    #expect(try place.shell("gzip -1 bad.ndjson").terminationStatus == 0)
    var packed = Array(try Data(contentsOf: URL(filePath: place.path("bad.ndjson.gz"))))
    packed[packed.count - 5] ^= 1
    try place.write(packed, to: "bad.ndjson.gz")
    let trial = try place.run("apply", "spec.json", "bad.ndjson.gz", "-o", "out.ndjson")
    #expect(trial.status == 4)
    #expect(trial.error.contains("--> bad.ndjson.gz:2:6\n"))
    #expect(trial.error.contains("the gzip member that begins at byte 0 is damaged"))
    #expect(!place.names.contains("out.ndjson"))
  }

  @Test("An archive, a table and the records that --target names may be compressed")
  func otherInputs() throws {
    let place = try place()
    try place.write(
      #"{"mappers":[{"id":"m","target":"M","identification":"n","attributes":["n","x"]}]}"#,
      to: "spec.json"
    )
    let content = #"{"mimeType":"text/csv","text":"n,x\n3,c\n"}"#
    try place.write(
      #"{"log":{"entries":[{"request":{"method":"GET","url":"http://a/b"},"#
        + #""response":{"status":200,"content":\#(content)}}]}}"#,
      to: "in.har"
    )
    try place.write("n,x\n1,a\n2,b\n", to: "in.csv")
    try place.write("{\"n\":\"1\",\"x\":\"old\"}\n", to: "old.ndjson")
    #expect(try place.shell("gzip in.har in.csv old.ndjson").terminationStatus == 0)
    let trial = try place.run(
      ["apply", "spec.json", "in.csv.gz", "in.har.gz", "--target", "old.ndjson.gz"]
    )
    #expect(trial.error == "")
    #expect(
      trial.output == #"""
        {"n":"1","x":"a"}
        {"n":"2","x":"b"}
        {"n":"3","x":"c"}

        """#
    )
  }

  @Test("A file that was there is kept when the run fails, and nothing else is left")
  func kept() throws {
    let place = try place()
    try place.write("old", to: "out.ndjson.gz")
    try place.write("{\"n\":1}\n{\"n\":}\n", to: "bad.ndjson")
    let names = place.names
    #expect(try place.run("apply", "spec.json", "bad.ndjson", "-o", "out.ndjson.gz").status == 1)
    #expect(try place.read("out.ndjson.gz") == "old")
    #expect(place.names == names)
  }

  @Test("Failed records, and records to merge onto, may be compressed")
  func otherFiles() throws {
    let place = try place()
    try place.write("{\"n\":1}\n{}\n", to: "some.ndjson")
    let flags = ["--on-error", "skip", "--max-errors", "1", "--rejects", "bad.ndjson.gz"]
    _ = try place.run(["apply", "spec.json", "some.ndjson"] + flags)
    let bytes = try Data(contentsOf: URL(filePath: place.path("bad.ndjson.gz")))
    #expect(bytes.starts(with: [0x1F, 0x8B]))
    #expect(try place.shell("gzip -t bad.ndjson.gz").terminationStatus == 0)
  }

  @Test("A database is not compressed: exit 2", arguments: ["x.db.gz", "x.sqlite.zst"])
  func database(name: String) throws {
    let place = try place()
    let trial = try place.run("apply", "spec.json", "in.ndjson", "-o", name)
    #expect(trial.status == 2)
    #expect(trial.firstError.contains("cannot be a database"))
    #expect(!place.names.contains(name))
  }

  @Test("What is compressed twice is refused with the command that unpacks it")
  func twice() throws {
    let place = try place()
    let script = "gzip in.ndjson && cp in.ndjson.gz two && gzip two"
    #expect(try place.shell(script).terminationStatus == 0)
    let trial = try place.run("apply", "spec.json", "two.gz")
    #expect(trial.status == 4)
    #expect(trial.firstError == "error[RK4006]: 'two.gz' is compressed by gzip, not UTF-8 text")
  }

  @Test("A version is shown of each library")
  func version() throws {
    let output = try Workplace().run("--version").output
    #expect(output.contains(/SQLite [0-9.]+, zlib [0-9.]+, zstd [0-9.]+, expat [0-9.]+\n/))
  }
}
