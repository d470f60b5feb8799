#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Memory of this process.
enum ProcessMemory {
    /// The peak resident set size in bytes.
    static var peakResidentBytes: Int64 {
        var usage = rusage()
        // 0 is RUSAGE_SELF, which Glibc declares with a type of its own.
        getrusage(0, &usage)
        #if canImport(Glibc)
            return Int64(usage.ru_maxrss) * 1024
        #else
            return Int64(usage.ru_maxrss)
        #endif
    }
}
