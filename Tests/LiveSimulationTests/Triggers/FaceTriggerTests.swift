import Live
import Testing

/// Blend shapes of a simulated face at 30 Hz with noise.
private struct SimulatedFace {
    var random: SoundRandom
    var noise: Float = 0.02
    var time = 0.0
    var interval = 1.0 / 30

    init(seed: UInt64) { random = SoundRandom(seed: seed) }

    mutating func sample(_ expression: FaceExpression) -> FaceExpression {
        time += interval
        func noisy(_ value: Float, _ random: inout SoundRandom) -> Float { min(1, max(0, value + noise * random.noise())) }
        return FaceExpression(
            SIMD8(
                noisy(expression.mouthSmileLeft, &random), noisy(expression.mouthSmileRight, &random),
                noisy(expression.browInnerUp, &random), noisy(expression.browOuterUpLeft, &random),
                noisy(expression.browOuterUpRight, &random), noisy(expression.jawOpen, &random),
                noisy(expression.eyeBlinkLeft, &random), noisy(expression.eyeBlinkRight, &random)))
    }

    /// Feeds an expression for some seconds; returns what was recognized, with the times.
    mutating func show(_ expression: FaceExpression, seconds: Double, to trigger: inout FaceTrigger) -> [(Trigger, Double)] {
        var found: [(Trigger, Double)] = []
        let end = time + seconds - interval / 2
        while time < end {
            let set = trigger.update(sample(expression), at: time + interval)
            for one in Trigger.allCases where set.contains(one) { found.append((one, time)) }
        }
        return found
    }
}

private func face(smile: Float = 0.05, brows: Float = 0.08, jaw: Float = 0.03, left: Float = 0.1, right: Float = 0.1)
    -> FaceExpression
{
    FaceExpression(SIMD8(smile, smile, brows, brows, brows, jaw, left, right))
}

@Suite struct FaceTriggerTests {
    @Test func `each expression triggers once within 300 ms after it begins, and not again while it is held`() {
        var latencies: [Double] = []
        for seed in 1...40 as ClosedRange<UInt64> {
            for (trigger, shown) in [
                (Trigger.smile, face(smile: 0.65)), (.browsRaised, face(brows: 0.65)), (.mouthOpen, face(jaw: 0.6)),
            ] {
                var simulated = SimulatedFace(seed: seed)
                simulated.interval = seed % 2 == 0 ? 1.0 / 30 : 1.0 / 60
                var faces = FaceTrigger()
                #expect(simulated.show(face(), seconds: 2, to: &faces).isEmpty)
                let start = simulated.time
                // The face needs 120 ms for the expression.
                let from = face()
                var found: [(Trigger, Double)] = []
                while simulated.time < start + 0.12 {
                    let part = Float((simulated.time + simulated.interval - start) / 0.12)
                    found += simulated.show(
                        blended(from, shown, min(1, part)), seconds: simulated.interval, to: &faces)
                }
                found += simulated.show(shown, seconds: 5, to: &faces)
                #expect(found.map(\.0) == [trigger], "seed \(seed)")
                if let first = found.first { latencies.append(first.1 - start) }
                #expect(faces.isHeld(trigger))
                #expect(simulated.show(face(), seconds: 1, to: &faces).isEmpty)
                #expect(!faces.isHeld(trigger))
                #expect(simulated.show(shown, seconds: 1, to: &faces).map(\.0) == [trigger])
            }
        }
        latencies.sort()
        let longest = latencies.last ?? 1
        print(
            "latency of expressions: median \(Int(latencies[latencies.count / 2] * 1_000)) ms, longest \(Int(longest * 1_000)) ms")
        #expect(longest <= 0.3)
    }

    private func blended(_ a: FaceExpression, _ b: FaceExpression, _ part: Float) -> FaceExpression {
        face(
            smile: a.mouthSmileLeft + (b.mouthSmileLeft - a.mouthSmileLeft) * part,
            brows: a.browInnerUp + (b.browInnerUp - a.browInnerUp) * part, jaw: a.jawOpen + (b.jawOpen - a.jawOpen) * part)
    }

