import Foundation
@testable import RKEngine
import Testing

@Suite("Emergency")
struct EmergencyTests {
  @Test("what is begun while the process ends does not hold up its end")
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
      // The end waits for what is under way for a second at most, and that comes to its end much sooner.
      usleep(850_000)
      exit(99)
    }
  }
}
