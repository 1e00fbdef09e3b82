import Testing

@testable import RKEngine

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Calls of the system")
struct SystemCallTests {
  @Test("a call interrupted without a request to stop is repeated", arguments: [0, 1, 3])
  func interrupted(times: Int) {
    var count = 0
    let result = SystemCall.repeated {
      count += 1
      if count > times { return "done" }
      errno = EINTR
      return "interrupted"
    }
    #expect(result == "done")
    #expect(count == times + 1)
  }

  @Test("one that fails for another reason is not repeated", arguments: [EIO, ENOENT, EAGAIN])
  func failed(code: Int32) {
    var count = 0
    let result = SystemCall.repeated {
      count += 1
      errno = code
      return -1
    }
    #expect(result == -1)
    #expect(count == 1)
    #expect(SystemCall.failureCode == code)
  }

  @Test("a call that succeeds has no failure, whatever one before it had")
  func succeeded() {
    errno = EINTR
    #expect(SystemCall.repeated { 7 } == 7)
    #expect(SystemCall.failureCode == 0)
  }
}
