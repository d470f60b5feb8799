import AsyncHTTPClient
import Foundation
import NIOCore

extension ServiceClient {
    /// A job now and after each change, until it has ended. The stream is opened again where it breaks.
    /// - Throws: from the stream: `ServiceClientError` where the job isn't there, or the service doesn't answer for long.
    public nonisolated func events(of job: String) -> AsyncThrowingStream<RemoteJob, any Error> {
        AsyncThrowingStream { continuation in
            let task = Task {
                do {
                    try await watch(job) { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func watch(_ job: String, _ receive: @Sendable (RemoteJob) -> Void) async throws {
        var failures = 0
        var hasRenewed = false
        var hasBegun = false
        while true {
            try Task.checkCancellation()
            var failure = ServiceClientError(.unavailable, "the stream of \(address) broke")
            var asked: String?
            do {
                var request = HTTPClientRequest(url: "\(address)/api/v1/jobs/\(job)/events")
                request.headers.add(name: "accept", value: "text/event-stream")
                request.headers.add(name: "authorization", value: "Bearer \(try await bearer(renewed: hasRenewed))")
                let response = try await http.execute(request, deadline: .distantFuture)
                let status = Int(response.status.code)
                if status == 200 {
                    var parser = EventParser()
                    for try await part in response.body {
                        for event in try parser.add(part) {
                            let state = try self.state(in: event)
                            receive(state)
                            hasBegun = true
                            if state.hasEnded { return }
                            failures = 0
                            hasRenewed = false
                        }
                    }
                } else {
                    let data = Data(try await response.body.collect(upTo: Self.maxAnswerBytes).readableBytesView)
                    failure = refusal(status, data)
                    if status == 401, credentials.key == nil, !hasRenewed {
                        hasRenewed = true
                        continue
                    }
                    guard RetryDelay.isTemporary(status) else { throw failure }
                    asked = response.headers.first(name: "retry-after")
                }
            } catch let error as ServiceClientError {
                throw error
            } catch {
                failure = try Self.failure(error, address: address)
                guard failure.kind == .unavailable else { throw failure }
            }
            failures += 1
            // A service that restarts gets more time than one that never answered.
            guard failures < (hasBegun ? 2 * RetryDelay.maxAttempts : RetryDelay.maxFirstAttempts) else { throw failure }
            try await RetryDelay.wait(attempt: failures, asked: asked)
        }
    }
}

extension ServiceClient {
    /// Whoever left out what can't be read would wait for an end that was said.
    private nonisolated func state(in event: Data) throws(ServiceClientError) -> RemoteJob {
        do { return try JSONDecoder().decode(RemoteJob.self, from: event) } catch {
            throw ServiceClientError(
                .failed, "\(address) isn't a processing service of this version: the events of a job are other JSON")
        }
    }
}

/// Reads the data of server-sent events (HTML Living Standard, section 9.2) from pieces of a stream.
public struct EventParser: Sendable {
    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var isAfterReturn = false

    /// The longest event, in bytes.
    static let maxBytes = 1 << 20

    /// A parser at the beginning of a stream.
    public init() {}

    /// Adds a piece.
    /// - Returns: the data of the events that it completes.
    /// - Throws: `ServiceClientError` where an event is too long.
    public mutating func add(_ buffer: ByteBuffer) throws(ServiceClientError) -> [Data] {
        var events: [Data] = []
        for byte in buffer.readableBytesView {
            switch byte {
            case UInt8(ascii: "\n") where isAfterReturn: isAfterReturn = false
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                isAfterReturn = byte == UInt8(ascii: "\r")
                if let event = endLine() { events.append(event) }
            default:
                isAfterReturn = false
                line.append(byte)
            }
            guard line.count + data.count <= Self.maxBytes else {
                throw ServiceClientError(.failed, "the service sends an event of more than \(Self.maxBytes) bytes")
            }
        }
        return events
    }

    private mutating func endLine() -> Data? {
        defer { line.removeAll(keepingCapacity: true) }
        if line.isEmpty {
            guard !data.isEmpty else { return nil }
            defer { data.removeAll(keepingCapacity: true) }
            return Data(data.dropLast())
        }
        let field = Array("data:".utf8)
        guard line.starts(with: field) else { return nil }
        var value = line.dropFirst(field.count)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        data += value
        data.append(UInt8(ascii: "\n"))
        return nil
    }
}
