import Hummingbird
import Synchronization

/// How many uploads one client may send at a time, and how slowly.
final class UploadLimiter: Sendable {
    private let perClient: Int
    private let window: Duration
    private let minBytes: Int64
    private let open: Mutex<[[UInt8]: Int]> = Mutex([:])

    /// - Parameters:
    ///   - perClient: uploads of one network at a time.
    ///   - window: within which at least `minBytes` have to arrive.
    ///   - minBytes: fewer bytes within a window end the upload.
    init(perClient: Int, window: Duration, minBytes: Int64) {
        self.perClient = perClient
        self.window = window
        self.minBytes = minBytes
    }

    /// Runs `receive`, which notes the bytes that arrive, as one of the uploads of a client.
    /// - Throws: `Problem` 429 where the client has as many uploads under way as it may have, 408 where too little arrives; what
    ///   `receive` throws.
    func run<R: Sendable>(
        for client: NetworkAddress?, _ receive: @escaping @Sendable (UploadProgress) async throws -> R
    ) async throws -> R {
        let network = client?.network ?? []
        let isFree = open.withLock { open in
            guard open[network, default: 0] < perClient else { return false }
            open[network, default: 0] += 1
            return true
        }
        guard isFree else {
            throw Problem(
                .tooManyRequests, "\(perClient) uploads from your address are under way; try again when one has ended.",
                headers: [.retryAfter: "\(max(1, Int(window / .seconds(1))))"])
        }
        defer {
            open.withLock { open in
                let count = open[network, default: 0] - 1
                open[network] = count > 0 ? count : nil
            }
        }
        let progress = UploadProgress()
        return try await withThrowingTaskGroup(of: R?.self) { group in
            group.addTask { try await receive(progress) }
            group.addTask { [self] in
                try await watch(progress)
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// Ends by cancellation, or throws where too little arrived within a window.
    private func watch(_ progress: UploadProgress) async throws {
        var last: Int64 = 0
        while true {
            do { try await Task.sleep(for: window) } catch { return }
            let now = progress.byteCount
            if !progress.isComplete, now - last < minBytes {
                throw Problem(
                    .requestTimeout,
                    "The upload stalled: fewer than \(minBytes) bytes came in \(Int(window / .seconds(1))) s; send the file again."
                )
            }
            last = now
        }
    }
}

/// How much of an upload has arrived.
final class UploadProgress: Sendable {
    private let bytes = Atomic<Int64>(0)
    private let completed = Atomic<Bool>(false)

    var byteCount: Int64 { bytes.load(ordering: .relaxed) }
    /// Whether all has arrived and is only being stored.
    var isComplete: Bool { completed.load(ordering: .relaxed) }

    func add(_ count: Int) { bytes.wrappingAdd(Int64(count), ordering: .relaxed) }
    func complete() { completed.store(true, ordering: .relaxed) }
}
