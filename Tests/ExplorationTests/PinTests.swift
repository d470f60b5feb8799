import FloorPlans
import Exploration
import Geometry
import Testing
import Support

@Suite struct PinTests {
    private static func events(_ e: Exploration) -> (discovered: [Int32], entered: [Int32], left: [Int32]) {
        func list(_ at: Int) -> [Int32] {
            let words = e.state.words
            return words[(at + 1)..<(at + 1 + Int(words[at]))].map { Int32(bitPattern: $0) }
        }
        return (list(46), list(63), list(80))
    }

    private static func near(_ e: Exploration) -> [(index: Int32, distance: Float)] {
        let words = e.state.words
        return (0..<Int(words[97])).map { (Int32(bitPattern: words[98 + 2 * $0]), Float(bitPattern: words[99 + 2 * $0])) }
    }

    @Test func `the nearest pins are those that trying all finds`() throws {
        let e = Exploration(try Room.empty().place())
        var random = SplitMix64(seed: 8)
        for count in [1, 2, 17, 300, 5000] {
            // Some of them in heaps, some at the very same place.
            let pins = (0..<count).map { i -> Vector3 in
                let p = Vector3(random.unit() * 6 - 3, random.unit() * 2.5, random.unit() * 4 - 2)
                return i % 3 == 0 ? p : i % 3 == 1 ? Vector3(1, 1, 1) + p * 0.01 : Vector3(-1, 0.5, 0)
            }
            try e.setPins(pins)
            for _ in 0..<20 {
                #expect(e.put(at: Vector3(random.unit() * 5 - 2.5, 0, random.unit() * 3 - 1.5), heading: 0))
                e.step(0, ExplorationInput())
                let chest = e.avatar.position + Vector3(0, 1, 0)
                let all = pins.map { p -> Float in
                    let gap = (p - chest) * Vector3(1, 0.5, 1)
                    return gap.length
                }
                let expected = all.sorted()
                let words = e.state.words
                #expect((Float(bitPattern: words[37]) - expected[0]).magnitude < 1e-5)
                let found = Self.near(e)
                #expect(found.count == min(16, all.filter { $0 <= 2 }.count))
                for (i, pin) in found.enumerated() {
                    #expect((pin.distance - expected[i]).magnitude < 1e-5 && (all[Int(pin.index)] - pin.distance).magnitude < 1e-5)
                }
            }
        }
    }

    @Test func `a pin is discovered by coming near it in sight, not through a wall, and only once`() throws {
        var room = Room.empty()
        // A wall across the room that leaves no way.
        room.wall(Vector3(0, 0, -2), Vector3(0, 0, 4), Vector3(0, 2.5, 0))
        let e = Exploration(try room.place())
        try e.setPins([Vector3(0.5, 1.2, 0), Vector3(-2.5, 1.2, 0), Vector3(-0.4, 1.8, 1.6)])
        #expect(e.put(at: Vector3(-0.3, 0, 0), heading: 0))
        e.wait(0.5)
        #expect(!e.isDiscovered(0) && !e.isDiscovered(1))
        #expect(e.put(at: Vector3(-1.8, 0, 0), heading: 0))
        e.step(1 / 60, ExplorationInput())
        #expect(Self.events(e).discovered == [1] && e.isDiscovered(1))
        e.step(1 / 60, ExplorationInput())
        #expect(Self.events(e).discovered.isEmpty)
    }

    @Test func `coming near and leaving are told once, with a ripple between`() throws {
        let e = Exploration(try Room.empty().place())
        let start = Vector3(-2, 0, 0)
        #expect(e.put(at: start, heading: 0))
        try e.setPins([Vector3(1, 1, 0)])
        var entered = 0
        var left = 0
        var rippled = 0
        let cues = try #require(e.cues)
        for way in [Vector3(1, 0, 0), Vector3(-1, 0, 0)] {
            let (x, y) = e.joystick(towards: way)
            for _ in 0..<120 {
                e.step(1 / 60, ExplorationInput(moveX: x, moveY: y))
                entered += Self.events(e).entered.count
                left += Self.events(e).left.count
                if cues[0].ripple > 0 { rippled += 1 }
                #expect((cues[0].ripple > 0) == (entered > left))
            }
        }
        #expect(entered == 1 && left == 1 && rippled > 20)
    }

    @Test func `cues are stronger and shift in hue where memories lie dense; discovered ones call less`() throws {
        let e = Exploration(try Room.empty().place())
        var random = SplitMix64(seed: 2)
        let crowd = (0..<40).map { _ in Vector3(2 + random.unit() * 0.5, 1, 1 + random.unit() * 0.5) }
        try e.setPins([Vector3(-2.5, 1, -1.5)] + crowd, isDiscovered: [false, true])
        let cues = try #require(e.cues)
        #expect(cues[0].hue == 0 && cues[5].hue > 0.5 && cues[5].strength > cues[0].strength + 0.2)
        #expect(cues[1].strength < cues[5].strength && e.isDiscovered(1) && !e.isDiscovered(5))
        let version = cues.version
        e.discover(5)
        #expect(e.isDiscovered(5) && cues.version > version)
        e.discover(-1)
        e.discover(41)
    }

    @Test func `the mood of what is near is in the air`() throws {
        let e = Exploration(try Room.empty().place())
        #expect(e.put(at: Vector3(0, 0, 0), heading: 0))
        try e.setPins([Vector3(0.3, 1, 0), Vector3(-2.9, 1, 0)], moods: [4, 1])
        e.wait(4)
        let moods = e.state.words[40..<46].map { Float(bitPattern: $0) }
        #expect(moods[4] > 0.7 && moods[1] == 0)
    }

    @Test func `pins that are nowhere are refused`() throws {
        let e = Exploration(try Room.empty().place())
        #expect(throws: ExplorationError.badNumber) { try e.setPins([Vector3(0, .nan, 0)]) }
        #expect(throws: ExplorationError.badNumber) { try e.setPins([Vector3(0, 1e9, 0)]) }
        try e.setPins([])
        e.step(1 / 60, ExplorationInput())
    }
}
