import Geometry
import Testing

import Live

/// What a replay shows is what a viewer of the session saw at that time: figures, poses, lines, effects and state.
@Suite struct ReplayTests {
    /// What is on the screen, without the viewer itself, who is in no recording.
    private struct Screen: Equatable {
        var participants: [ShownParticipant]
        var companions: [ShownCompanion]
        var measurements: [SharedMeasurement]
        var effects: [TimedEffect]
        var digest: UInt64

        init(_ client: LiveClient, at time: UInt64, session: UInt64, without viewer: ParticipantID) {
            participants = client.participants(at: time).filter { $0.id != viewer }
            companions = client.companions(at: time)
            measurements = client.measurements.map(\.measurement)
            effects = client.replica.state.effects.filter { $0.end > session }
            digest = client.digest
        }
    }

    /// Half a minute of two people, seen by a viewer; with what was on the viewer's screen every 130 ms.
    private func play() throws -> (recording: SessionRecording, screens: [(time: UInt64, screen: Screen)], viewer: ParticipantID) {
        var session = ClientSession()
        let host = try session.add("Ada", role: .host)
        session.recorded = 1
        let start = session.sessionTime
        let viewer = try session.add("Vera", role: .viewer)
        let guest = try session.add("Björn")
        let own = try #require(session.ids[viewer])
        var companions: [CompanionID] = []
        var screens: [(time: UInt64, screen: Screen)] = []
        for step in 0..<230 {
            let angle = Float(step) / 20
            for (i, turn) in [(host, angle), (guest, -angle)] where i == host || step < 200 {
                session.clients[i].setPresence(
                    position: Vector3(2 * turn, 1.6, 1), rotation: Quaternion(angle: turn, axis: Vector3(0, 1, 0)),
                    pointer: step % 50 < 25 ? Vector3(turn, 0, 0) : nil, at: session.time)
            }
            if step % 40 == 3, step < 200 {
                let model = try #require(CompanionModel(UInt8(step / 40)))
                companions.append(try session.clients[guest].spawn(model, position: Vector3(0, 0, angle), at: session.time))
            }
            if let last = companions.last, step % 3 == 0, step < 200 {
                try session.clients[guest].move(
                    Update(id: last, position: Vector3(angle, 0, 1), scale: 1 + angle / 20), at: session.time)
            }
            if let last = companions.last, step % 60 == 20, step < 199 {
                try session.clients[host].act(.dance, by: last, duration: 4_000, at: session.time)
                try session.clients[guest].startEffect(
                    .confetti, position: .zero, companion: last, duration: 3_000, at: session.time)
            }
            if step % 70 == 30, step < 200 {
                _ = try session.clients[guest].measure([Vector3(0, 0, 0), Vector3(angle, 0, 2)], at: session.time)
                session.clients[host].react(.heart, at: session.time)
            }
            if step == 120, let measured = session.clients[guest].measurements.first {
                try session.clients[guest].removeMeasurement(measured.measurement.id, at: session.time)
            }
            if step == 150, let first = companions.first { try session.clients[guest].remove(first, at: session.time) }
            if step == 199 { try session.clients[guest].leave(at: session.time) }
            try session.run(130)
            let screen = Screen(session.clients[viewer], at: session.time, session: session.sessionTime, without: own)
            screens.append((session.sessionTime, screen))
        }
        let recording = SessionRecording(header: .init(began: 1_764_000_000_000, start: start), records: session.records)
        return (try SessionRecording(recording.bytes), screens, own)
    }

    @Test func `played through, jumped forwards and backwards, it shows what was on the screen at that time`() throws {
        let (recording, screens, viewer) = try play()
        #expect(recording.duration > 25_000 && recording.records.count > 500)
        // The session contains what is compared.
        #expect(screens.contains { !$0.screen.effects.isEmpty } && screens.contains { $0.screen.measurements.count == 2 })
        #expect(screens.contains { $0.screen.participants.contains { $0.pointer != nil } && $0.screen.companions.count > 3 })
        var replay = try SessionReplay(recording)
        for (time, screen) in screens {
            _ = try replay.advance(to: time)
            #expect(Screen(replay.client, at: time, session: time, without: viewer) == screen, "at \(time)")
        }
        // In an order that goes back and forth, also before and beyond the copies that are kept.
        for i in stride(from: 0, to: 1_000, by: 7) {
            let (time, screen) = screens[i * 89 % screens.count]
            let running = try replay.seek(to: time)
            #expect(Screen(replay.client, at: time, session: time, without: viewer) == screen, "jumped to \(time)")
            #expect(running == screen.effects.filter { $0.start <= time }.map { .effect($0) })
        }
    }

    @Test func `what happens is reported while it plays, not while it jumps`() throws {
        let (recording, _, _) = try play()
        var replay = try SessionReplay(recording)
        var played: [LiveEvent] = []
        while let time = replay.nextTime { played += try replay.advance(to: time) }
        #expect(replay.end == recording.header.start + recording.duration)
        #expect(played.contains { if case .measured = $0 { true } else { false } })
        #expect(played.contains { if case .reaction = $0 { true } else { false } })
        #expect(try replay.seek(to: replay.start).isEmpty && replay.client.companions(at: replay.start).isEmpty)
        // Played again, the same happens, without what happened at the very beginning.
        var again: [LiveEvent] = []
        while let time = replay.nextTime { again += try replay.advance(to: time) }
        #expect(again == played.filter { if case .joined = $0 { false } else { true } })
    }

    @Test func `a damaged packet is an error, and what came before it can still be shown`() throws {
        var (recording, screens, viewer) = try play()
        let last = recording.records.count - 1
        recording.records[last].packet = [UInt8](repeating: 0xFF, count: 12)
        var replay = try SessionReplay(recording)
        #expect(throws: LiveError.self) { try replay.seek(to: replay.end) }
        let (time, screen) = screens[screens.count / 2]
        _ = try replay.seek(to: time)
        #expect(Screen(replay.client, at: time, session: time, without: viewer) == screen)
        // A record without a packet is none.
        recording.records[last].packet = []
        let bytes = recording.bytes
        #expect(throws: LiveError(.invalidRecording, offset: bytes.count - 12)) { _ = try SessionRecording(bytes) }
    }
}
