import Geometry

/// The recording of an exploration: the place's mesh, then everything that was done, each with a digest of the state that came of
/// it. So a replay elsewhere finds the first step that differs, by a single bit.
///
/// Bytes, little-endian: `DIOX`, version (u32); points (u32, 3 floats each); indices (u32, u32 each); commands: a tag (u8), its
/// values, the digest (u32).
public struct Recorder: Sendable {
    static let magic: [UInt8] = [0x44, 0x49, 0x4F, 0x58]
    /// The version of the format; a replay refuses others.
    public static let version: UInt32 = 1
    /// A recording ends before it grows without bound.
    static let longest = 64 << 20

    private var writer = ByteWriter()
    private var isOpen = false
    /// Whether there was more to be recorded than fits.
    public private(set) var isCut = false

    /// The recording in the format above.
    public var bytes: [UInt8] { writer.bytes }

    init(_ mesh: TriangleMesh) {
        for byte in Self.magic { writer.put(byte) }
        writer.put(Self.version)
        writer.put(UInt32(mesh.positions.count))
        for p in mesh.positions { writer.put(p) }
        writer.put(UInt32(mesh.indices.count))
        for i in mesh.indices { writer.put(i) }
    }

    mutating func note(_ command: Command) {
        guard writer.bytes.count < Self.longest else {
            isCut = true
            return
        }
        command.write(to: &writer)
        isOpen = true
    }

    mutating func seal(_ exploration: Exploration) {
        guard isOpen else { return }
        writer.put(Self.digest(exploration.state))
        isOpen = false
    }

    /// FNV-1a over the words of a state.
    public static func digest(_ state: ExplorationState) -> UInt32 {
        var hash: UInt32 = 0x811C_9DC5
        for word in state.words { hash = (hash ^ word) &* 0x0100_0193 }
        return hash
    }
}

/// What came of doing a recording again.
public struct Replay {
    /// After the last command that was done.
    public let exploration: Exploration
    /// Commands that were done.
    public let commands: Int
    /// The first command after which the state was another than when it was recorded; nil where all are the same.
    public let firstDifference: Int?

    /// Does again what was recorded.
    /// - Parameters:
    ///   - bytes: the recording.
    ///   - visit: called after each command.
    /// - Throws: `ExplorationError`.
    public init(_ bytes: [UInt8], visit: (Exploration) -> Void = { _ in }) throws(ExplorationError) {
        var reader = ByteReader(bytes)
        for byte in Recorder.magic where try reader.byte() != byte { throw .badRecording }
        guard try reader.word() == Recorder.version else { throw .foreignVersion }
        var mesh = TriangleMesh()
        let points = try reader.count(of: 12)
        mesh.positions.reserveCapacity(points)
        for _ in 0..<points { mesh.positions.append(try reader.vector()) }
        let indices = try reader.count(of: 4)
        mesh.indices.reserveCapacity(indices)
        for _ in 0..<indices { mesh.indices.append(try reader.word()) }
        exploration = Exploration(try Place(mesh), isRecorded: true)
        var count = 0
        var different: Int?
        while !reader.isAtEnd {
            try Command(from: &reader).perform(on: exploration)
            visit(exploration)
            let digest = try reader.word()
            if digest != Recorder.digest(exploration.state), different == nil { different = count }
            count += 1
        }
        commands = count
        firstDifference = different
    }
}

extension Exploration {
    /// What was recorded so far; nil where nothing is.
    public var recording: [UInt8]? { recorder?.bytes }
}
