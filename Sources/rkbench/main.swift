// rkbench SPEC NDJSON [ROUNDS]: the speed of each stage, for each instruction set of this machine.
// rkbench dates [ROUNDS]: the time that each form of a date takes.
// rkbench once EXTENT SPEC NDJSON KERNEL: one run that ends with a stage, to count its instructions.
internal import RKEngine
internal import RKMapping

private func row(_ name: String, _ seconds: Double, _ byteCount: Int, _ copySpeed: Double) {
  let speed = Double(byteCount) / max(seconds, 1e-9)
  func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
  print("  \(name)\t\(rounded(speed / 1e9)) GB/s\t\(rounded(speed / copySpeed)) of a copy")
}

private func run(_ arguments: [String]) throws {
  if arguments.first == "dates" {
    for benchmark in try DateBenchmark.all() {
      let time = try benchmark.shortestTime(
        rounds: arguments.dropFirst().first.flatMap(Int.init) ?? 5
      )
      print("\((time * 10).rounded() / 10) ns\t\(benchmark.name)")
    }
    return
  }
  if arguments.first == "once" {
    try runOnce(Array(arguments.dropFirst()))
    return
  }
  guard arguments.count == 2 || arguments.count == 3 else {
    throw BenchmarkError(
      description: """
        usage: rkbench SPEC NDJSON [ROUNDS], rkbench dates [ROUNDS],
        or rkbench once EXTENT SPEC NDJSON KERNEL
        """
    )
  }
  let rounds = arguments.count == 3 ? Int(arguments[2]) ?? 5 : 5
  let mapping = try Mapping(contentsOf: arguments[0])
  let copySpeed = StopWatch.copySpeed(rounds: rounds)
  print("memory copy\t\((copySpeed / 1e8).rounded() / 10) GB/s")
  for kernel in ScanKernel.available where kernel.name != ScanKernel.portable.name {
    let benchmark = StageBenchmark(
      input: arguments[1],
      mapping: mapping,
      instructionSet: kernel,
      rounds: rounds
    )
    let byteCount = try benchmark.read()
    let times = try benchmark.shortestTimes()
    print(kernel.name)
    var before = 0.0
    for extent in StageBenchmark.Extent.allCases {
      let time = times[extent] ?? 0
      row("\(extent)", time - before, byteCount, copySpeed)
      before = time
    }
    row("all", before, byteCount, copySpeed)
  }
}

private func runOnce(_ arguments: [String]) throws {
  guard arguments.count == 4,
    let extent = StageBenchmark.Extent.allCases.first(where: { "\($0)" == arguments[0] }),
    let kernel = ScanKernel.available.first(where: { $0.name == arguments[3] })
  else {
    throw BenchmarkError(description: "usage: rkbench once EXTENT SPEC NDJSON KERNEL")
  }
  try StageBenchmark(
    input: arguments[2],
    mapping: Mapping(contentsOf: arguments[1]),
    instructionSet: kernel,
    rounds: 1
  ).run(to: extent)
}

do {
  try run(Array(CommandLine.arguments.dropFirst()))
} catch {
  print("rkbench: \(error)")
}
