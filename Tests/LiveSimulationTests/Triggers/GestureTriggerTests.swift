import Foundation
import Geometry
import Live
import Testing

@Suite struct GestureTriggerTests {
    /// Feeds positions at 30 Hz from `time` on; returns what was recognized, with the seconds from the start.
    private func track(
        _ trigger: inout GestureTrigger, seconds: Double, from time: inout Double, noise: Float = 0.004, seed: UInt64 = 1,
        _ position: (Float) -> Vector3
    ) -> [(Trigger, Double)] {
        var random = SoundRandom(seed: seed)
        var found: [(Trigger, Double)] = []
        for i in 0..<Int(seconds * 30) {
            time += 1.0 / 30
            let p = position(Float(i) / 30) + noise * Vector3(random.noise(), random.noise(), random.noise())
            let set = trigger.addPosition(p, at: time)
            for one in Trigger.allCases where set.contains(one) { found.append((one, Double(i) / 30)) }
        }
        return found
    }

    @Test func `waving triggers once while it lasts, and again after a pause`() {
        for seed in 1...20 as ClosedRange<UInt64> {
            for frequency in [Float(0.9), 1.5, 2.5] {
                var gestures = GestureTrigger()
                var time = 0.0
                let still = track(&gestures, seconds: 1, from: &time, seed: seed) { _ in Vector3(0, 1, -0.4) }
                #expect(still.isEmpty)
                let wave = { (t: Float) in Vector3(0.11 * sin(2 * .pi * frequency * t), 1, -0.4) }
                let found = track(&gestures, seconds: 5, from: &time, seed: seed, wave)
                #expect(found.map(\.0) == [.wave], "\(frequency) Hz, seed \(seed)")
                // Three swings, and 300 ms at most.
                #expect(found.first.map { $0.1 < 2.1 / Double(frequency) + 0.3 } == true, "\(found)")
                _ = track(&gestures, seconds: 1.5, from: &time, seed: seed) { _ in Vector3(0, 1, -0.4) }
                #expect(track(&gestures, seconds: 3, from: &time, seed: seed, wave).map(\.0) == [.wave])
            }
        }
    }

    @Test func `a still hand, a small tremor, a slow sweep and a vertical shake are no wave`() {
        var gestures = GestureTrigger()
        var time = 0.0
        #expect(track(&gestures, seconds: 20, from: &time, noise: 0.01) { _ in Vector3(0, 1, 0) }.isEmpty)
        #expect(track(&gestures, seconds: 5, from: &time) { Vector3(0.02 * sin($0 * 30), 1, 0) }.isEmpty)
        #expect(track(&gestures, seconds: 12, from: &time) { Vector3(0.3 * sin($0), 1, 0) }.isEmpty)
        let vertical = track(&gestures, seconds: 4, from: &time) { Vector3(0.05 * sin($0 * 9), 1 + 0.1 * sin($0 * 9), 0) }
        #expect(!vertical.contains { $0.0 == .wave })
    }

    @Test func `a raised hand triggers once within 300 ms, and again after it was lowered`() {
        var gestures = GestureTrigger()
        var time = 0.0
        let raise = { (t: Float) in Vector3(0.1, 0.9 + 0.5 * min(1, t / 0.4), -0.3) }
        _ = track(&gestures, seconds: 1, from: &time) { _ in Vector3(0.1, 0.9, -0.3) }
        let found = track(&gestures, seconds: 6, from: &time, raise)
        #expect(found.map(\.0) == [.raise])
        #expect(found.first.map { $0.1 <= 0.4 + 0.3 } == true)
        #expect(track(&gestures, seconds: 1, from: &time) { Vector3(0.1, 1.4 - 0.5 * min(1, $0 / 0.4), -0.3) }.isEmpty)
        #expect(track(&gestures, seconds: 2, from: &time, raise).map(\.0) == [.raise])
    }

    @Test func `a circle triggers in both senses; half a circle and a line don't`() {
        for sense in [Float(1), -1] {
            var gestures = GestureTrigger()
            var time = 0.0
            let circle = { (t: Float) in
                Vector3(0.13 * cos(sense * 2 * .pi * t / 1.2), 1.1 + 0.13 * sin(sense * 2 * .pi * t / 1.2), -0.4)
            }
            let found = track(&gestures, seconds: 1.6, from: &time, noise: 0.002, circle)
            #expect(found.map(\.0) == [.circle])
        }
        var gestures = GestureTrigger()
        var time = 0.0
        let half = track(&gestures, seconds: 0.6, from: &time, noise: 0.002) {
            Vector3(0.13 * cos(.pi * $0 / 0.6), 1.1 + 0.13 * sin(.pi * $0 / 0.6), -0.4)
        }
        #expect(!half.contains { $0.0 == .circle })
        let line = track(&gestures, seconds: 3, from: &time, noise: 0.002) { Vector3(0.3 * sin(3 * $0), 1.1, -0.4) }
        #expect(!line.contains { $0.0 == .circle })
    }

