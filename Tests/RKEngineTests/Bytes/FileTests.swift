@testable import RKEngine
import TestSupport
import Testing

@Suite("FileDescriptor")
struct FileDescriptorTests {
  @Test("reads all that is left of a file")
  func readAll() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(String(repeating: "x", count: 200_000), to: "a")
    let file = try FileDescriptor.reading(path)
    let head = try file.read(upTo: 5)
    let rest = try file.readAll()
    #expect(head.count == 5)
    #expect(rest.count == 199_995)
  }

  @Test("a file that is not there is named with the system's reason")
  func missing() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "nothing")
    let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.reading(path) }
    #expect(error?.isMissingFile == true)
    #expect(error?.path == path)
    #expect(error?.operation == .open)
    #expect(error?.reason == "No such file or directory")
  }

  @Test("a folder cannot be read")
  func folder() throws {
    let folder = try ScratchFolder()
    let path = folder.path
    let error = #expect(throws: SystemError.self) { _ = try FileDescriptor.reading(path) }
    #expect(error?.isDirectory == true)
  }

  @Test("kinds of things are told apart")
  func kinds() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("", to: "a")
    #expect(FileDescriptor.kind(of: path) == .regular)
    #expect(FileDescriptor.kind(of: folder.path) == .directory)
    #expect(FileDescriptor.kind(of: "/dev/null") == .other)
    #expect(FileDescriptor.kind(of: folder.path(of: "b")) == nil)
  }

  @Test("a link leads to one place, whether there is a file or not", arguments: [false, true])
  func placeOfLink(isThere: Bool) throws {
    let folder = try ScratchFolder()
    try folder.link("two", as: "one")
    try folder.link("real", as: "two")
    if isThere { try folder.write("", to: "real") }
    let place = FileDescriptor.place(ofFile: folder.path(of: "real"))
    #expect(place.hasSuffix("/real"))
    #expect(FileDescriptor.place(ofFile: folder.path(of: "one")) == place)
  }

  @Test("names lead to one file or to several, whether these are there or not", arguments: 0..<4)
  func oneFile(which: Int) throws {
    let folder = try ScratchFolder()
    try folder.link("real", as: "link")
    if which & 1 != 0 { try folder.write("", to: "real") }
    if which & 2 != 0 { try folder.write("", to: "other") }
    let (real, other) = (folder.path(of: "real"), folder.path(of: "other"))
    #expect(FileDescriptor.isOneFile(folder.path(of: "link"), real))
    #expect(FileDescriptor.isOneFile(real, real))
    #expect(!FileDescriptor.isOneFile(folder.path(of: "link"), other))
  }
}

@Suite("OutputFile")
struct OutputFileTests {
  @Test("stands in its place when it is committed, and not before")
  func commit() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "out")
    var output = try OutputFile(path: folder.path(of: "out"))
    try output.write(Array("new".utf8).span)
    #expect(folder.read("out") == "old")
    try output.commit()
    #expect(folder.read("out") == "new")
    #expect(try folder.names == ["out"])
  }

  @Test("leaves nothing behind when it is given up")
  func abandon() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "out")
    do {
      let output = try OutputFile(path: folder.path(of: "out"))
      try output.write(Array("half".utf8).span)
      let count = try folder.names.count
      #expect(count == 2)
    }
    #expect(try folder.names == ["out"])
    #expect(folder.read("out") == "old")
  }

  @Test("replaces what a link leads to, not the link")
  func link() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "real")
    try folder.link("real", as: "link")
    var output = try OutputFile(path: folder.path(of: "link"))
    try output.write(Array("new".utf8).span)
    try output.commit()
    #expect(folder.read("real") == "new")
    #expect(try folder.destination(ofLink: "link") == "real")
  }

  @Test("keeps the permissions of the file it replaces")
  func permissions() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "out")
    try folder.setPermissions(0o640, of: "out")
    var output = try OutputFile(path: folder.path(of: "out"))
    try output.commit()
    #expect(try folder.permissions(of: "out") == 0o640)
  }

  @Test(
    "keeps the owner of the file it replaces, where that is allowed",
    .enabled(if: Machine.offers(ScratchFolder.mayGiveFilesAway))
  )
  func owner() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "out")
    try folder.setOwner(12_345, group: 23_456, of: "out")
    var output = try OutputFile(path: folder.path(of: "out"))
    try output.commit()
    let owner = try folder.owner(of: "out")
    #expect(owner == [12_345, 23_456])
  }

  @Test("what other runs of the same process number left behind is in nobody's way")
  func staleAsides() throws {
    let folder = try ScratchFolder()
    var stale: [String] = []
    for _ in 0..<3 {
      // What stands aside now is what a run that was killed would leave.
      let output = try OutputFile(path: folder.path(of: "out"))
      let names = try folder.names
      _ = consume output
      stale = names
      for name in stale { try folder.write("stale", to: name) }
    }
    #expect(stale.count == 3)
    var output = try OutputFile(path: folder.path(of: "out"))
    try output.write(Array("new".utf8).span)
    try output.commit()
    #expect(folder.read("out") == "new")
    #expect(try folder.names == (stale + ["out"]).sorted())
  }

  @Test("a folder is no output, and named as given")
  func directory() throws {
    let folder = try ScratchFolder()
    let path = folder.path
    let error = #expect(throws: SystemError.self) { _ = try OutputFile(path: path) }
    #expect(error?.isDirectory == true)
    #expect(error?.path == path)
  }

  @Test("a file in a folder that is not there is named as given")
  func missingFolder() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "none/out")
    let error = #expect(throws: SystemError.self) { _ = try OutputFile(path: path) }
    #expect(error?.isMissingFile == true)
    #expect(error?.path == path)
  }

  @Test("a device is written to directly")
  func device() throws {
    let output = try OutputFile(path: "/dev/null")
    let isAside = output.isAside
    #expect(!isAside)
  }
}

@Suite("FileGlob")
struct FileGlobTests {
  @Test("names files in the order of their bytes")
  func order() throws {
    let folder = try ScratchFolder()
    for name in ["b.json", "B.json", "a.json", "a-1.json", "c.txt"] {
      try folder.write("", to: name)
    }
    let found = FileGlob.expand(folder.path(of: "*.json"))
    #expect(found == ["B.json", "a-1.json", "a.json", "b.json"].map { folder.path(of: $0) })
  }

  @Test("is itself where it finds nothing, or has no wildcard")
  func nothing() throws {
    let folder = try ScratchFolder()
    let pattern = folder.path(of: "*.json")
    #expect(FileGlob.expand(pattern) == [pattern])
    #expect(FileGlob.expand("plain.json") == ["plain.json"])
  }

  @Test("a file whose name has a wildcard is that file")
  func literal() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "a[1].json")
    try folder.write("", to: "a1.json")
    #expect(FileGlob.expand(folder.path(of: "a[1].json")) == [folder.path(of: "a[1].json")])
  }
}
