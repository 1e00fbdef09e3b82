import Foundation
@testable import RKEngine
import Testing

@Suite("Emergency")
struct EmergencyTests {
  @Test("work that begins while the process ends does not delay it")
  func lateBeginning() async {
    await #expect(processExitsWith: .exitCode(5)) {
      Emergency.answerSignals(
        Emergency.Endings(
          interruptedStatus: 130,
          withoutMemoryStatus: 5,
          faultStatus: 70,
          withoutMemoryText: "",
          withoutMemoryHelp: "",
          faultText: ""
        )
      )
      Thread.detachNewThread { Emergency.undivided { _ = usleep(100_000) } }
      usleep(20_000)
      Thread.detachNewThread { Emergency.endWithoutMemory() }
      usleep(40_000)
      Thread.detachNewThread { Emergency.undivided {} }
      // The end waits at most a second for running work, and this work ends much sooner.
      usleep(850_000)
      exit(99)
    }
  }
}
