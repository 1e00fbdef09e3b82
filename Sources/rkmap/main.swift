internal import RKCommandLine

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

ProcessSignals.install()
let console = StandardConsole()
let tool = CommandLineTool(
  arguments: Array(CommandLine.arguments.dropFirst()),
  console: console
)
exit(tool.runOnRoomyStack().rawValue)
