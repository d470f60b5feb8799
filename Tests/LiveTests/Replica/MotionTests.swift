import Geometry
import Live
import Support
import Testing

/// Throttling, interpolation, the session clock and rates.
@Suite struct MotionTests {
    private func update(_ x: Float?, scale: Float? = nil) -> Update {
        Update(id: SampleMessages.companion, position: x.map { Vector3($0, 0, 0) }, scale: scale)
    }

    @Test func `updates are sent at most every 50 ms, the newest wins, and the last one is always sent`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<200 {
            var throttle = Throttle<Update>()
            var sent: [(time: UInt64, x: Float)] = []
            var time: UInt64 = random.next() % 100
            var last: Float = 0
            for i in 1...60 {
                time += random.next() % 30
                last = Float(i)
                if let value = throttle.submit(update(last), at: time) { sent.append((time, value.position?.x ?? -1)) }
                if let value = throttle.due(at: time) { sent.append((time, value.position?.x ?? -1)) }
            }
            while throttle.isWaiting {
                time += 10
                if let value = throttle.due(at: time) { sent.append((time, value.position?.x ?? -1)) }
            }
            #expect(sent.last?.x == last)
            for (a, b) in zip(sent, sent.dropFirst()) { #expect(b.time >= a.time + 50 && b.x > a.x) }
        }
    }

    @Test func `waiting fields are kept until they are sent`() {
        var throttle = Throttle<Update>()
        #expect(throttle.submit(update(1), at: 0) == update(1))
        #expect(throttle.submit(update(2), at: 10) == nil)
        #expect(throttle.submit(update(nil, scale: 3), at: 20) == nil)
        #expect(throttle.due(at: 49) == nil)
        #expect(throttle.due(at: 50) == update(2, scale: 3))
        #expect(throttle.submit(update(4), at: 60) == nil)
        #expect(throttle.flush() == update(4) && throttle.flush() == nil && !throttle.isWaiting)
    }

    @Test func `a pose is shown 100 ms late, between two that have arrived`() throws {
        var motion = PoseInterpolator()
        #expect(motion.pose(at: 500) == nil)
        motion.add(PoseSample(time: 1_050, position: Vector3(1, 0, 0), rotation: SampleMessages.turn, scale: 3))
        motion.add(PoseSample(time: 1_000, position: Vector3(0, 0, 0)))
        let middle = try #require(motion.pose(at: 1_125))
        #expect((middle.position - Vector3(0.5, 0, 0)).length < 1e-6 && (middle.scale - 2).magnitude < 1e-6)
        let half = Quaternion(angle: 0.625, axis: Vector3(0, 1, 0)).vector
        #expect(((middle.rotation.vector - half) * (middle.rotation.vector - half)).sum() < 1e-10)
        // No extrapolation, before the first and after the last.
        #expect(motion.pose(at: 20)?.position == Vector3(0, 0, 0))
        #expect(motion.pose(at: 9_000)?.position == Vector3(1, 0, 0))
    }

    @Test func `poses in any order give the same motion`() {
        let samples = (0..<8).map { PoseSample(time: 100 + 50 * UInt64($0), position: Vector3(Float($0 * $0), 0, 0)) }
        var random = SplitMix64(seed: 5)
        var ordered = PoseInterpolator()
        for sample in samples { ordered.add(sample) }
        for _ in 0..<20 {
            var motion = PoseInterpolator()
            for sample in samples.shuffled(using: &random) + samples.prefix(3) { motion.add(sample) }
            #expect(motion == ordered)
        }
        // Only the newest are kept, and motion between two samples is monotonic.
        ordered.add(PoseSample(time: 1_000, position: Vector3(100, 0, 0)))
        #expect(ordered.pose(at: 0)?.time == 150)
        var last: Float = 0
        for time in stride(from: 250 as UInt64, to: 1_200, by: 7) {
            let x = ordered.pose(at: time)?.position.x ?? -1
            #expect(x >= last)
            last = x
        }
    }

    @Test func `the session clock follows the shortest round trip`() {
        var clock = SessionClock()
        #expect(clock.sessionTime(at: 700) == 700)
        clock.learn(50_000, sent: 1_000, received: 1_400)
        #expect(clock.sessionTime(at: 1_400) == 50_200)
        clock.learn(50_910, sent: 2_000, received: 2_020)
        #expect(clock.sessionTime(at: 2_020) == 50_920)
        clock.learn(90_000, sent: 3_000, received: 3_500)
        #expect(clock.sessionTime(at: 2_020) == 50_920)
        // An answer before its question, and times at the ends of their ranges.
        clock.learn(1, sent: 10, received: 9)
        clock.learn(.max, sent: 0, received: .max)
        #expect(clock.sessionTime(at: 2_020) == 50_920)
        // Old round trips are forgotten.
        for i in 0..<8 as Range<UInt64> { clock.learn(100_000 + 1_000 * i, sent: 1_000 * i, received: 1_000 * i + 100) }
        #expect(clock.sessionTime(at: 7_100) == 107_050)
    }

    @Test func `a token bucket permits its rate and its burst`() {
        var bucket = TokenBucket(rate: 10, capacity: 5, at: 1_000)
        var taken = 0
        for _ in 0..<20 where bucket.take(at: 1_000) { taken += 1 }
        #expect(taken == 5)
        for time in 1_001...11_000 as ClosedRange<UInt64> where bucket.take(at: time) { taken += 1 }
        #expect(taken == 105)
        // Time that goes back gives nothing, and a long pause no more than the burst.
        let isTakenEarlier = bucket.take(at: 0)
        #expect(!isTakenEarlier)
        taken = 0
        for _ in 0..<20 where bucket.take(at: .max) { taken += 1 }
        #expect(taken == 5)
    }
}
