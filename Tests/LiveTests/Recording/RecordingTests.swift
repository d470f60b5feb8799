import Geometry
import Support
import Testing

import Live

@Suite struct RecordingTests {
    private func recording() throws -> SessionRecording {
        let codec = PacketCodec()
        let operation = SessionOperation(
            .lock(true), stamp: Stamp(clock: 4, participant: ParticipantID(1)))
        let snapshot = Snapshot(sequence: 1, clock: 4, time: 900, received: 0, operations: [operation])
        let presence = Presence(participant: ParticipantID(1), time: 1_000, position: Vector3(1, 2, 3))
        return SessionRecording(
            header: .init(began: 1_764_000_000_000, start: 900),
            records: [
                .init(time: 900, packet: codec.encode([Frame(.snapshot(snapshot))])),
                .init(time: 1_000, packet: codec.encode([Frame(.presence(presence))])),
            ])
    }

    @Test func `a recording is the same after it was read again`() throws {
        let recording = try recording()
        let again = try SessionRecording(recording.bytes)
        #expect(again == recording && again.duration == 100)
        #expect(SessionRecording.headerBytes == recording.header.bytes.count)
    }

    @Test func `one that was cut off ends with its last whole record`() throws {
        let recording = try recording()
        let bytes = recording.bytes
        let second = SessionRecording.headerBytes + recording.records[0].bytes.count
        for count in 0..<bytes.count {
            let part = Array(bytes[..<count])
            guard count >= SessionRecording.headerBytes else {
                #expect(throws: LiveError.self) { _ = try SessionRecording(part) }
                continue
            }
            let cut = try SessionRecording(part)
            #expect(cut.records.count == (count >= second ? 1 : 0))
            #expect(cut.isTruncated == (count != second && count != SessionRecording.headerBytes))
        }
    }

    @Test func `flipped bits are an error or another recording, never a trap`() throws {
        let bytes = try recording().bytes
        var errors = 0
        for i in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[i] ^= 1 << bit
                do {
                    var replay = try SessionReplay(try SessionRecording(changed))
                    while let time = replay.nextTime {
                        _ = try replay.advance(to: time)
                        _ = replay.client.participants(at: time)
                    }
                } catch {
                    errors += 1
                }
            }
        }
        // The signature, the versions and most of the times and lengths.
        #expect(errors > 100)
    }

    @Test func `times that no session has are refused`() throws {
        var late = try recording()
        late.header.start = LiveLimits.maxSessionTime + 1
        var long = try recording()
        long.records[1].time = long.header.start + LiveLimits.maxRecordingDuration + 1
        for bytes in [late.bytes, long.bytes] {
            let error = #expect(throws: LiveError.self) { _ = try SessionRecording(bytes) }
            #expect(error?.problem == .invalidRecording)
        }
    }

    @Test func `a replay shows the state of each time`() throws {
        var replay = try SessionReplay(try recording())
        #expect(try replay.advance(to: 900).isEmpty && replay.client.replica.state.isLocked && replay.nextTime == 1_000)
        _ = try replay.advance(to: 1_000)
        #expect(replay.nextTime == nil)
    }

    @Test func `records go forward in time`() throws {
        var recording = try recording()
        recording.records.swapAt(0, 1)
        let bytes = recording.bytes
        let error = #expect(throws: LiveError.self) { _ = try SessionRecording(bytes) }
        #expect(error?.problem == .invalidRecording)
    }
}
