import DioramaLibrary
import Foundation
import Live
import Synchronization

/// The live sessions of a library: starts them, finds them by their codes, restores them after a restart, and ends them in time.
public final class SessionHost: Sendable {
    private struct State {
        var sessions: [SessionCode: HostedSession] = [:]
        var isEnded = false
        /// Restores the stored sessions; nil before `begin`.
        var restoring: Task<Void, Never>?
    }

    private let library: Library
    private let storage: SessionStorage
    private let timing: RoomTiming
    private let directory: (any SessionDirectory)?
    private let report: @Sendable (String) -> Void
    private let state = Mutex(State())

    /// How many sessions there may be at one time.
    public static let maxSessions = 1_000

    /// The sessions of a library.
    /// - Parameters:
    ///   - library: holds the spaces; its folder the sessions.
    ///   - directory: where the sessions of several servers are found; nil for a single server.
    ///   - timing: how often rooms send.
    ///   - report: gets failures, a line each.
    public init(
        _ library: Library, directory: (any SessionDirectory)? = nil, timing: RoomTiming = RoomTiming(),
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.library = library
        self.directory = directory
        self.timing = timing
        self.report = report
        storage = SessionStorage(libraryFolder: library.folder)
    }

    /// Begins to restore the sessions that were running when the program last ended. A session that can't be restored is reported
    /// and left as it is; one whose time is over is removed.
    public func begin() { state.withLock { $0.restoring = Task { await restore() } } }

    /// Waits until the stored sessions are restored: before that a code that isn't found may still be one.
    public func restored() async { await state.withLock { $0.restoring }?.value }

    private func restore() async {
        // A library that is open read-only hosts nothing, and nothing is removed from it.
        if library.isReadOnly { return }
        let codes: [SessionCode]
        do throws(SessionsError) {
            codes = try storage.codes()
        } catch {
            return report(error.description)
        }
        for code in codes {
            do throws(SessionsError) {
                guard let record = try storage.record(code) else { continue }
                if record.expires <= Date() {
                    await remove(record)
                    continue
                }
                let session = try open(record)
                if try await directory?.announce(code, until: record.expires) == false {
                    report("another server has a live session with the code \(code); here it is left as it is")
                    continue
                }
                state.withLock { $0.sessions[code] = session }
            } catch {
                report("the live session \(code) can't be restored: \(error)")
            }
        }
    }

    // MARK: Sessions

    /// Starts a session in a space.
    /// - Parameters:
    ///   - space: the space; guests get a link to it that ends with the session.
    ///   - host: the account that starts it; nil for the library's owner without an account.
    ///   - settings: what the host permits.
    /// - Throws: `SessionsError` where a setting isn't permitted, there are too many sessions, or it can't be stored.
    public func start(
        in space: SpaceID, host: AccountID?, settings: SessionSettings = SessionSettings()
    ) async throws(SessionsError) -> HostedSession {
        try Self.check(settings)
        let created = Date()
        let expires = created.addingTimeInterval(TimeInterval(settings.maxMinutes) * 60)
        let code = try await newCode(until: expires)
        let link: SpaceLink
        do {
            link = try await library.addLink(
                SpaceLinkDraft(name: "Live session \(code)", expires: expires, showsMemories: true), to: space
            ).link
        } catch {
            try await directory?.withdraw(code)
            throw SessionsError(error.kind == .notFound ? .notFound : .failed, "couldn't start the live session: \(error)")
        }
        let record = SessionRecord(
            code: code, space: space.description, link: link.id.description, host: host?.description, created: created,
            expires: expires, settings: settings, isRecording: false)
        do throws(SessionsError) {
            try storage.store(record)
            let session = try open(record)
            state.withLock { $0.sessions[code] = session }
            return session
        } catch {
            // Nothing is left of a session that couldn't be stored: neither its link nor its code.
            await remove(record)
            throw error
        }
    }

    /// The session with a code; nil where there is none, or its time is over.
    public func session(_ code: SessionCode) -> HostedSession? {
        state.withLock { $0.sessions[code] }.flatMap { $0.record.expires > Date() ? $0 : nil }
    }

    /// The sessions in a space, oldest first.
    public func sessions(in space: SpaceID) -> [HostedSession] {
        state.withLock { Array($0.sessions.values) }.filter { $0.record.space == space.description && $0.record.expires > Date() }
            .sorted { $0.record.created < $1.record.created }
    }

    /// Changes what the host permits. The session's end moves with `maxMinutes`.
    public func change(_ session: HostedSession, to settings: SessionSettings) async throws(SessionsError) {
        try Self.check(settings)
        var record = session.record
        record.settings = settings
        record.expires = record.created.addingTimeInterval(TimeInterval(settings.maxMinutes) * 60)
        guard record.expires > Date() else {
            throw SessionsError(.invalidValue, "maxMinutes is less than the session has lasted; end the session instead")
        }
        try storage.store(record)
        do {
            if let link = LinkID(record.link) {
                _ = try await library.changeLink(link, SpaceLinkChange(expires: .set(record.expires)))
            }
        } catch {
            throw SessionsError(.failed, "couldn't change the live session: \(error)")
        }
        session.set(record)
        _ = try await directory?.announce(record.code, until: record.expires)
    }

