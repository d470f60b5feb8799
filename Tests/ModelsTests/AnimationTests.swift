import Geometry
import Models
import Testing

/// Values between the keys of channels.
@Suite struct AnimationTests {
    private func channel(
        _ target: Animation.Target, _ interpolation: Animation.Interpolation, _ times: [Float], _ values: [Float]
    ) -> Animation.Channel {
        Animation.Channel(node: 0, target: target, interpolation: interpolation, times: times, values: values)
    }

    @Test func `before the first key and after the last one their values hold`() {
        let channel = channel(.translation, .linear, [1, 3], [0, 0, 0, 2, 4, 6])
        #expect(channel.value(at: 0, width: 3) == [0, 0, 0])
        #expect(channel.value(at: 1, width: 3) == [0, 0, 0])
        #expect(channel.value(at: 2, width: 3) == [1, 2, 3])
        #expect(channel.value(at: 3, width: 3) == [2, 4, 6])
        #expect(channel.value(at: 9, width: 3) == [2, 4, 6])
    }

    @Test func `steps keep the earlier key`() {
        let channel = channel(.scale, .step, [0, 1, 2], [1, 1, 1, 2, 2, 2, 3, 3, 3])
        #expect(channel.value(at: 0.99, width: 3) == [1, 1, 1])
        #expect(channel.value(at: 1, width: 3) == [2, 2, 2])
        #expect(channel.value(at: 1.99, width: 3) == [2, 2, 2])
    }

    @Test func `rotations turn at an even speed along the shorter arc`() {
        let half = Float(0.5).squareRoot()
        // A quarter turn about y, the second key with the opposite sign: the same rotation.
        let channel = channel(.rotation, .linear, [0, 1], [0, 0, 0, 1, 0, -half, 0, -half])
        for step in 0...8 {
            let t = Float(step) / 8
            let q = channel.value(at: t, width: 4)
            let expected = Trigonometry.sincos(t * .pi / 4)
            // Both signs are the same rotation.
            let sign: Float = q[3] < 0 ? -1 : 1
            #expect(abs(sign * q[1] - expected.sin) < 1e-5 && abs(sign * q[3] - expected.cos) < 1e-5, "\(t): \(q)")
        }
    }

    @Test func `splines pass through their keys with their tangents`() {
        // Hermite: from 0 with slope 0 to 1 with slope 0 over two seconds.
        let channel = channel(.weights, .cubicSpline, [0, 2], [9, 0, 0, 0, 1, 9])
        #expect(channel.value(at: 0, width: 1) == [0])
        #expect(channel.value(at: 2, width: 1) == [1])
        #expect(abs(channel.value(at: 1, width: 1)[0] - 0.5) < 1e-6)
        #expect(abs(channel.value(at: 0.5, width: 1)[0] - 0.15625) < 1e-6)
        let sloped = self.channel(.weights, .cubicSpline, [0, 2], [0, 0, 1, 0, 1, 0])
        // Outgoing slope 1 a second over two seconds: t³ − 2t² + t = 0.125 at the middle, times two.
        #expect(abs(sloped.value(at: 1, width: 1)[0] - 0.75) < 1e-6)
    }

    @Test func `channels with broken rules are named`() {
        var scene = Scene()
        scene.nodes = [Node(name: "a")]
        scene.roots = [0]
        func flaw(_ channel: Animation.Channel) -> String? {
            var copy = scene
            copy.animations = [Animation(channels: [channel])]
            return copy.flaw
        }
        #expect(flaw(channel(.translation, .linear, [0, 1], [0, 0, 0, 1, 1, 1])) == nil)
        #expect(flaw(channel(.translation, .linear, [0, 1], [0, 0, 0])) == "channel 0 of animation 0 has 3 numbers for 2 keys")
        #expect(flaw(channel(.translation, .linear, [1, 0], [0, 0, 0, 1, 1, 1]))?.contains("not in order") == true)
        #expect(flaw(channel(.translation, .linear, [0, .nan], [0, 0, 0, 1, 1, 1])) != nil)
        #expect(flaw(channel(.weights, .linear, [0, 1], [0, 1]))?.contains("no keys") == true)
    }
}
