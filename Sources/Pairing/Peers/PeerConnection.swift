import Codecs
import DioramaSync
import Foundation

/// The client side of a channel: numbers the requests and returns their responses.
actor PeerConnection {
    private let channel: SecureChannel
    private let timeouts: PeerTimeouts
    private let onNewObject: @Sendable (BucketKey) -> Void
    /// The other side refuses more than 32 unanswered requests.
    private let slots = AsyncSemaphore(8)
    private var number: UInt32 = 0
    private var waiting: [UInt32: CheckedContinuation<Result<[UInt8], SyncError>, Never>] = [:]
    private var ended: SyncError?
    private var reading: Task<Void, Never>?

    init(_ channel: SecureChannel, _ timeouts: PeerTimeouts, onNewObject: @escaping @Sendable (BucketKey) -> Void) {
        self.channel = channel
        self.timeouts = timeouts
        self.onNewObject = onNewObject
    }

    var isOpen: Bool { ended == nil }

    func start() {
        reading = Task { [weak self, channel] in
            do throws(SyncError) {
                while true {
                    let reply = try PeerReply(try await channel.receive())
                    guard let self else { return }
                    await self.handle(reply)
                }
            } catch {
                await self?.end(error)
                await channel.close(error)
            }
        }
    }

    /// Sends a request and waits for its answer.
    func ask(_ request: PeerRequest) async throws(SyncError) -> ByteReader {
        await slots.wait()
        let result = await exchange(request)
        await slots.signal()
        return ByteReader(try result.get())
    }

    func close() async {
        let reason = SyncError(.cancelled, "the connection was closed here")
        end(reason)
        await channel.close(reason)
        reading?.cancel()
    }

    private func exchange(_ request: PeerRequest) async -> Result<[UInt8], SyncError> {
        if let ended { return .failure(ended) }
        number &+= 1
        let number = number
        let name = channel.peer.name
        let timeout = Task { [weak self, timeouts] in
            try? await Task.sleep(for: timeouts.answer)
            if !Task.isCancelled { await self?.fail(number, SyncError(.unavailable, "\(name) doesn't answer")) }
        }
        defer { timeout.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[number] = continuation
                Task {
                    do throws(SyncError) {
                        try await channel.send(request.bytes(number))
                    } catch {
                        // The other device's reason to end the connection is more specific; it may have been received already.
                        if error.kind == .unavailable { await reading?.value }
                        fail(number, ended ?? error)
                    }
                }
            }
        } onCancel: {
            Task { await self.fail(number, SyncError(.cancelled, "cancelled")) }
        }
    }

    private func handle(_ reply: PeerReply) {
        switch reply {
        case .done(let number, let body): waiting.removeValue(forKey: number)?.resume(returning: .success(body))
        case .failed(let number, let error): fail(number, SyncError(error.kind, "\(channel.peer.name) reports: \(error.message)"))
        case .newObject(let key): onNewObject(key)
        }
    }

    private func fail(_ number: UInt32, _ error: SyncError) {
        waiting.removeValue(forKey: number)?.resume(returning: .failure(error))
    }

    private func end(_ error: SyncError) {
        if ended == nil { ended = error }
        let left = waiting
        waiting = [:]
        for continuation in left.values { continuation.resume(returning: .failure(error)) }
    }
}
