import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What the process of one job may use at most; the system ends it beyond.
public struct ProcessLimits: Sendable, Codable, Equatable {
    /// Bytes of memory: private and writable mappings.
    public var memoryBytes: Int64
    /// Seconds of processor time, all threads together.
    public var cpuSeconds: Int64
    /// Bytes of one file.
    public var fileBytes: Int64

    /// Limits of a job.
    public init(memoryBytes: Int64, cpuSeconds: Int64, fileBytes: Int64) {
        self.memoryBytes = memoryBytes
        self.cpuSeconds = cpuSeconds
        self.fileBytes = fileBytes
    }

    /// Sets the limits for this process and those that it starts.
    /// - Throws: `ServiceError` of kind `unavailable` where the system refuses them.
    public func apply() throws(ServiceError) {
        #if canImport(Glibc)
            try set(__rlimit_resource_t(RLIMIT_DATA.rawValue), to: memoryBytes, what: "memory")
            try set(__rlimit_resource_t(RLIMIT_CPU.rawValue), to: cpuSeconds, what: "processor time")
            try set(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), to: fileBytes, what: "file size")
            try set(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0, what: "core files")
        #else
            try set(RLIMIT_DATA, to: memoryBytes, what: "memory")
            try set(RLIMIT_CPU, to: cpuSeconds, what: "processor time")
            try set(RLIMIT_FSIZE, to: fileBytes, what: "file size")
            try set(RLIMIT_CORE, to: 0, what: "core files")
        #endif
    }

    #if canImport(Glibc)
        private typealias Resource = __rlimit_resource_t
    #else
        private typealias Resource = Int32
    #endif

    private func set(_ resource: Resource, to value: Int64, what: String) throws(ServiceError) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { throw failure(what) }
        // No more than the system allows anyway.
        let bounded = min(rlim_t(max(0, value)), limit.rlim_max)
        limit.rlim_cur = bounded
        limit.rlim_max = bounded
        guard setrlimit(resource, &limit) == 0 else { throw failure(what) }
    }

    private func failure(_ what: String) -> ServiceError {
        ServiceError(.unavailable, "couldn't limit the job's \(what): \(String(cString: strerror(errno)))")
    }
}
