import GRDB

extension Library {
    /// Maximum size of the cache of downloaded originals where none was set: 2 GiB.
    public static let defaultCacheLimit: Int64 = 2 << 30
    private static let cacheLimitName = "files.cache_limit"

    /// Maximum size of this device's cache of downloaded originals, in bytes.
    public func cacheLimit() async throws(LibraryError) -> Int64 {
        try await read(to: "read the cache limit") { db in
            try LocalSettings.get(Self.cacheLimitName, db).flatMap { Int64($0) } ?? Self.defaultCacheLimit
        }
    }

    /// Sets the maximum size of this device's cache of downloaded originals, in bytes; 0 keeps only what is in use.
    /// - Throws: `LibraryError` of kind `invalidValue` for a negative size.
    public func setCacheLimit(_ byteCount: Int64) async throws(LibraryError) {
        guard byteCount >= 0 else { throw LibraryError(.invalidValue, "the cache limit must be 0 bytes or more, not \(byteCount)") }
        try await write(to: "set the cache limit") { db in
            try LocalSettings.set(Self.cacheLimitName, to: String(byteCount), db)
        }
    }
}
