import Exploration
import Live

/// The object behind a handle of a live session: its client, and memory in which the browser reads answers.
final class LiveSession {
    /// Bytes of the longest text.
    static let textRoom = 256

    var client: LiveClient
    /// The recording that is replayed: ``client`` is then a copy of its client.
    private(set) var replay: SessionReplay?
    /// Records of the last answer, valid until the next call.
    private(set) var block: UnsafeMutablePointer<UInt32>
    private var capacity: Int
    /// The last packet to send.
    private(set) var packet: UnsafeMutableBufferPointer<UInt8>?

    convenience init(key: ParticipantKey) { self.init(client: LiveClient(key: key)) }

    /// A recording to be replayed.
    convenience init(_ replay: SessionReplay) {
        self.init(client: replay.client)
        self.replay = replay
    }

    private init(client: LiveClient) {
        self.client = client
        capacity = 1_024
        block = .allocate(capacity: capacity)
        block.initialize(repeating: 0, count: capacity)
    }

    deinit {
        block.deallocate()
        packet?.deallocate()
    }

    /// Writes records one after the other. Returns their count.
    func answer(_ records: [some WordFields]) -> Int {
        guard let first = records.first else { return 0 }
        var layout = WordLayout()
        first.put(into: &layout)
        reserve(layout.size * records.count)
        var writer = WordWriter(block)
        for record in records { record.put(into: &writer) }
        return records.count
    }

    private func reserve(_ count: Int) {
        guard count > capacity else { return }
        block.deallocate()
        capacity = 2 * count
        block = .allocate(capacity: capacity)
        block.initialize(repeating: 0, count: capacity)
    }

    /// Keeps a packet where the browser can read it. Returns its size.
    func answer(packet bytes: [UInt8]) -> Int {
        packet?.deallocate()
        packet = nil
        guard !bytes.isEmpty else { return 0 }
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        packet = copy
        return bytes.count
    }

    // MARK: Replaying

    /// Advances or seeks the recording, and answers what happened. −1 where a packet is damaged.
    func replay(at time: UInt64, _ body: (inout SessionReplay) throws(LiveError) -> [LiveEvent]) -> Int {
        guard var replay else { return -1 }
        // Only one owner, so that nothing is copied.
        self.replay = nil
        defer { self.replay = replay }
        do throws(LiveError) {
            let events = try body(&replay)
            client = replay.client
            return answer(events.map { EventWords($0, by: client, at: time) })
        } catch {
            client = replay.client
            return -1
        }
    }

    // MARK: Handles

    static func of(_ handle: UnsafeMutableRawPointer) -> LiveSession {
        Unmanaged<LiveSession>.fromOpaque(handle).takeUnretainedValue()
    }

    var handle: UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Runs a command. Returns 0, or the refusal: its reason + 1 in the low byte, its remedy in the second.
    func perform(_ body: (inout LiveClient) throws(Refusal) -> Void) -> Int32 {
        do throws(Refusal) {
            try body(&client)
            return 0
        } catch {
            return Int32(error.reason.rawValue) + 1 + Int32(error.remedy.rawValue) << 8
        }
    }
}

/// Local milliseconds of a time that the browser gives.
func milliseconds(_ time: Double) -> UInt64 { time.isFinite && time > 0 ? UInt64(min(time, 9e15)) : 0 }
