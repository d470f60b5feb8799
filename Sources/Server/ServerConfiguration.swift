import Foundation
import DioramaLibrary
import Logging
import Reconstruction
import DioramaSync
import Spaces
import Support

/// How the server listens, what it serves, and how much it takes.
public struct ServerConfiguration: Sendable {
    /// The library that is served.
    public var library: Library
    /// Sync of that library with its bucket, as the page on devices and backup shows and starts it.
    public var sync: SyncClient
    /// The library's originals; those that are only in the bucket are fetched when a page asks for them.
    public var media: MediaStore
    /// Address or name to listen on. Only programs of this machine reach loopback; `0.0.0.0` or `::` is every interface.
    public var host = "127.0.0.1"
    /// TCP port; 0 is any free one.
    public var port = 8080
    /// Names under which the server may be reached beside loopback's and the address that a connection came in on, without port:
    /// `diorama.example.org`, or `*` for any (then DNS rebinding is yours to prevent).
    public var allowedHosts: [String] = []
    /// Whether requests from this machine, to a name of this machine and through no proxy that says so, are the owner's. Not behind
    /// a proxy on this machine that hides itself: there the owner signs in.
    public var trustsLoopback = true
    /// Largest upload in bytes.
    public var maximumUploadBytes: Int64 = 16 << 30
    /// How much an uploaded archive may hold.
    public var archiveLimits = ArchiveLimits()
    /// Imports that run at one time. Each uses all cores.
    public var concurrentJobs = 1
    /// Further imports that may wait, uploads under way included; more are refused with 429.
    public var waitingJobs = 32
    /// Open connections at one time; further ones wait to be accepted.
    public var maximumConnections = 512
    /// How long a client may be silent within a request, or keep an unused connection.
    public var idleTimeout: Duration = .seconds(60)
    /// How long running requests and jobs have to end once the server is stopping.
    public var shutdownTimeout: Duration = .seconds(8)
    /// How often an event stream without news says that it is alive.
    public var heartbeat: Duration = .seconds(15)
    /// The folder of the built web client; without one, the client that was built into the program.
    public var webClient: URL?
    /// What makes a space of an upload.
    public var importer: FileImport.Importer
    /// Receives the log of requests, jobs and failures.
    public var logger = Logger(label: "diorama.server")

    /// The defaults: loopback, port 8080, imports as the command line does them.
    public init(library: Library) {
        self.library = library
        sync = SyncClient(library, identity: LayeredIdentityStore.standard())
        media = sync.mediaStore()
        let spaceImporter = SpaceImporter(library: library)
        importer = { request, progress in
            try await spaceImporter.importSpace(
                from: request.source, name: request.name, options: ImportOptions(reconstruction: request.mode.options),
                job: request.job, progress: progress)
        }
    }
}
