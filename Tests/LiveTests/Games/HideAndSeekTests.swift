import Geometry
import Live
import Testing

/// The rule of hide-and-seek.
@Suite struct HideAndSeekTests {
    private let seeker = HideAndSeek.Seeker(
        id: ParticipantID(2), position: Vector3(0, 1.6, 3), direction: Vector3(0, 0, -1), isUnobstructed: true)

    private func hidden(_ isUnobstructed: Bool) -> HideAndSeek.Seeker {
        var other = seeker
        other.isUnobstructed = isUnobstructed
        return other
    }

    /// A game whose companion has reached its spot.
    private func hiddenGame() -> HideAndSeek {
        var game = HideAndSeek()
        let spots = [HideAndSeek.Spot(position: Vector3(0.9, 0, 0), isVisible: false)]
        let chosen = game.choose(spots, from: Vector3(0, 0, 0), seekers: [seeker], at: 1_000)
        #expect(chosen)
        let step1 = game.advance(position: Vector3(0, 0.2, 0), seekers: [], at: 2_000)
        #expect(step1 == nil)
        #expect(game.phase == .hidden)
        return game
    }

    @Test func `it hides where nobody sees it, near itself and far from the seekers`() {
        var game = HideAndSeek()
        let spots = [
            HideAndSeek.Spot(position: Vector3(1, 0, 0), isVisible: true),
            HideAndSeek.Spot(position: Vector3(0, 0, 2.5), isVisible: false),
            HideAndSeek.Spot(position: Vector3(0, 0, -2), isVisible: false),
            HideAndSeek.Spot(position: Vector3(0, 0, -7), isVisible: false),
        ]
        let chosen = game.choose(spots, from: Vector3(0, 0, 0), seekers: [seeker], at: 500)
        #expect(chosen)
        #expect(game.phase == .walking(from: Vector3(0, 0, 0), to: Vector3(0, 0, -2), since: 500))
        // Once it walks, it doesn't choose again.
        let chooses = game.choose(spots, from: Vector3(0, 0, 0), seekers: [], at: 600)
        #expect(!chooses)
    }

    @Test func `without a hidden spot it waits`() {
        var game = HideAndSeek()
        let spots = [HideAndSeek.Spot(position: Vector3(1, 0, 0), isVisible: true)]
        let chooses = game.choose(spots, from: Vector3(0, 0, 0), seekers: [seeker], at: 0)
        #expect(!chooses && game.phase == .choosing && game.position(at: 100) == nil)
        let step2 = game.advance(position: Vector3(0, 0, 0), seekers: [seeker], at: 5_000)
        #expect(step2 == nil)
    }

    @Test func `it walks at its speed and stops at its spot`() throws {
        var game = HideAndSeek()
        let spots = [HideAndSeek.Spot(position: Vector3(1.8, 0, 0), isVisible: false)]
        _ = game.choose(spots, from: Vector3(0, 0, 0), seekers: [], at: 1_000)
        #expect(try #require(game.position(at: 900)).x == 0)
        #expect((try #require(game.position(at: 2_000)).x - 0.9).magnitude < 1e-5)
        #expect((try #require(game.position(at: 9_000)).x - 1.8).magnitude < 1e-5)
        _ = game.advance(position: Vector3(1, 0, 0), seekers: [seeker], at: 2_500)
        #expect(game.position(at: 2_500) != nil)
        _ = game.advance(position: Vector3(1.8, 0, 0), seekers: [seeker], at: 3_000)
        #expect(game.phase == .hidden)
    }

    @Test func `whoever looks at it for a moment finds it, and then it hides again`() {
        var game = hiddenGame()
        let position = Vector3(0.9, 0.2, 0)
        var near = seeker
        near.position = Vector3(0.9, 0.5, 2)
        for time in stride(from: 3_000 as UInt64, to: 3_600, by: 100) {
            let found = game.advance(position: position, seekers: [near], at: time)
            #expect(found == nil)
        }
        let step3 = game.advance(position: position, seekers: [near], at: 3_600)
        #expect(step3 == near.id)
        #expect(game.phase == .found(by: near.id, since: 3_600) && game.timesFound == 1)
        let step4 = game.advance(position: position, seekers: [near], at: 7_600)
        #expect(step4 == nil)
        #expect(game.phase == .found(by: near.id, since: 3_600))
        _ = game.advance(position: position, seekers: [near], at: 7_601)
        #expect(game.phase == .choosing)
    }

    @Test func `it is not found through surfaces, from behind, from far away, or at a glance`() {
        let position = Vector3(0.9, 0.2, 0)
        var behind = seeker
        behind.direction = Vector3(0, 0, 1)
        var far = seeker
        far.position = Vector3(0.9, 0.2, 8.5)
        for other in [hidden(false), behind, far] {
            var game = hiddenGame()
            for time in stride(from: 3_000 as UInt64, to: 10_000, by: 100) {
                let found = game.advance(position: position, seekers: [other], at: time)
                #expect(found == nil)
            }
        }
        // Looking away begins again.
        var game = hiddenGame()
        var near = seeker
        near.position = Vector3(0.9, 0.5, 2)
        for time in stride(from: 3_000 as UInt64, to: 10_000, by: 100) {
            let isLooking = time % 500 != 0
            let found = game.advance(position: position, seekers: isLooking ? [near] : [behind], at: time)
            #expect(found == nil)
        }
        // Two who take turns are not one who looks.
        var second = near
        second.id = ParticipantID(3)
        for time in stride(from: 3_000 as UInt64, to: 10_000, by: 100) {
            let found = game.advance(position: position, seekers: [time % 200 == 0 ? near : second], at: time)
            #expect(found == nil)
        }
    }
}
