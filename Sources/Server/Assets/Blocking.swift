import NIOPosix

/// Runs calls that may wait for the disk outside of Swift's small pool of threads, which serves all connections.
enum Blocking {
    static func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await NIOThreadPool.singleton.runIfActive(work)
    }
}
