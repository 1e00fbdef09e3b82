import Foundation
@testable import RKEngine
import Synchronization
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

  @Test("a missing file is named with the system's reason")
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

  @Test("kinds of files are distinguished")
  func kinds() throws {
    let folder = try ScratchFolder()
    let path = try folder.write("", to: "a")
    #expect(try FileDescriptor.kind(of: path) == .regular)
    #expect(try FileDescriptor.kind(of: folder.path) == .directory)
    #expect(try FileDescriptor.kind(of: "/dev/null") == .other)
    #expect(try FileDescriptor.kind(of: folder.path(of: "b")) == nil)
    #expect(try FileDescriptor.kind(of: path + "/b") == nil)
    #expect(FileDescriptor.isFree(path + "/b") && !FileDescriptor.isFree(path))
  }

  @Test("what cannot be examined does not count as missing")
  func unseen() throws {
    let folder = try ScratchFolder()
    try folder.link("loop", as: "loop")
    let path = folder.path(of: "loop")
    let error = #expect(throws: SystemError.self) { try FileDescriptor.kind(of: path) }
    #expect(error?.path == path && error?.isAbsence == false)
    #expect(!FileDescriptor.isFree(path) && !FileDescriptor.isSeen(path, as: .regular))
    #expect(try FileGlob.expand(path + "/*.json") == [path + "/*.json"])
    #expect(throws: SystemError.self) { _ = try OutputFolder(path: path) }
  }

  @Test("a link leads to one place, whether there is a file or not", arguments: [false, true])
  func placeOfLink(isThere: Bool) throws {
    let folder = try ScratchFolder()
    try folder.link("two", as: "one")
    try folder.link("real", as: "two")
    if isThere { try folder.write("", to: "real") }
    let place = try FileDescriptor.place(ofFile: folder.path(of: "real"))
    #expect(place.hasSuffix("/real"))
    #expect(try FileDescriptor.place(ofFile: folder.path(of: "one")) == place)
  }

  @Test("a file that another thread makes and removes has one place all the time")
  func placeInARace() async throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "made/../made")
    try folder.write("", to: "other")
    try folder.makeFolder("made")
    let place = try FileDescriptor.place(ofFile: folder.path(of: "made/file"))
    let (file, given) = (folder.path(of: "made/file"), path + "/file")
    let isDone = Atomic(false)
    let maker = Task.detached {
      while !isDone.load(ordering: .relaxed) {
        try folder.write("", to: "made/file")
        FileDescriptor.remove(file)
      }
    }
    for _ in 0..<5000 { #expect(try FileDescriptor.place(ofFile: given) == place) }
    isDone.store(true, ordering: .relaxed)
    try await maker.value
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

  @Test("hard links are one file")
  func hardLinks() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("", to: "file")
    try FileManager.default.linkItem(atPath: file, toPath: folder.path(of: "name"))
    #expect(FileDescriptor.isOneFile(folder.path(of: "name"), file))
  }
}

