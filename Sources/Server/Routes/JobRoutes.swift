import Foundation
import HTTPTypes
import Hummingbird
import DioramaLibrary

/// `/api/v1/jobs`: list, show, cancel, and the progress of one as server-sent events.
struct JobRoutes: Sendable {
    let jobs: JobQueue

    func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        JSONBody.response(JobListPayload(jobs: try await jobs.list().map(JobPayload.init)))
    }

    func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let job = try await jobs.status(of: Self.id(context)) else { throw Problem.notFound("job") }
        return JSONBody.response(JobPayload(job: job))
    }

    func cancel(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let job = try await jobs.cancel(Self.id(context)) else { throw Problem.notFound("job") }
        return JSONBody.response(JobPayload(job: job))
    }

    /// The state as it is, then each change, and the end with the final state. Every event is the whole job, so a client that comes
    /// back (`Last-Event-ID`) has missed nothing that still counts.
    func events(_ request: Request, _ context: ServerContext) async throws -> Response {
        guard let events = try await jobs.events(of: Self.id(context)) else { throw Problem.notFound("job") }
        let headers: HTTPFields = [
            .contentType: "text/event-stream", .cacheControl: "no-store", HTTPField.Name("X-Accel-Buffering")!: "no",
        ]
        // A body that nobody writes would keep the subscription: HEAD gets none.
        if request.method == .head { return Response(status: .ok, headers: headers) }
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
                for await event in events { try await writer.write(event.text) }
                try await writer.finish(nil)
            })
    }

    private static func id(_ context: ServerContext) throws -> JobID {
        guard let id = context.parameters.get("id").flatMap({ JobID($0) }) else { throw Problem.notFound("job") }
        return id
    }
}

extension JobEvent {
    /// As it goes over the wire (HTML standard, section 9.2).
    fileprivate var text: ByteBuffer {
        switch self {
        case .heartbeat:
            return ByteBuffer(string: ": still here\n\n")
        case .progress(let number, let status):
            // JSON has no line ends of its own, so one data line holds it.
            let json = String(decoding: JSONBody.encode(JobPayload(job: status)), as: UTF8.self)
            return ByteBuffer(string: "event: progress\nid: \(number)\ndata: \(json)\n\n")
        }
    }
}