    @Test func `shaking triggers once while it lasts, with and without gravity; walking and a single knock don't`() {
        for gravity in [Float(0), 9.81] {
            var gestures = GestureTrigger()
            var found: [Double] = []
            for i in 0..<600 {
                let time = Double(i) / 60
                // 1 s still, 3 s shaking, 2 s still, 2 s shaking.
                let shakes = (60..<240).contains(i) || (360..<480).contains(i)
                let x: Float = shakes ? 24 * sin(2 * .pi * 3.5 * Float(time)) : 0
                if gestures.addAcceleration(Vector3(x, gravity, 0.2 * x), at: time).contains(.shake) { found.append(time) }
            }
            #expect(found.count == 2)
            #expect(found.first.map { $0 > 1 && $0 < 1.9 } == true)
        }
        var gestures = GestureTrigger()
        for i in 0..<3_600 {
            let time = Double(i) / 60
            let step = Float(4 * sin(2 * .pi * 1.9 * time))
            let knock: Float = i % 300 == 0 ? 60 : 0
            #expect(gestures.addAcceleration(Vector3(0.5 * step, 9.81 + step, knock), at: time).isEmpty)
        }
    }

    @Test func `an interrupted track starts anew, and wrong numbers are ignored`() {
        var gestures = GestureTrigger()
        var time = 0.0
        // Jumps between hands that are lost and found are no wave.
        for i in 0..<30 {
            time += 0.5
            #expect(gestures.addPosition(Vector3(i % 2 == 0 ? 0 : 0.3, 1, 0), at: time).isEmpty)
        }
        for bad in [Float.nan, .infinity, 1e30] {
            #expect(gestures.addPosition(Vector3(bad, bad, bad), at: time + 1).isEmpty)
            #expect(gestures.addAcceleration(Vector3(bad, 0, 0), at: time + 1).isEmpty)
        }
        #expect(gestures.addPosition(Vector3(0, 1, 0), at: .nan).isEmpty)
        #expect(track(&gestures, seconds: 4, from: &time) { Vector3(0.11 * sin($0 * 9), 1, 0) }.map(\.0) == [.wave])
    }

    @Test func `sensitivity changes how much movement is needed`() {
        let wave = { (t: Float) in Vector3(0.04 * sin(9 * t), 1, -0.4) }
        var time = 0.0
        var usual = GestureTrigger()
        var sensitive = GestureTrigger(sensitivity: 1)
        #expect(track(&usual, seconds: 3, from: &time, noise: 0.002, wave).isEmpty)
        time = 0
        #expect(track(&sensitive, seconds: 3, from: &time, noise: 0.002, wave).map(\.0) == [.wave])
    }

    @Test func `random input never traps`() {
        var random = SoundRandom(seed: 9)
        var gestures = GestureTrigger(handLength: .nan, sensitivity: .nan)
        var time = 0.0
        func number() -> Float {
            random.chance(0.05) ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) : random.uniform(-2, 2)
        }
        var count = 0
        for _ in 0..<200_000 {
            time += Double(random.logarithmic(0.001, 0.4))
            if !gestures.addPosition(Vector3(number(), number(), number()), at: time).isEmpty { count += 1 }
            if !gestures.addAcceleration(30 * Vector3(number(), number(), number()), at: time).isEmpty { count += 1 }
            if random.chance(0.001) { gestures.sensitivity = number() }
        }
        #expect(count > 0 && Double(count) < time / 0.3)
    }
}

@Suite struct TriggerMappingTests {
    @Test func `each trigger has its usual response, and each can be changed alone`() {
        var mapping = TriggerMapping()
        #expect(
            mapping[.smile].effect == .hearts && mapping[.browsRaised].effect == .sparkles && mapping[.mouthOpen].effect == .bubbles
        )
        #expect(mapping[.blink].action == .wave && mapping[.clap].action == .dance && mapping[.clap].effect == .confetti)
        mapping[.clap] = TriggerResponse(reaction: .clap)
        #expect(mapping[.clap].action == nil && mapping[.smile] == TriggerMapping.standard(.smile))
    }

    @Test func `responses survive packing, and unknown numbers are left out`() {
        for trigger in Trigger.allCases {
            let response = TriggerMapping.standard(trigger)
            #expect(TriggerResponse(packed: response.packed) == response)
        }
        #expect(TriggerResponse(packed: 0xFFFF_FFFF) == TriggerResponse())
        #expect(TriggerResponse(packed: 0x00FA_C8C8) == TriggerResponse())
    }

    @Test func `a switch needs its times on both sides`() {
        var value = HysteresisSwitch(enter: 0.6, leave: 0.4, holdTime: 0.1, releaseTime: 0.2, minInterval: 1)
        #expect(!value.update(0.7, at: 0) && !value.update(0.7, at: 0.09) && value.update(0.7, at: 0.1))
        #expect(!value.update(0.3, at: 0.2) && value.isOn)
        #expect(!value.update(0.5, at: 0.3) && !value.update(0.3, at: 0.45) && value.isOn)
        #expect(!value.update(0.3, at: 0.66) && !value.isOn)
        // On again, but too early for another event.
        #expect(!value.update(0.7, at: 0.7) && !value.update(0.7, at: 0.85) && value.isOn)
        #expect(!value.update(.nan, at: 0.9) && value.isOn)
    }
}
