import DioramaLibrary
import DioramaSync

/// The health of a library on this device: its files, backups, disk and clock, and its sync.
public struct LibraryHealth: Sendable {
    private let library: Library
    private let sync: SyncClient
    private let limits: HealthLimits

    /// - Parameters:
    ///   - library: the library.
    ///   - sync: sync of that library.
    ///   - limits: from which point on the health is no longer good.
    public init(library: Library, sync: SyncClient, limits: HealthLimits = HealthLimits()) {
        self.library = library
        self.sync = sync
        self.limits = limits
    }

    /// The present health. Reads no contents of files and asks nobody over the network.
    /// - Throws: `LibraryError` or `SyncError` where the catalogue can't be read.
    public func report() async throws -> HealthReport {
        HealthReport(try await sync.healthFindings(limits) + library.healthFindings(limits))
    }
}
