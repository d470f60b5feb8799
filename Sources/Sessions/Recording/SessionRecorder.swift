import Dispatch
import Foundation
import Live
import Synchronization

/// Writes what participants of a room see into a file, in the layout of ``Live/SessionRecording``.
///
/// A record is written a second after its events at the latest; where the program is stopped in the middle of one, the recording
/// ends before it.
public final class SessionRecorder: Sendable {
    private struct State {
        var file: FileHandle?
        var pending: [UInt8] = []
        var bytes: UInt64 = 0
        var isWriteScheduled = false
        var failure: SessionsError?
    }

    /// The file.
    public let url: URL
    private let maxBytes: UInt64
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "diorama.live.recorder")
    private let codec = PacketCodec()
    private static let writeDelay = DispatchTimeInterval.milliseconds(500)

    /// Begins a recording in a new file; ``HostedRoom`` passes it the events.
    /// - Parameters:
    ///   - url: where; an earlier file is replaced.
    ///   - maxBytes: where the recording ends; 1 GB is some ten hours of ten people.
    /// - Throws: `SessionsError` where the file can't be created.
    public init(_ url: URL, maxBytes: UInt64 = 1 << 30) throws(SessionsError) {
        self.url = url
        self.maxBytes = maxBytes
        guard FileManager.default.createFile(atPath: url.path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let file = FileHandle(forWritingAtPath: url.path)
        else { throw SessionsError(.failed, "couldn't create the recording \(url.path): check that its folder can be written") }
        state.withLock { $0.file = file }
    }

    /// Why recording ended early; nil while it goes on.
    public var failure: SessionsError? { state.withLock { $0.failure } }

    /// Bytes so far.
    public var byteCount: UInt64 { state.withLock { $0.bytes } }

    /// Writes the header and the state of the room.
    func begin(_ room: Room, at time: UInt64) {
        let header = SessionRecording.Header(began: UInt64(max(0, Date().timeIntervalSince1970 * 1_000)), start: time)
        let snapshot = Snapshot(
            sequence: room.newest, clock: room.state.clock, time: time, received: 0, operations: room.state.operations())
        let record = SessionRecording.Record(time: time, packet: codec.encode([Frame(.snapshot(snapshot))]))
        append(header.bytes + record.bytes)
    }

    /// Appends what a viewer received; the recording begins with its first snapshot.
    func append(received frames: [Frame], at time: UInt64) {
        for frame in frames {
            switch frame.message {
            case .snapshot where byteCount == 0:
                let header = SessionRecording.Header(began: UInt64(max(0, Date().timeIntervalSince1970 * 1_000)), start: time)
                append(header.bytes + SessionRecording.Record(time: time, packet: codec.encode([frame])).bytes)
            case .snapshot, .operation, .presence, .reaction: if byteCount > 0 { append([frame], at: time) }
            case .empty, .hello, .welcome, .refusal, .ping, .pong, .resume: continue
            }
        }
    }

    /// Appends frames that were sent to all who receive them.
    func append(_ frames: [Frame], at time: UInt64) {
        if frames.isEmpty { return }
        for packet in Outgoing.packets(of: frames, codec: codec) {
            append(SessionRecording.Record(time: time, packet: packet.bytes).bytes)
        }
    }

    private func append(_ bytes: [UInt8]) {
        let isFirst = state.withLock { state -> Bool in
            guard state.file != nil, state.failure == nil else { return false }
            guard state.bytes + UInt64(bytes.count) <= maxBytes else {
                state.failure = SessionsError(.tooMany, "the recording \(url.path) has \(maxBytes) bytes and ends there")
                return false
            }
            state.pending += bytes
            state.bytes += UInt64(bytes.count)
            defer { state.isWriteScheduled = true }
            return !state.isWriteScheduled
        }
        if isFirst { queue.asyncAfter(deadline: .now() + Self.writeDelay) { self.write() } }
    }

    private func write() {
        let (file, bytes) = state.withLock { state -> (FileHandle?, [UInt8]) in
            defer { state.pending = [] }
            state.isWriteScheduled = false
            return (state.file, state.pending)
        }
        guard let file, !bytes.isEmpty else { return }
        do {
            try file.write(contentsOf: Data(bytes))
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: any Error) {
        state.withLock {
            $0.failure = SessionsError(.failed, "couldn't write the recording \(url.path): \(error.localizedDescription)")
        }
    }

    /// Writes what is left and closes the file; returns when it is on the disk.
    public func finish() {
        queue.sync {
            write()
            let file = state.withLock { state in
                defer { state.file = nil }
                return state.file
            }
            do {
                try file?.synchronize()
                try file?.close()
            } catch {
                fail(error)
            }
        }
    }
}
