import FloorPlans
import Exploration
import Foundation
import Geometry
import TestSupport
import Testing
import Support

/// Recorded input, done again. The browser's unit tests (Web/tests/core_replay_test.ts) do the same with core.wasm and the fixture
/// here.
@Suite struct RecordingTests {
    static let fixtures = TestData.root.appendingPathComponent("Tests/ExplorationTests/Fixtures")

    /// A visit with everything in it: walking at uneven steps, swipes, zooms, flights that interrupt each other, modes, pins,
    /// objects.
    static func visit(seed: UInt64, steps: Int, in mesh: TriangleMesh, after: (Exploration) -> Void = { _ in }) throws
        -> Exploration
    {
        let e = Exploration(try Place(mesh), isRecorded: true)
        var random = SplitMix64(seed: seed)
        func number(_ reach: Float) -> Float { (random.unit() * 2 - 1) * reach }
        func point() -> Vector3 {
            let low = e.place.bounds.min
            let size = e.place.bounds.size
            return low + Vector3(random.unit(), random.unit(), random.unit()) * size
        }
        try e.setPins((0..<40).map { _ in point() }, moods: (0..<40).map { Int8($0 % 7) - 1 })
        after(e)
        e.setObjects([try ObjectBox(center: point(), size: Vector3(1, 0.5, 1), rotation: Quaternion(0.1, 0.2, 0.3, 0.9))])
        after(e)
        var input = ExplorationInput()
        for i in 0..<steps {
            if i % 40 == 0 { input = ExplorationInput(moveX: number(1), moveY: number(1)) }
            input.orbitX = i % 90 < 20 ? number(0.05) : 0
            input.orbitY = i % 150 < 10 ? number(0.02) : 0
            input.isHeld = i % 90 < 20
            input.zoom = i % 200 < 10 ? 1.02 : 1
            e.step(i % 7 == 0 ? 1 / 30 + number(0.01) : 1 / 60, input)
            after(e)
            switch i % 240 {
            case 60: try e.flyTo(.lookingAt(point(), from: point()), fieldOfView: 0.5 + random.unit(), seconds: random.unit() * 1.5)
            case 100: e.flyBack()
            case 130: e.setCamera(random.unit() < 0.5 ? .look : .sandTable, isOrthographic: random.unit() < 0.5)
            case 170: e.put(at: point(), heading: number(3))
            case 171: e.discover(Int(random.unit() * 45) - 2)
            default: continue
            }
            after(e)
        }
        return e
    }

    private static func bytes(_ e: Exploration) -> [UInt8] {
        e.state.words.flatMap { w in (0..<4).map { UInt8(truncatingIfNeeded: w >> (8 * $0)) } }
    }

    @Test func `done again it gives the same states and records the same bytes`() throws {
        var states: [[UInt32]] = []
        let e = try Self.visit(seed: 1, steps: 900, in: Room.noisy(seed: 4).mesh) { states.append($0.state.words) }
        let recording = try #require(e.recording)
        var again: [[UInt32]] = []
        let replay = try Replay(recording) { again.append($0.state.words) }
        #expect(replay.commands == states.count && replay.firstDifference == nil)
        #expect(again == states)
        #expect(replay.exploration.recording == recording)
    }

    /// `DIORAMA_WRITE_FIXTURES=1 swift test --filter RecordingTests` writes them anew after a change of behaviour.
    @Test func `the visit in the fixtures is still walked the same way`() throws {
        let (file, final) = (
            Self.fixtures.appendingPathComponent("visit.dioramavisit"), Self.fixtures.appendingPathComponent("visit.state")
        )
        if ProcessInfo.processInfo.environment["DIORAMA_WRITE_FIXTURES"] != nil {
            let e = try Self.visit(seed: 7, steps: 480, in: Room.noisy(seed: 9).mesh)
            try FileManager.default.createDirectory(at: Self.fixtures, withIntermediateDirectories: true)
            try Data(try #require(e.recording)).write(to: file)
            try Data(Self.bytes(e)).write(to: final)
        }
        let recording = Array(try Data(contentsOf: file))
        let replay = try Replay(recording)
        #expect(replay.firstDifference == nil && replay.commands > 480)
        #expect(replay.exploration.recording == recording)
        #expect(Self.bytes(replay.exploration) == Array(try Data(contentsOf: final)))
    }

    @Test func `a single wrong bit is found, and where`() throws {
        let e = try Self.visit(seed: 2, steps: 60, in: Room.empty(4).mesh)
        var recording = try #require(e.recording)
        // The last digest.
        recording[recording.count - 1] ^= 1
        let replay = try Replay(recording)
        #expect(replay.firstDifference == replay.commands - 1)
    }

    @Test func `damaged recordings are refused or done, never trapped on`() throws {
        let recording = try #require(try Self.visit(seed: 3, steps: 120, in: Room.empty(2).mesh).recording)
        #expect(throws: ExplorationError.badRecording) { _ = try Replay([]) }
        var other = recording
        other[4] = 2
        #expect(throws: ExplorationError.foreignVersion) { _ = try Replay(other) }
        for damaged in TestData.truncations(of: recording, count: 60) + TestData.bitFlips(of: recording, count: 400) {
            do { _ = try Replay(damaged) } catch is ExplorationError {}
        }
    }
}
