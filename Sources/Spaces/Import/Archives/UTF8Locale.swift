#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// libarchive turns names into the form of its thread's locale. Where that is "C", as in programs that never chose one, names
/// beyond ASCII are lost.
enum UTF8Locale {
    /// Runs `body` with UTF-8 as this thread's form of text; nothing else of the process changes.
    static func run<R>(_ body: () throws -> R) rethrows -> R {
        #if canImport(Glibc)
            let locale = newlocale(1 << LC_CTYPE, "C.UTF-8", nil)
        #else
            let locale = newlocale(1 << LC_CTYPE, "UTF-8", nil)
        #endif
        // A system without it gives names in ASCII alone; others are refused by `ArchiveReader`.
        guard let locale else { return try body() }
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        return try body()
    }
}