    @Test func `a value between the thresholds neither triggers nor releases`() {
        var simulated = SimulatedFace(seed: 3)
        simulated.noise = 0.03
        var faces = FaceTrigger()
        // Standard: 0.05 + 0.6 x; enter at 0.55, leave at 0.3.
        #expect(simulated.show(face(smile: 0.31), seconds: 20, to: &faces).isEmpty)
        #expect(simulated.show(face(smile: 0.6), seconds: 1, to: &faces).map(\.0) == [.smile])
        #expect(simulated.show(face(smile: 0.31), seconds: 20, to: &faces).isEmpty)
        #expect(faces.isHeld(.smile))
        #expect(simulated.show(face(smile: 0.6), seconds: 20, to: &faces).isEmpty)
    }

    @Test func `shorter expressions than the debounce time don't trigger`() {
        var simulated = SimulatedFace(seed: 4)
        simulated.interval = 1.0 / 60
        var faces = FaceTrigger()
        for _ in 0..<50 {
            #expect(simulated.show(face(smile: 0.9, jaw: 0.9), seconds: 1.0 / 60, to: &faces).isEmpty)
            #expect(simulated.show(face(), seconds: 0.3, to: &faces).isEmpty)
        }
        // A talking mouth: syllables of 100 ms.
        for _ in 0..<50 {
            #expect(simulated.show(face(jaw: 0.5), seconds: 0.1, to: &faces).isEmpty)
            #expect(simulated.show(face(jaw: 0.1), seconds: 0.1, to: &faces).isEmpty)
        }
    }

    @Test func `a blink triggers when the eyes open again; closed eyes and winks don't`() {
        var simulated = SimulatedFace(seed: 5)
        var faces = FaceTrigger()
        let closed = face(left: 0.9, right: 0.9)
        for _ in 0..<20 {
            #expect(simulated.show(face(), seconds: 1, to: &faces).isEmpty)
            #expect(simulated.show(closed, seconds: 0.15, to: &faces).isEmpty)
            let found = simulated.show(face(), seconds: 0.2, to: &faces)
            #expect(found.map(\.0) == [.blink])
        }
        #expect(simulated.show(closed, seconds: 2, to: &faces).isEmpty)
        #expect(simulated.show(face(), seconds: 1, to: &faces).isEmpty)
        #expect(simulated.show(face(left: 0.9, right: 0.1), seconds: 0.2, to: &faces).isEmpty)
        #expect(simulated.show(face(), seconds: 1, to: &faces).isEmpty)
    }

    @Test func `a lost face changes nothing: a held smile isn't reported again, and a pending one starts anew`() {
        var simulated = SimulatedFace(seed: 6)
        var faces = FaceTrigger()
        #expect(simulated.show(face(smile: 0.7), seconds: 1, to: &faces).map(\.0) == [.smile])
        for _ in 0..<60 {
            simulated.time += 1.0 / 30
            #expect(faces.update(nil, at: simulated.time).isEmpty)
        }
        #expect(simulated.show(face(smile: 0.7), seconds: 1, to: &faces).isEmpty)
        #expect(simulated.show(face(), seconds: 1, to: &faces).isEmpty)
        // Two short smiles with a gap between them are no held smile.
        simulated.interval = 1.0 / 60
        #expect(simulated.show(face(smile: 0.9), seconds: 0.034, to: &faces).isEmpty)
        simulated.time += 1
        #expect(faces.update(simulated.sample(face(smile: 0.9)), at: simulated.time).isEmpty)
        // Closed eyes while the face is lost are no blink.
        #expect(simulated.show(face(left: 0.9, right: 0.9), seconds: 0.1, to: &faces).isEmpty)
        simulated.time += 0.4
        #expect(simulated.show(face(), seconds: 1, to: &faces).isEmpty)
    }

