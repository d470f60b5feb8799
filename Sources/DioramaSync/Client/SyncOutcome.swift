import DioramaLibrary
import Foundation
import GRDB

/// How the last run of sync with the library's bucket ended, in any process; kept on this device.
public struct SyncOutcome: Sendable, Equatable, Codable {
    private static let name = "sync.last"

    /// The state after a run.
    public enum State: String, Sendable, Codable {
        /// Everything was sent, and everything in the bucket was applied.
        case synchronized
        /// Changes of other devices are missing here.
        case behind
        /// The run ended with an error.
        case failed
    }

    /// When the run ended.
    public let ended: Date
    /// The state after it.
    public let state: State
    /// Why it failed, in one line; nil where it did not.
    public let error: String?
    /// Whether a failed run may succeed without any change.
    public let isTransient: Bool

    init(_ report: SyncReport) {
        ended = Date()
        state = report.isBehind ? .behind : .synchronized
        error = nil
        isTransient = false
    }

    init(_ error: SyncError) {
        ended = Date()
        state = .failed
        self.error = error.message
        isTransient = error.isTransient
    }

    static func latest(_ db: Database) throws -> SyncOutcome? {
        guard let text = try LocalSettings.get(name, db) else { return nil }
        return try? JSONDecoder().decode(Self.self, from: Data(text.utf8))
    }

    func store(_ db: Database) throws {
        try LocalSettings.set(Self.name, to: String(decoding: try JSONEncoder().encode(self), as: UTF8.self), db)
    }

    /// Whether another run with the same end adds nothing worth a write.
    func repeats(_ other: SyncOutcome?) -> Bool {
        guard let other, state != .failed else { return false }
        return state == other.state
    }
}
