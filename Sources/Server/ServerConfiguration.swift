import Foundation
import Guide
import DioramaLibrary
import Logging
import Reconstruction
import DioramaSync
import Pairing
import Sessions
import Spaces
import Splats
import Support

/// How the server listens, what it serves, and how much it takes.
@dynamicMemberLookup
public struct ServerConfiguration: Sendable {
    /// The library that is served.
    public var library: Library
    /// Sync of that library with its bucket, as the page on devices and backup shows and starts it.
    public var sync: SyncClient
    /// The library's originals; those that are only in the bucket are fetched when a page asks for them.
    public var media: MediaStore
    /// Where and how the server listens. Its properties are also the configuration's own: `configuration.port`.
    public var listener = ListenerConfiguration()
    /// From which point on the library's health is no longer good.
    public var healthLimits = HealthLimits()
    /// Largest upload in bytes.
    public var maximumUploadBytes: Int64 = 16 << 30
    /// How much an uploaded archive may hold.
    public var archiveLimits = ArchiveLimits()
    /// How splats of uploaded captures are trained, where an upload asks for them.
    public var splatTraining = SplatTrainingOptions.usual
    /// Imports that run at one time. Each uses all cores.
    public var concurrentJobs = 1
    /// Further imports that may wait, uploads under way included; more are refused with 429.
    public var waitingJobs = 32
    /// Uploads of one address at one time; more are refused with 429.
    public var maximumUploadsPerAddress = 8
    /// An upload ends with 408 where fewer than `minimumUploadBytes` arrive within this time.
    public var uploadStallTimeout: Duration = .seconds(15)
    /// See `uploadStallTimeout`.
    public var minimumUploadBytes: Int64 = 15_000
    /// How long running requests and jobs have to end once the server is stopping.
    public var shutdownTimeout: Duration = .seconds(8)
    /// How often an event stream without news says that it is alive.
    public var heartbeat: Duration = .seconds(15)
    /// Time between two exchanges with contacts.
    public var sharingInterval: Duration = .seconds(60)
    /// Whether backups are made at quiet times and when the server ends.
    public var makesBackups = false
    /// How long nothing must have been written before a backup is made.
    public var backupQuiet: Duration = .seconds(60)
    /// The shortest time between two backups at quiet times.
    public var backupInterval: Duration = .seconds(3600)
    /// How browsers are notified while no page is open; nil: they are not.
    public var push: PushConfiguration?
    /// Where the live sessions of several servers are found; nil for a single server.
    public var sessionDirectory: (any SessionDirectory)?
    /// The folder of the built web client; without one, the client that was built into the program.
    public var webClient: URL?
    /// What makes a space of an upload.
    public var importer: FileImport.Importer
    /// Fills the demo library when it is made.
    public var demoContents: @Sendable (Library, ProgressReporter) async throws -> Void = DemoContents.fill
    /// Receives the log of requests, jobs and failures.
    public var logger = Logger(label: "diorama.server")
    /// What composes the answers of guides.
    public var guideModel: any LanguageModel = ExtractiveModel()
    /// The program that reads codes in photos in a process of its own (`Recognition.CodeReader`); nil to read none.
    public var codeReader: URL?
    /// Finds passages of the built-in exhibit by meaning, too.
    public var guideEmbedder: (any TextEmbedder)?

    /// The defaults: loopback, port 8080, imports as the command line does them.
    public init(library: Library) {
        self.library = library
        sync = SyncClient(library, identity: LayeredIdentityStore.standard())
        media = PairingClient(sync).mediaStore()
        let spaceImporter = SpaceImporter(library: library)
        importer = { request, progress in
            try await spaceImporter.importSpace(
                from: request.source, name: request.name, options: request.options,
                job: request.job, progress: progress)
        }
    }

    /// A property of the listener.
    public subscript<Value>(dynamicMember property: WritableKeyPath<ListenerConfiguration, Value>) -> Value {
        get { listener[keyPath: property] }
        set { listener[keyPath: property] = newValue }
    }

    /// A property of the listener that follows from others.
    public subscript<Value>(dynamicMember property: KeyPath<ListenerConfiguration, Value>) -> Value { listener[keyPath: property] }
}
