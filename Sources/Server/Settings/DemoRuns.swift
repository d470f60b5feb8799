import DioramaLibrary
import Foundation
import Hummingbird
import Spaces
import Support

/// The demo library of the server's library: made once, opened when it is shown, put back as it was. While it is shown, its routes
/// answer the owner's requests; accounts and visitors by link see the library itself.
actor DemoRuns {
    /// What answers the owner.
    enum Shown: Sendable {
        /// The library itself.
        case own
        /// The demo library.
        case demo(any HTTPResponder<ServerContext>, owner: AccountID?)
        /// Neither: the demo library is put back as it was.
        case unavailable
    }

    /// What pages show of it.
    struct Status: Sendable {
        let isShown: Bool
        let isMade: Bool
        /// Changes since it was made; 0 where it isn't open.
        let changes: Int
        /// The progress of making it or putting it back; nil where neither is under way.
        let running: WorkProgress?
        /// Why the last attempt failed; nil where none did.
        let problem: String?
    }

    /// The demo library while it is open.
    private struct Opened {
        let library: Library
        let responder: any HTTPResponder<ServerContext>
        let work: LibraryWork
    }

    private let configuration: ServerConfiguration
    private let listener: Listener
    private let mode: DemoMode
    private let progress = ProgressBox()
    private var opened: Opened?
    private var task: Task<Void, Never>?
    private var isResetting = false
    private var isStopped = false
    private var shutdown: Task<Void, Never>?
    private var problem: String?

    init(_ configuration: ServerConfiguration, on listener: Listener) {
        self.configuration = configuration
        self.listener = listener
        let contents = configuration.demoContents
        mode = DemoMode(of: configuration.library) { [progress] library in
            try await contents(library, ProgressReporter { progress.value = $0 })
        }
    }

    /// What the program writes by itself.
    private static let ownTables: Set = ["devices", "account_keys"]

    /// What answers the owner now.
    func shown() async throws -> Shown {
        guard try await mode.isShown(), !isStopped else { return .own }
        // A setting of an earlier server whose demo library is gone.
        guard mode.isMade || opened != nil else { return .own }
        if isResetting { return .unavailable }
        let demo = try await open()
        return .demo(demo.responder, owner: try await demo.library.activeAccount()?.id)
    }

    func status() async throws -> Status {
        // While it is put back its library is closed, and nothing in it is a change any more.
        let library = isResetting ? nil : opened?.library
        let changes = try await library?.demoChanges().count { !Self.ownTables.contains($0.row.table) } ?? 0
        return Status(
            isShown: try await mode.isShown() && mode.isMade, isMade: mode.isMade, changes: changes,
            running: task == nil ? nil : progress.value, problem: problem)
    }

    /// Shows the demo library, which is made first where there is none, or the own library again.
    /// - Throws: `Problem` 503 while the server stops, 409 while the demo is being made.
    func show(_ isShown: Bool) async throws {
        if !isShown || mode.isMade { return try await mode.show(isShown) }
        try begin("Making the demo library") { [mode] in
            _ = try await mode.open()
            try await mode.show(true)
        }
    }

    /// Puts the demo library back as it was made.
    /// - Throws: `Problem` 503 while the server stops, 409 while the demo is being made.
    func reset() throws {
        try begin("Putting the demo library back") { [mode] in _ = try await mode.reset() }
        isResetting = true
    }

    /// Deletes the demo library; the own library is shown from now on.
    /// - Throws: `Problem` 409 while the demo is being made.
    func remove() async throws {
        guard task == nil else { throw Problem(.conflict, "The demo library is being made; wait until it is there.") }
        await end()
        try await mode.remove()
    }

    /// Starts nothing more, and waits until the work of the demo library has ended.
    func shutDown() async {
        isStopped = true
        let shutdown =
            shutdown
            ?? Task {
                task?.cancel()
                await task?.value
                await end()
            }
        self.shutdown = shutdown
        await shutdown.value
    }

    private func begin(_ what: String, _ work: @escaping @Sendable () async throws -> Void) throws {
        guard !isStopped else { throw Problem.stopping }
        guard task == nil else { throw Problem(.conflict, "The demo library is being made; wait until it is there.") }
        problem = nil
        progress.value = WorkProgress(fraction: 0, what: what)
        task = Task {
            var failure: String?
            do {
                await end()
                try await work()
            } catch is CancellationError {
                failure = "it was cancelled"
            } catch {
                failure = ErrorLine.text(error)
            }
            ended(failure)
        }
    }

    private func ended(_ failure: String?) {
        problem = failure
        task = nil
        isResetting = false
    }

    private func open() async throws -> Opened {
        if let opened { return opened }
        let library = try await mode.open()
        // While it was opened, another request may have done the same.
        if let opened { return opened }
        var components = try ServerComponents(served(library), on: listener)
        components.demo = self
        let demo = Opened(
            library: library, responder: ServerRoutes(components).inner().buildResponder(), work: LibraryWork(components))
        opened = demo
        return demo
    }

    /// The demo library is served as the own one is.
    private func served(_ library: Library) -> ServerConfiguration {
        var served = ServerConfiguration(library: library)
        served.listener = configuration.listener
        served.maximumUploadBytes = configuration.maximumUploadBytes
        served.archiveLimits = configuration.archiveLimits
        served.shutdownTimeout = configuration.shutdownTimeout
        served.heartbeat = configuration.heartbeat
        served.webClient = configuration.webClient
        served.logger = configuration.logger
        served.guideModel = configuration.guideModel
        served.codeReader = configuration.codeReader
        return served
    }

    /// Ends the work of the demo library and closes it.
    private func end() async {
        guard let demo = opened else { return }
        opened = nil
        demo.work.beginShutdown()
        await demo.work.shutDown()
        demo.work.removeUploads()
        do {
            try await mode.close()
        } catch {
            configuration.logger.error("couldn't close the demo library: \(error)")
        }
    }
}

/// Passes the owner's requests to the demo library while it is shown. Settings are answered by whichever library is shown, also
/// while it changes.
struct DemoMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    let demo: DemoRuns

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard context.visitor.isOwner else { return try await next(request, context) }
        switch try await demo.shown() {
        case .own: return try await next(request, context)
        case .demo(let responder, let owner):
            var context = context
            context.visitor = .owner(owner)
            return try await responder.respond(to: request, context: context)
        case .unavailable:
            if request.uri.path == "/api/v1/settings" { return try await next(request, context) }
            throw Problem(
                .serviceUnavailable, "The demo library is put back as it was; try again in a moment.", headers: [.retryAfter: "2"])
        }
    }
}
