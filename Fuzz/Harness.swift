import Foundation

/// What libFuzzer calls for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    fuzz(UnsafeRawBufferPointer(start: start, count: count))
    return 0
}

/// What libFuzzer calls first: puts the target's seeds into the corpus.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzBegin(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> Int32 {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    for (i, seed) in seeds().enumerated() {
        let file = URL(fileURLWithPath: folder).appendingPathComponent("seed-\(i)")
        if (try? Data(seed).write(to: file)) == nil { return 1 }
    }
    return 0
}
