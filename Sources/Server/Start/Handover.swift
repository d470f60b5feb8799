import Hummingbird
import Synchronization

/// Answers requests by the routes of the first start, and by those of the library once it is there.
final class SwitchingResponder: HTTPResponder, Sendable {
    typealias Context = ServerContext

    private let current = Mutex<(any HTTPResponder<ServerContext>)?>(nil)

    func set(_ responder: any HTTPResponder<ServerContext>) { current.withLock { $0 = responder } }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        guard let responder = current.withLock({ $0 }) else { throw HTTPError(.serviceUnavailable) }
        return try await responder.respond(to: request, context: context)
    }
}

/// Passes the listener from the first start to the library: no connection is refused or cut off.
actor Handover {
    /// How long the page of the first start may take to ask what came of it. After that it learns of the library, but not where its
    /// owner signs in.
    private static let patience = Duration.seconds(5)

    nonisolated let responder = SwitchingResponder()
    private var components: ServerComponents?
    private var work: LibraryWork?
    private var isEnding = false

    /// Begins the work of the library. Requests reach it after `complete`.
    func prepare(_ components: ServerComponents) {
        self.components = components
        work = LibraryWork(components)
        if isEnding { work?.beginShutdown() }
        Task {
            try? await Task.sleep(for: Self.patience)
            complete()
        }
    }

    /// Requests reach the library from now on.
    func complete() {
        guard let components else { return }
        responder.set(ServerRoutes(components).router().buildResponder())
        self.components = nil
    }

    /// Cancels the work of the library; doesn't wait for it.
    func beginShutdown() {
        isEnding = true
        work?.beginShutdown()
    }

    /// Waits until the work of the library has ended, and removes unfinished uploads.
    func shutDown() async {
        await work?.shutDown()
        work?.removeUploads()
    }
}
