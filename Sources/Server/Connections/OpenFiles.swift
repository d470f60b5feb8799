#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// How many files, connections among them, this process may have open at one time.
public enum OpenFiles {
    /// What a server that many visit may have.
    private static let wanted: rlim_t = 16_384
    /// For the database, files that are sent, and child processes.
    private static let reserve = 256

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
        private static let resource = RLIMIT_NOFILE
    #endif

    /// The present limit, or nil where the system doesn't say.
    static var limit: Int? {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        return Int(clamping: limit.rlim_cur)
    }

    /// Allows this process as many as the system lets it have, up to what a server needs: shells often permit only 1,024.
    public static func raiseLimit() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(limit.rlim_max, wanted)
        _ = setrlimit(resource, &limit)
    }

    /// How many of the wanted places there can be beside a number of connections, at least 64.
    static func places(of wanted: Int, beside connections: Int) -> Int {
        guard let limit else { return wanted }
        return min(wanted, max(64, limit - connections - reserve))
    }
}
