import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Wall seconds, CPU seconds and peak memory in bytes from its making on (Linux).
public struct Meter {
    private let start = ContinuousClock.now
    private let cpu = Self.cpuSeconds()
    private let base: Int64

    public init() {
        // 5 resets the kernel's high-water mark of resident memory.
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        base = Self.status("VmRSS")
    }

    public func read() -> (wall: Double, cpu: Double, peak: Int64, base: Int64) {
        ((ContinuousClock.now - start) / .seconds(1), Self.cpuSeconds() - cpu, Self.status("VmHWM"), base)
    }

    /// CPU seconds of this process so far, all threads together.
    public static func cpuSeconds() -> Double {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which Glibc declares with a type of its own.
        getrusage(0, &usage)
        func seconds(_ t: timeval) -> Double { Double(t.tv_sec) + Double(t.tv_usec) * 1e-6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func status(_ key: String) -> Int64 {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") where line.hasPrefix(key + ":") {
            return (line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int64($0) } ?? 0) * 1024
        }
        return 0
    }
}
