import DioramaLibrary
import Foundation
import Live
import Spaces
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
    private let load = ServerLoad()

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
                guard let stored = try storage.record(code) else { continue }
                let record = await keepRecording(of: stored)
                if record != stored { try storage.store(record) }
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
        let link: ShareLink
        do {
            link = try await library.addLink(
                ShareLinkDraft(name: "Live session \(code)", expires: expires, showsMemories: true), to: space
            ).link
        } catch {
            try await directory?.withdraw(code)
            throw SessionsError(error.kind == .notFound ? .notFound : .failed, "couldn't start the live session: \(error)")
        }
        let record = SessionRecord(
            code: code, space: space.description, link: link.id.description, host: host?.description, created: created,
            expires: expires, settings: settings, isRecording: false, memory: nil)
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

    /// Changes what the host permits, for everybody at once. The session's end moves with `maxMinutes`.
    public func change(_ session: HostedSession, to settings: SessionSettings) async throws(SessionsError) {
        try Self.check(settings)
        let old = session.record.settings
        let expires = session.record.created.addingTimeInterval(TimeInterval(settings.maxMinutes) * 60)
        guard expires > Date() else {
            throw SessionsError(.invalidValue, "maxMinutes is less than the session has lasted; end the session instead")
        }
        let record = try update(session) { record in
            record.settings = settings
            record.expires = expires
        }
        session.room.useListedNames(settings.reactionsOnly)
        if settings.allowsGuests != old.allowsGuests { session.room.reconnectGuests() }
        do {
            if let link = LinkID(record.link) {
                _ = try await library.changeLink(link, ShareLinkChange(expires: .set(record.expires)))
            }
        } catch {
            throw SessionsError(.failed, "couldn't change the live session: \(error)")
        }
        _ = try await directory?.announce(record.code, until: record.expires)
    }

    /// Begins or ends the recording of a session. What was recorded becomes a private memory of the host in the space.
    /// - Throws: `SessionsError` where the file can't be written, or wasn't written to its end; the part that was written is kept.
    public func record(_ session: HostedSession, isOn: Bool) async throws(SessionsError) {
        if isOn ? session.isRecording : !session.record.isRecording { return }
        // One that has failed is kept before another begins.
        if isOn && session.record.isRecording { try await endRecording(of: session) }
        guard isOn else {
            let failure = session.room.recordingFailure
            try await endRecording(of: session)
            if let failure { throw failure }
            if session.record.isRecording {
                throw SessionsError(
                    .failed, "the recording can't be kept as a memory at the moment; stop it again, or restart the server")
            }
            return
        }
        // What is larger can't be kept as a memory.
        let recorder = try SessionRecorder(
            storage.recording(of: session.record.code), maxBytes: UInt64(MediaIntake.byteLimit(.session)))
        session.room.record(with: recorder)
        try update(session) { record in
            record.isRecording = true
            record.memory = MemoryID().description
        }
    }

    /// Ends the recording and keeps it.
    private func endRecording(of session: HostedSession) async throws(SessionsError) {
        session.room.record(with: nil)
        let kept = await keepRecording(of: session.record)
        try update(session) { record in
            record.isRecording = kept.isRecording
            record.memory = kept.memory
        }
    }

    /// Keeps a recording that has ended as a memory, private to its host.
    /// - Returns: the description with the memory, or without one where it couldn't be kept. Where the failure may pass, it still
    ///   says that it is recording, so that the next start of the program tries again.
    private func keepRecording(of record: SessionRecord) async -> SessionRecord {
        guard record.isRecording else { return record }
        var kept = record
        let file = storage.recording(of: record.code)
        do {
            guard FileManager.default.fileExists(atPath: file.path), let id = SpaceID(record.space),
                let space = try await library.space(id), let viewer = try await author(of: record)
            else {
                report("the recording of the live session \(record.code) isn't kept: its space or its host is gone")
                kept.isRecording = false
                kept.memory = nil
                return kept
            }
            let memory = try await SessionMemories(library: library).add(
                file, named: "the recording of \(record.code)", to: space, id: record.memory.flatMap { MemoryID($0) }, by: viewer)
            kept.isRecording = false
            kept.memory = memory?.entry.id.description
        } catch {
            report("the recording of the live session \(record.code) isn't kept as a memory: \(error)")
            if Self.isFinal(error) {
                kept.isRecording = false
                kept.memory = nil
            }
        }
        return kept
    }

    /// Whether keeping a recording fails again, however often it is tried.
    private static func isFinal(_ error: any Error) -> Bool {
        if error is SpacesError { return true }
        if let error = error as? SessionsError { return error.kind == .invalidValue }
        guard let error = error as? LibraryError else { return false }
        return [.notAllowed, .notFound, .invalidValue].contains(error.kind)
    }

    /// The host as an author; nil where its account is gone.
    private func author(of record: SessionRecord) async throws -> Viewer? {
        let own = try await library.activeAccount()?.id
        guard let host = record.host, host != own?.description else { return .owner(own) }
        return AccountID(host).map { .account($0) }
    }

    /// Changes and stores the description of a session.
    /// - Returns: what it is now.
    @discardableResult
    private func update(
        _ session: HostedSession, _ change: (inout SessionRecord) -> Void
    ) throws(SessionsError) -> SessionRecord {
        let record = session.update(change)
        try storage.store(record)
        return record
    }

    /// Where the recording of a session is, if it was recorded.
    public func recording(of session: HostedSession) -> URL? {
        let url = storage.recording(of: session.record.code)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }

    /// Ends a session: everybody is disconnected, and its code and link open nothing any more.
    public func end(_ session: HostedSession) async {
        guard state.withLock({ $0.sessions.removeValue(forKey: session.record.code) }) != nil else { return }
        session.room.end(.ended)
        var record = await keepRecording(of: session.record)
        // A recording that can't be kept at the moment is kept by the next start of the program.
        if record.isRecording {
            record.expires = Date()
            do throws(SessionsError) { try storage.store(record) } catch {
                report("the recording of the live session \(record.code) can't be kept: \(error)")
            }
        }
        await remove(record)
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
                // Keeping a recording takes seconds; the other rooms don't wait for it.
                if session.record.expires <= now { Task { await end(session) } } else { session.room.tick() }
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
            room, clock: SessionTime(at: max(age, room.time)), timing: timing, load: load,
            store: { bytes in try storage.storeRoom(bytes, of: code) }, report: report)
        var record = record
        // A recording ends with the program; it was kept before.
        record.isRecording = false
        hosted.useListedNames(record.settings.reactionsOnly)
        return HostedSession(record, room: hosted)
    }

    private func remove(_ record: SessionRecord) async {
        do {
            if let link = LinkID(record.link) { _ = try await library.deleteLink(link) }
            try await directory?.withdraw(record.code)
            if !record.isRecording { try storage.remove(record.code) }
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

    func update(_ change: (inout SessionRecord) -> Void) -> SessionRecord {
        state.withLock { record in
            change(&record)
            return record
        }
    }
}
