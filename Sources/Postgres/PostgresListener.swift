import Dispatch
import Foundation
import Synchronization

/// Receives the notifications of some channels, over a connection that is opened again when it breaks.
public final class PostgresListener: Sendable {
    /// What a listener reports.
    public enum Event: Sendable, Equatable {
        /// It listens from now on: notifications before were missed, so state has to be read again.
        case connected
        /// A notification.
        case notification(PostgresNotification)
    }

    private let url: String
    private let channels: [String]

    /// A listener. Nothing is connected yet.
    /// - Parameter channels: names of letters, digits and underscores.
    public init(_ url: String, channels: [String]) {
        self.url = url
        self.channels = channels
    }

    /// Listens until the task is cancelled.
    /// - Parameters:
    ///   - report: receives failures, a line each.
    ///   - receive: called one after the other.
    public func run(
        report: @escaping @Sendable (String) -> Void = { _ in }, _ receive: @escaping @Sendable (Event) async -> Void
    ) async {
        while !Task.isCancelled {
            let (stream, continuation) = AsyncStream.makeStream(of: Event?.self, bufferingPolicy: .unbounded)
            let holder = Holder(url: url, channels: channels) { continuation.yield($0) }
            do {
                try await holder.open()
                await receive(.connected)
                for await event in stream {
                    guard let event else { break }
                    await receive(event)
                }
                if !Task.isCancelled { report("the connection to the database that receives notifications broke") }
            } catch {
                report("\(error)")
            }
            holder.close()
            try? await Task.sleep(for: .milliseconds(500))
        }
    }

    /// The connection and its queue.
    private final class Holder: @unchecked Sendable {
        private let queue = DispatchQueue(label: "diorama.postgres.listener")
        private let url: String
        private let channels: [String]
        private let receive: @Sendable (Event?) -> Void
        /// Used on the queue only.
        private var connection: PostgresConnection?

        init(url: String, channels: [String], receive: @escaping @Sendable (Event?) -> Void) {
            self.url = url
            self.channels = channels
            self.receive = receive
        }

        func open() async throws {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                queue.async { [self] in continuation.resume(with: Result { try openNow() }) }
            }
        }

        private func openNow() throws {
            let receive = receive
            let new = try PostgresConnection(url, queue: queue) { receive($0.map { .notification($0) }) }
            for channel in channels { try new.run("LISTEN \(channel)") }
            connection = new
        }

        func close() { queue.async { [self] in connection = nil } }
    }
}
