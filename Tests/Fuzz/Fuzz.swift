#if FUZZER
  import Foundation

  /// The entry point of libFuzzer.
  ///
  /// `make fuzz` builds and runs it; a crash leaves the input in a file, which goes to
  /// fixtures/fuzz before the fix.
  @_cdecl("LLVMFuzzerTestOneInput")
  public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }

  @_extern(c, "LLVMFuzzerRunDriver")
  private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>?,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?,
    _ entry: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// The package manager uses `Fuzz_main` as the program's `main`, and so leaves out libFuzzer's.
  @_cdecl("Fuzz_main")
  public func main(
    _ count: CInt,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
  ) -> CInt {
    var (count, arguments) = unsafe (count, arguments)
    atexit { print("\(readCount) were read") }
    return unsafe runFuzzer(&count, &arguments, fuzzOneInput)
  }
#endif
