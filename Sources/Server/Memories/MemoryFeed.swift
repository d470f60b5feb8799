import Foundation
import HTTPTypes
import Hummingbird
import DioramaLibrary
import NIOCore

/// Notifies watchers when a memory has changed, by any program. It polls only while somebody watches.
actor MemoryFeed {
    private let library: Library
    private let interval: Duration
    private var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]
    private var looking: Task<Void, Never>?
    private var hasEnded = false

    init(library: Library, interval: Duration = .milliseconds(400)) {
        self.library = library
        self.interval = interval
    }

    /// An element whenever something may have changed; it ends with the server.
    func wakings() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        if hasEnded {
            continuation.finish()
            return stream
        }
        let id = UUID()
        watchers[id] = continuation
        // What changed since the watcher last read may have been announced before it was here.
        continuation.yield()
        continuation.onTermination = { _ in Task { await self.leave(id) } }
        if looking == nil { looking = Task { await look() } }
        return stream
    }

    func shutDown() {
        hasEnded = true
        looking?.cancel()
        for watcher in watchers.values { watcher.finish() }
        watchers = [:]
    }

    private func leave(_ id: UUID) {
        watchers[id] = nil
        if watchers.isEmpty {
            looking?.cancel()
            looking = nil
        }
    }

    private func look() async {
        // The first time always counts: there may have been a change between the first watcher's reading and this.
        var last: Int64?
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            let now = try? await library.latestMemoryChange()
            if now != last { for watcher in watchers.values { watcher.yield() } }
            last = now
        }
    }
}

/// `GET /api/v1/spaces/{id}/events`: changes of memories as they happen, each visitor's own.
struct MemoryEventRoutes: Sendable {
    let gate: SpaceGate
    let feed: MemoryFeed
    let lookup: VisitorLookup
    /// How often a stream without news says that it is alive, and asks whether its visitor may still watch.
    let heartbeat: Duration

    func events(_ request: Request, _ context: ServerContext) async throws -> Response {
        let space = try await gate.space(context).id
        let memories = try gate.memories(context)
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        // A body that nobody writes would keep the subscription: HEAD gets none.
        if request.method == .head { return Response(status: .ok, headers: headers) }
        let begin = try await gate.library.latestMemoryChange()
        let visitor = context.visitor
        let wakings = await feed.wakings()
        let ticks = Self.ticks(wakings, every: heartbeat)
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n: watching\n\n"))
                var last = begin
                for await isNews in ticks {
                    guard try await mayStillWatch(visitor, space) else { break }
                    guard isNews else {
                        try await writer.write(ByteBuffer(string: ": still here\n\n"))
                        continue
                    }
                    let (changes, latest) = try await memories.changes(in: space, after: last)
                    last = latest
                    for change in changes { try await writer.write(Self.text(change)) }
                }
                try await writer.finish(nil)
            })
    }

    private func mayStillWatch(_ visitor: Visitor, _ space: SpaceID) async throws -> Bool {
        if let visit = visitor.visit { return try await lookup.link(visit.link) == visit }
        return try await gate.admits(visitor, to: space)
    }

    private static func text(_ change: MemoryChange) -> ByteBuffer {
        ByteBuffer(string: "event: memory\ndata: {\"change\":\"\(change.kind.rawValue)\",\"id\":\"\(change.memory)\"}\n\n")
    }

    /// The wakings, and a false whenever there was none for a while.
    private static func ticks(_ wakings: AsyncStream<Void>, every interval: Duration) -> AsyncStream<Bool> {
        let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(8))
        let news = Task {
            for await _ in wakings { continuation.yield(true) }
            continuation.finish()
        }
        let beat = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
                continuation.yield(false)
            }
        }
        continuation.onTermination = { _ in
            news.cancel()
            beat.cancel()
        }
        return stream
    }
}
