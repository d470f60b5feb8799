import Companions
import Geometry
import Live
import Models
import Testing

/// The animations of the companions.
@Suite struct CompanionAnimationTests {
    private static func scene(_ number: Int) -> Models.Scene { CompanionTests.scenes[number] }

    /// Where the vertices are at a time of an animation.
    private static func surface(_ scene: Models.Scene, _ animation: Int, at time: Float) -> [Vector3] {
        let maps = scene.skins[0].maps(ScenePose(scene, animation: animation, at: time))
        return scene.meshes[0].primitives.flatMap { $0.skinned($0.positions, [], joints: maps).positions }
    }

    @Test(arguments: CompanionTests.numbers) func `every action has an animation of its length`(_ number: Int) {
        let companion = CompanionCharacter.all[number]
        let animations = Self.scene(number).animations
        #expect(animations.map(\.name) == CompanionAction.allCases.map(\.name))
        for (action, animation) in zip(CompanionAction.allCases, animations) {
            #expect(abs(animation.duration - companion.duration(of: action)) < 1e-4)
            #expect((0.5...6).contains(animation.duration))
            for channel in animation.channels {
                #expect(channel.times.first == 0)
                #expect(channel.times.last == animation.duration)
            }
        }
    }

    @Test(arguments: CompanionTests.numbers) func `the last pose of an animation is its first`(_ number: Int) {
        let scene = Self.scene(number)
        for (i, animation) in scene.animations.enumerated() {
            let first = Self.surface(scene, i, at: 0)
            let last = Self.surface(scene, i, at: animation.duration)
            let largest = zip(first, last).map { ($0 - $1).length }.max() ?? 0
            #expect(largest < 1e-4, "\(animation.name ?? "") \(largest)")
        }
    }

    @Test(arguments: CompanionTests.numbers) func `nothing gets below the floor`(_ number: Int) {
        let scene = Self.scene(number)
        for (i, animation) in scene.animations.enumerated() {
            for frame in 0...24 {
                let lowest = Self.surface(scene, i, at: animation.duration * Float(frame) / 24).map(\.y).min() ?? 0
                #expect(lowest > -0.004, "\(animation.name ?? "") frame \(frame): \(lowest)")
            }
        }
    }

    @Test(arguments: CompanionTests.numbers) func `motions are visible and continuous`(_ number: Int) {
        let scene = Self.scene(number)
        for (i, animation) in scene.animations.enumerated() {
            let steps = Int(animation.duration * 30)
            var before = ScenePose(scene, animation: i, at: 0).world
            let rest = before
            var largestStep = 0.0
            var range = 0.0
            for step in 1...steps {
                let now = ScenePose(scene, animation: i, at: Float(step) / 30).world
                for joint in scene.skins[0].joints {
                    let move = now[joint].translation - before[joint].translation
                    largestStep = max(largestStep, (move * move).sum().squareRoot())
                    let away = now[joint].translation - rest[joint].translation
                    range = max(range, (away * away).sum().squareRoot())
                }
                before = now
            }
            #expect(range > 0.004, "\(animation.name ?? "") \(range)")
            // No joint is faster than 6 m/s.
            #expect(largestStep < 0.2, "\(animation.name ?? "") \(largestStep)")
        }
    }

    @Test(arguments: CompanionTests.numbers) func `a jump leaves the floor and a twirl turns around`(_ number: Int) throws {
        let scene = Self.scene(number)
        let jump = Int(CompanionAction.jump.rawValue)
        let heights = (0...30).map { frame in
            Self.surface(scene, jump, at: scene.animations[jump].duration * Float(frame) / 30).map(\.y).min() ?? 0
        }
        #expect(heights.max() ?? 0 > 0.06)
        let twirl = Int(CompanionAction.twirl.rawValue)
        let root = scene.skins[0].joints[0]
        let facings = (0...80).map { frame -> Double in
            ScenePose(scene, animation: twirl, at: scene.animations[twirl].duration * Float(frame) / 80).world[root].z.z
        }
        #expect(facings.min() ?? 1 < -0.9)
        #expect(facings.first ?? 0 > 0.99 && facings.last ?? 0 > 0.99)
    }

    @Test(arguments: CompanionTests.numbers) func `stars are visible only while it sparkles`(_ number: Int) throws {
        let scene = Self.scene(number)
        let node = try #require(scene.nodes.firstIndex { $0.name == "sparkles" })
        for (action, animation) in zip(CompanionAction.allCases, scene.animations) {
            let sizes = (0...20).map { frame -> Double in
                let pose = ScenePose(scene, animation: Int(action.rawValue), at: animation.duration * Float(frame) / 20)
                let x = pose.world[node].x
                return (x * x).sum().squareRoot()
            }
            if action == .sparkle {
                #expect(sizes.max() ?? 0 > 0.9)
                #expect(sizes.first ?? 1 < 0.01 && sizes.last ?? 1 < 0.01)
            } else {
                #expect(sizes.max() ?? 1 < 0.01, "\(action.name)")
            }
        }
    }
}
