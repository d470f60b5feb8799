import Foundation
import DioramaLibrary
import Guide
import Pairing
import Sessions
import Spaces

/// What the middleware and routes of one server share.
struct ServerComponents: Sendable {
    let configuration: ServerConfiguration
    let store: UploadStore
    let jobs: JobQueue
    let sync: SyncRuns
    let backups: BackupScheduler
    let verifications: VerificationRuns
    let archives: ArchiveRuns
    let pairing: PairingRuns
    let sharing: SharingRuns
    let client: WebClient
    let lookup: VisitorLookup
    let feed: MemoryFeed
    let live: SessionHost
    let guides: Guides
    /// Nil where the library is open read-only.
    let conversations: ConversationStore?
    let readiness = Readiness()
    let listener: Listener
    let uploads: UploadLimiter
    /// The demo library beside the library; nil where it is a demo library itself, or open read-only.
    var demo: DemoRuns?
    /// Whether backups are made at quiet times and when the server ends; never of a demo library, nor of one that is open
    /// read-only.
    var makesBackups: Bool {
        configuration.makesBackups && !configuration.library.isDemo && !configuration.library.isReadOnly
    }

    /// - Parameter listener: the listener that is open already; nil for one as the configuration says.
    /// - Throws: `ServerError` where the library's folder can't be written, or a proxy is no address.
    init(_ configuration: ServerConfiguration, on listener: Listener? = nil) throws {
        self.configuration = configuration
        self.listener = try listener ?? Listener(configuration.listener, logger: configuration.logger)
        uploads = UploadLimiter(
            perClient: configuration.maximumUploadsPerAddress, window: configuration.uploadStallTimeout,
            minBytes: configuration.minimumUploadBytes)
        let library = configuration.library
        // Nothing is written into the folder of a library that is open read-only.
        store = try UploadStore(library.isReadOnly ? FileManager.default.temporaryDirectory : library.folder)
        jobs = JobQueue(
            library: configuration.library, concurrent: configuration.concurrentJobs, waiting: configuration.waitingJobs,
            heartbeat: configuration.heartbeat, logger: configuration.logger)
        let sharing = SharingRuns(library: configuration.library, sync: configuration.sync, media: configuration.media)
        self.sharing = sharing
        sync = SyncRuns(sync: configuration.sync) { await sharing.exchangeIfNeeded() }
        let logger = configuration.logger
        backups = BackupScheduler(
            configuration.library, options: BackupOptions(application: "Diorama \(DioramaVersion.current)"),
            quiet: configuration.backupQuiet, interval: configuration.backupInterval
        ) { result in
            switch result {
            case .success(let backup): logger.info("made the backup \(backup.id)")
            case .failure(let error): logger.error("no backup was made: \(error)")
            }
        }
        live = SessionHost(library, directory: configuration.sessionDirectory) { line in logger.error("\(line)") }
        guides = Self.guides(configuration)
        conversations = library.isReadOnly ? nil : ConversationStore(libraryFolder: library.folder)
        verifications = VerificationRuns(sync: configuration.sync)
        archives = ArchiveRuns(LibraryArchive(library: library, media: configuration.media), store: store)
        pairing = PairingRuns(PairingClient(configuration.sync))
        client = WebClient(folder: configuration.webClient ?? WebClient.bundled)
        lookup = VisitorLookup(configuration.library)
        feed = MemoryFeed(library: configuration.library)
        if !library.isDemo, !library.isReadOnly { demo = DemoRuns(configuration, on: self.listener) }
    }

    /// Guides that find passages by meaning once the vectors for it are there: computed in the background the first time.
    private static func guides(_ configuration: ServerConfiguration) -> Guides {
        let guides = Guides(library: configuration.library, model: configuration.guideModel)
        if let embedder = configuration.guideEmbedder {
            let logger = configuration.logger
            Task(priority: .background) {
                do { try await guides.prepareVectors(embedder) } catch {
                    logger.error("the guide finds passages by words only: \(error)")
                }
            }
        }
        return guides
    }
}