@Suite("OutputFile")
struct OutputFileTests {
  @Test("is in its place when it is committed, and not before")
  func commit() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "out")
    var output = try OutputFile(path: folder.path(of: "out"))
    try output.write(Array("new".utf8).span)
    #expect(folder.read("out") == "old")
    try output.commit()
    #expect(folder.read("out") == "new")
    #expect(folder.names == ["out"])
  }

  @Test("leaves nothing when it is discarded")
  func abandon() throws {
    let folder = try ScratchFolder()
    try folder.write("old", to: "out")
    do {
      let output = try OutputFile(path: folder.path(of: "out"))
      try output.write(Array("half".utf8).span)
      let count = folder.names.count
      #expect(count == 2)
    }
    #expect(folder.names == ["out"])
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

  @Test("leftovers of other runs with the same process number do no harm")
  func staleAsides() throws {
    let folder = try ScratchFolder()
    var stale: [String] = []
    for _ in 0..<3 {
      // The temporary file now is what a killed run would leave.
      let output = try OutputFile(path: folder.path(of: "out"))
      let names = folder.names
      _ = consume output
      stale = names
      for name in stale { try folder.write("stale", to: name) }
    }
    #expect(stale.count == 3)
    var output = try OutputFile(path: folder.path(of: "out"))
    try output.write(Array("new".utf8).span)
    try output.commit()
    #expect(folder.read("out") == "new")
    #expect(folder.names == (stale + ["out"]).sorted())
  }

  @Test("a folder is not an output, and named as given")
  func directory() throws {
    let folder = try ScratchFolder()
    let path = folder.path
    let error = #expect(throws: SystemError.self) { _ = try OutputFile(path: path) }
    #expect(error?.isDirectory == true)
    #expect(error?.path == path)
  }

  @Test("a file in a missing folder is named as given")
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

@Suite("FileGroup")
struct FileGroupTests {
  private let folder: ScratchFolder
  private let group = FileGroup()

  init() throws { folder = try ScratchFolder() }

  private func write(_ name: String) throws {
    var file = try OutputFile(path: folder.path(of: name), in: group)
    try file.write(Array("new".utf8).span)
    try file.commit()
  }

  /// Three files, of which the last cannot be replaced as there is a folder.
  private func fail(before undo: () throws -> Void) throws -> SystemError? {
    try folder.write("old", to: "a")
    for name in ["a", "b", "c"] { try write(name) }
    try folder.makeFolder("c/full")
    try group.keepOld()
    do {
      try group.replaceAll()
      return nil
    } catch {
      #expect(folder.read("a") == "new" && folder.read("b") == "new")
      try undo()
      return group.undone(after: error)
    }
  }

  @Test("files take their places together, and nothing of those before is left")
  func good() throws {
    try folder.write("old", to: "a")
    try write("a")
    try write("b")
    #expect(folder.read("a") == "old")
    try group.commit()
    #expect(folder.read("a") == "new" && folder.read("b") == "new")
    #expect(folder.names == ["a", "b"])
  }

  @Test("files that never get their places are deleted with the group")
  func discarded() throws {
    try folder.write("old", to: "a")
    try write("a")
    group.discard()
    #expect(folder.read("a") == "old")
    #expect(folder.names == ["a"])
  }

  @Test("if one cannot be replaced, the others are rolled back")
  func undone() throws {
    let error = try fail {}
    #expect(error?.operation == .rename)
    #expect(folder.read("a") == "old")
    #expect(folder.names == ["a", "c"])
  }

  @Test("a file that cannot be rolled back is named, with the path of its old text")
  func stuck() throws {
    var kept = ""
    let error = try fail {
      kept = try #require(folder.names.first { $0.hasPrefix("a.") })
      try FileManager.default.removeItem(atPath: folder.path(of: "a"))
      try folder.makeFolder("a/full")
    }
    let (a, old) = (folder.path(of: "a"), folder.path(of: kept))
    #expect(error?.operation == .swap)
    #expect(
      error?.path
        == "the new text is in '\(a)' (its old text is in '\(old)'); all other files are unchanged"
    )
    #expect(folder.read(kept) == "old")
    #expect(!folder.names.contains("b"))
  }

  @Test("an old file that cannot be deleted is named")
  func left() throws {
    try folder.write("old", to: "a")
    try write("a")
    try group.keepOld()
    try group.replaceAll()
    let kept = try #require(folder.names.first { $0 != "a" })
    try FileManager.default.removeItem(atPath: folder.path(of: kept))
    let error = #expect(throws: SystemError.self) { try group.end() }
    #expect(error?.operation == .swap)
    #expect(error?.path.contains(folder.path(of: kept)) == true)
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
    let found = try FileGlob.expand(folder.path(of: "*.json"))
    #expect(found == ["B.json", "a-1.json", "a.json", "b.json"].map { folder.path(of: $0) })
  }

  @Test("stands for itself if it finds nothing, or has no wildcard")
  func nothing() throws {
    let folder = try ScratchFolder()
    let pattern = folder.path(of: "*.json")
    #expect(try FileGlob.expand(pattern) == [pattern])
    #expect(try FileGlob.expand("plain.json") == ["plain.json"])
  }

  @Test("two wildcards for any number of folders find each file once")
  func severalTrees() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "a/b/x.json")
    #expect(try FileGlob.expand(folder.path(of: "**/**/x.json")) == [folder.path(of: "a/b/x.json")])
    #expect(try FileGlob.expand(folder.path(of: "**")) == FileGlob.expand(folder.path(of: "**/*")))
    #expect(try FileGlob.expand(folder.path(of: "**")).contains(folder.path(of: "a/b/x.json")))
  }

  @Test("a file whose name has a wildcard is that file")
  func literal() throws {
    let folder = try ScratchFolder()
    try folder.write("", to: "a[1].json")
    try folder.write("", to: "a1.json")
    #expect(try FileGlob.expand(folder.path(of: "a[1].json")) == [folder.path(of: "a[1].json")])
  }

  @Test("wildcards may be in folder names, too, and match no name that begins with a dot")
  func folders() throws {
    let folder = try ScratchFolder()
    for name in ["a/x.json", "b/x.json", "b/y.json", ".c/x.json", "d/.x.json"] {
      try folder.makeFolder(String(name.prefix { $0 != "/" }))
      try folder.write("", to: name)
    }
    try folder.write("", to: "e")
    func found(_ pattern: String) throws -> [String] {
      try FileGlob.expand(folder.path(of: pattern)).map {
        String($0.dropFirst(folder.path.count + 1))
      }
    }
    #expect(try found("*/x.json") == ["a/x.json", "b/x.json"])
    #expect(try found("[ab]/*.json") == ["a/x.json", "b/x.json", "b/y.json"])
    #expect(try found("?/.x.json") == ["d/.x.json"])
    #expect(try found("b//?.json") == ["b//x.json", "b//y.json"])
    #expect(try found("*/none.json") == ["*/none.json"])
    #expect(try found("none/*.json") == ["none/*.json"])
    #expect(try found("e/*") == ["e/*"])
  }

  @Test("a wildcard after a backslash is literal")
  func escapes() throws {
    let folder = try ScratchFolder()
    try folder.makeFolder("a[1]")
    try folder.write("", to: "a[1]/x.json")
    #expect(
      try FileGlob.expand(folder.path(of: #"a\[1\]/*.json"#)) == [folder.path(of: "a[1]/x.json")]
    )
  }

  @Test("an unreadable folder is an error, and so is a missing one")
  func unseen() throws {
    let folder = try ScratchFolder()
    try folder.makeFolder("a")
    try folder.write("", to: "a/x.json")
    try folder.link("nowhere", as: "away")
    for pattern in ["*/x.json", "a*/*.json"] {
      let error = #expect(throws: SystemError.self) {
        try FileGlob.expand(folder.path(of: pattern))
      }
      #expect(error?.path == folder.path(of: "away"))
    }
    // A name is enough for a link that is the last step: reading it reports the error.
    #expect(try FileGlob.expand(folder.path(of: "aw*")) == [folder.path(of: "away")])
  }
}