    /// Begins or ends the recording of a session.
    /// - Throws: `SessionsError` where the file can't be written, or wasn't written to its end.
    public func record(_ session: HostedSession, isOn: Bool) throws(SessionsError) {
        var record = session.record
        if session.isRecording == isOn { return }
        let earlier = session.room.record(with: isOn ? try SessionRecorder(storage.recording(of: record.code)) : nil)
        record.isRecording = isOn
        try storage.store(record)
        session.set(record)
        if !isOn, let failure = earlier?.failure { throw failure }
    }

    /// Where the recording of a session is, if it was recorded.
    public func recording(of session: HostedSession) -> URL? {
        let url = storage.recording(of: session.record.code)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// Ends a session: everybody is disconnected, and its code and link open nothing any more.
    public func end(_ session: HostedSession) async {
        session.room.end(.ended)
        state.withLock { $0.sessions[session.record.code] = nil }
        await remove(session.record)
    }

    // MARK: Time

    /// Watches over all sessions until the task is cancelled: absent and slow participants, and sessions whose time is over.
    public func watch() async {
        let watching = directory.map { directory in Task { await directory.watch() } }
        defer { watching?.cancel() }
        while !Task.isCancelled {
            let sessions = state.withLock { Array($0.sessions.values) }
            let now = Date()
            for session in sessions {
                if session.record.expires <= now { await end(session) } else { session.room.tick() }
                if let failure = session.room.takeRecordingFailure() { report(failure.description) }
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Disconnects everybody; clients connect again once the server is back.
    public func shutDown() {
        let sessions = state.withLock { state in
            state.isEnded = true
            return Array(state.sessions.values)
        }
        for session in sessions { session.room.end(.goingAway) }
    }

    /// The address of the server on which a session runs; nil where no other server is known to have it.
    public func address(of code: SessionCode) -> URL? { directory?.address(of: code) }

    // MARK: Parts

    /// A code that no session has, neither here nor on another server.
    private func newCode(until expires: Date) async throws(SessionsError) -> SessionCode {
        while true {
            let code = try state.withLock { (state) throws(SessionsError) in
                if state.isEnded { throw SessionsError(.failed, "the server is stopping") }
                if state.sessions.count >= Self.maxSessions {
                    throw SessionsError(.tooMany, "there are \(Self.maxSessions) live sessions; end one first")
                }
                while true {
                    let code = SessionCode.random()
                    if state.sessions[code] == nil { return code }
                }
            }
            guard let directory else { return code }
            if try await directory.announce(code, until: expires) { return code }
        }
    }

    private static func check(_ settings: SessionSettings) throws(SessionsError) {
        let range = SessionSettings.minutes
        guard range.contains(settings.maxMinutes) else {
            throw SessionsError(
                .invalidValue, "maxMinutes must be from \(range.lowerBound) to \(range.upperBound), not \(settings.maxMinutes)")
        }
    }

    private func open(_ record: SessionRecord) throws(SessionsError) -> HostedSession {
        let age = UInt64(max(0, Date().timeIntervalSince(record.created) * 1_000))
        let room: Room
        if let bytes = try storage.room(record.code) {
            do throws(LiveError) {
                room = try Room(restoring: bytes, at: age)
            } catch {
                throw SessionsError(.damaged, "the stored state of the live session \(record.code) is damaged: \(error)")
            }
        } else {
            room = Room(at: age)
        }
        let storage = storage
        let code = record.code
        let hosted = HostedRoom(
            room, clock: SessionTime(at: max(age, room.time)), timing: timing,
            store: { bytes in try storage.storeRoom(bytes, of: code) }, report: report)
        var record = record
        // A recording ends with the program.
        record.isRecording = false
        return HostedSession(record, room: hosted)
    }

    private func remove(_ record: SessionRecord) async {
        do {
            if let link = LinkID(record.link) { _ = try await library.deleteLink(link) }
            try await directory?.withdraw(record.code)
            try storage.remove(record.code)
        } catch {
            report("the live session \(record.code) can't be removed: \(error)")
        }
    }
}

/// A session that is running here.
public final class HostedSession: Sendable {
    private let state: Mutex<SessionRecord>
    /// Its room.
    public let room: HostedRoom

    init(_ record: SessionRecord, room: HostedRoom) {
        state = Mutex(record)
        self.room = room
    }

    /// The session's description.
    public var record: SessionRecord { state.withLock { $0 } }

    /// Whether it is being recorded: false as well once the recording has failed.
    public var isRecording: Bool { record.isRecording && room.recordingFailure == nil }

    func set(_ record: SessionRecord) { state.withLock { $0 = record } }
}