    @Test func `a calibration makes weak expressions trigger and a smiling face neutral`() throws {
        var calibrator = FaceCalibrator()
        #expect(calibrator.result == nil)
        var simulated = SimulatedFace(seed: 7)
        let rest = face(smile: 0.35, brows: 0.2)
        for i in 0..<60 {
            // Every tenth sample is wrong.
            calibrator.add(i % 10 == 0 ? face(smile: 1, brows: 1, jaw: 1) : simulated.sample(rest), phase: .neutral)
        }
        let expressions = [
            face(smile: 0.6, brows: 0.2), face(smile: 0.35, brows: 0.5), face(smile: 0.35, brows: 0.2, jaw: 0.4),
            face(smile: 0.35, brows: 0.2, left: 0.8, right: 0.8),
        ]
        for expression in expressions {
            for _ in 0..<60 { calibrator.add(simulated.sample(expression), phase: .expressive) }
        }
        let calibration = try #require(calibrator.result)
        #expect(abs(calibration.neutral[0] - 0.35) < 0.03 && abs(calibration.neutral[1] - 0.2) < 0.03)
        #expect(abs(calibration.range[0] - 0.25) < 0.04 && abs(calibration.range[1] - 0.3) < 0.04)
        var standard = FaceTrigger()
        var calibrated = FaceTrigger(calibration: calibration)
        #expect(simulated.show(expressions[0], seconds: 2, to: &standard).map(\.0) == [.smile])
        #expect(simulated.show(rest, seconds: 3, to: &calibrated).isEmpty)
        #expect(simulated.show(expressions[0], seconds: 1, to: &calibrated).map(\.0) == [.smile])
        #expect(simulated.show(rest, seconds: 1, to: &calibrated).isEmpty)
        #expect(simulated.show(expressions[1], seconds: 1, to: &calibrated).map(\.0) == [.browsRaised])
        #expect(simulated.show(expressions[2], seconds: 1, to: &calibrated).map(\.0) == [.mouthOpen])
    }

    @Test func `an expression that wasn't made keeps the usual range, and wrong calibrations are replaced`() throws {
        var calibrator = FaceCalibrator()
        for _ in 0..<30 {
            calibrator.add(face(), phase: .neutral)
            calibrator.add(face(smile: 0.5), phase: .expressive)
        }
        let calibration = try #require(calibrator.result)
        #expect(calibration.range[1] == FaceCalibration.standard.range[1])
        let wrong = FaceCalibration(neutral: SIMD4(.nan, -1, 2, 0.3), range: SIMD4(.infinity, 0, 0.5, .nan))
        #expect(wrong.neutral == SIMD4(0.05, 0.08, 0.03, 0.3))
        #expect(wrong.range == SIMD4(0.6, FaceCalibration.minRange, 0.5, 0.7))
    }

    @Test func `blend shapes that are no number or out of range are ignored`() {
        var faces = FaceTrigger()
        var time = 0.0
        for bad in [Float.nan, .infinity, -.infinity, 5, -3, 1e30] {
            for _ in 0..<60 {
                time += 1.0 / 30
                #expect(faces.update(face(smile: bad, brows: bad, jaw: bad, left: bad, right: bad), at: time).isEmpty)
            }
        }
        // One wrong signal doesn't hinder the others.
        var found = TriggerSet()
        for _ in 0..<60 {
            time += 1.0 / 30
            found.formUnion(faces.update(face(smile: .nan, brows: 0.7), at: time))
        }
        #expect(found == TriggerSet(.browsRaised))
        #expect(faces.update(face(smile: 0.9), at: .nan).isEmpty)
        #expect(faces.update(face(smile: 0.9), at: time - 5).isEmpty)
        faces.sensitivity = .nan
        #expect(faces.sensitivity == 0.5)
    }

    @Test func `random input never traps and events never repeat faster than the minimum interval`() {
        var random = SoundRandom(seed: 8)
        var faces = FaceTrigger()
        var time = 0.0
        var last: [Trigger: Double] = [:]
        for _ in 0..<200_000 {
            time += Double(random.logarithmic(0.001, 0.5))
            var values = SIMD8<Float>()
            for i in 0..<8 {
                values[i] = random.chance(0.05) ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) : random.unit()
            }
            if random.chance(0.001) { faces.sensitivity = Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
            let found = faces.update(random.chance(0.1) ? nil : FaceExpression(values), at: time)
            for trigger in Trigger.allCases where found.contains(trigger) {
                if let before = last[trigger] { #expect(time - before >= 0.399) }
                last[trigger] = time
            }
        }
        #expect(last.count >= 3)
    }
}
