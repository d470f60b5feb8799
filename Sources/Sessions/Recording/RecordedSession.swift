import DioramaLibrary
import Foundation
import Geometry
import Live

/// The file of a recorded session, checked as a whole: every packet was decoded and replayed.
public struct RecordedSession: Sendable {
    /// The media type of recordings.
    public static let contentType = "application/vnd.diorama.live"
    /// How often positions are read at most.
    private static let maxSamples: UInt64 = 1_000

    /// When recording began.
    public let began: Date
    /// Seconds.
    public let duration: Double
    /// Who took part, in the order of their ids.
    public let names: [String]
    /// The middle of where companions were, or else people's eyes, in metres; nil where nobody moved.
    public let focus: Vector3?

    /// Reads and replays a recording; call it where that may take time.
    /// - Parameters:
    ///   - file: the recording.
    ///   - name: what an error calls it.
    /// - Throws: `SessionsError` of kind `invalidValue` where it is no recording, too large or damaged, in one line.
    public init(checking file: URL, named name: String) throws(SessionsError) {
        let bytes = try Self.read(file, named: name)
        do throws(LiveError) {
            let recording = try SessionRecording(bytes)
            guard let first = recording.records.first,
                try PacketCodec(version: recording.header.version).decode(first.packet).contains(where: \.isSnapshot)
            else { throw LiveError(.invalidRecording, offset: SessionRecording.headerBytes) }
            var replay = try SessionReplay(recording)
            focus = try Self.play(&replay)
            let state = replay.client.replica.state
            names = state.participantIDs.compactMap { state.participant($0)?.profile?.value.name.text }
            duration = Double(recording.duration) / 1_000
            began = Date(timeIntervalSince1970: Double(recording.header.began) / 1_000)
        } catch {
            throw SessionsError(.invalidValue, "\(name) can't be replayed: \(error)")
        }
    }

    /// The file as a medium of a memory.
    /// - Parameter name: the name of downloads.
    public func media(fileName name: String) -> Media {
        Media(
            kind: .session, contentType: Self.contentType, fileName: MediaIntake.fileName(name, Self.contentType),
            duration: duration)
    }

    // MARK: Parts

    private static func read(_ file: URL, named name: String) throws(SessionsError) -> [UInt8] {
        let limit = Int(MediaIntake.byteLimit(.session))
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }
            data = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw SessionsError(.failed, "couldn't read \(name): \(error.localizedDescription)")
        }
        guard data.count <= limit else {
            throw SessionsError(.invalidValue, "\(name) has more than \(limit >> 20) MB; record a shorter session")
        }
        return [UInt8](data)
    }

    /// Replays to the end. Returns the middle of what is shown.
    private static func play(_ replay: inout SessionReplay) throws(LiveError) -> Vector3? {
        let interval = max(1_000, replay.recording.duration / maxSamples)
        var due = replay.start
        var companions = Middle()
        var eyes = Middle()
        while let time = replay.nextTime {
            _ = try replay.advance(to: time)
            if time < due { continue }
            due = time + interval
            for companion in replay.client.companions(at: time) { companions.add(companion.pose.position) }
            for participant in replay.client.participants(at: time) { if let pose = participant.pose { eyes.add(pose.position) } }
        }
        return companions.value ?? eyes.value
    }

    /// The mean of points.
    private struct Middle {
        private var sum = SIMD3<Double>.zero
        private var count = 0.0

        mutating func add(_ point: Vector3) {
            sum += SIMD3<Double>(point)
            count += 1
        }

        var value: Vector3? { count > 0 ? Vector3(sum / count) : nil }
    }
}

extension Frame {
    fileprivate var isSnapshot: Bool { if case .snapshot = message { true } else { false } }
}
