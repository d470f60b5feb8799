import Spaces

/// What the middleware and routes of one server share.
struct ServerComponents: Sendable {
    let configuration: ServerConfiguration
    let store: UploadStore
    let jobs: JobQueue
    let sync: SyncRuns
    let client: WebClient
    let lookup: VisitorLookup
    let feed: MemoryFeed
    let readiness = Readiness()

    /// - Throws: `ServerError` where the library's folder can't be written.
    init(_ configuration: ServerConfiguration) throws {
        self.configuration = configuration
        store = try UploadStore(library: configuration.library.folder)
        jobs = JobQueue(
            library: configuration.library, concurrent: configuration.concurrentJobs, waiting: configuration.waitingJobs,
            heartbeat: configuration.heartbeat, logger: configuration.logger)
        sync = SyncRuns(sync: configuration.sync)
        client = WebClient(folder: configuration.webClient ?? WebClient.bundled)
        lookup = VisitorLookup(configuration.library)
        feed = MemoryFeed(library: configuration.library)
    }
}
