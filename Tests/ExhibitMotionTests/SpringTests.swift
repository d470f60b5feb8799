import ExhibitMotion
import Foundation
import Testing

/// The analytic solution in double precision.
private func solution(frequency w: Double, ratio: Double, x0: Double, v0: Double, time t: Double) -> (x: Double, v: Double) {
    if ratio >= 1 {
        let slope = v0 + w * x0
        return (exp(-w * t) * (x0 + slope * t), exp(-w * t) * (v0 - w * slope * t))
    }
    let wd = w * (1 - ratio * ratio).squareRoot()
    let slope = (v0 + ratio * w * x0) / wd
    let decay = exp(-ratio * w * t)
    return (
        decay * (x0 * cos(wd * t) + slope * sin(wd * t)),
        decay * (v0 * cos(wd * t) - (ratio * w * v0 + w * w * x0) / wd * sin(wd * t))
    )
}

/// Frame times that a browser might deliver: steady rates, and one with frames from 3 to 90 milliseconds.
let frameRates: [(name: String, frames: [Float])] = {
    var generator = SeededGenerator(state: 7)
    let irregular = (0..<60).map { _ in Float.random(in: 0.003...0.09, using: &generator) }
    return [
        ("30 Hz", Array(repeating: 1 / 30, count: 45)), ("60 Hz", Array(repeating: 1 / 60, count: 90)),
        ("120 Hz", Array(repeating: 1 / 120, count: 180)), ("irregular", irregular),
    ]
}()

/// The same numbers in each run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    /// SplitMix64 (Steele, Lea and Flood 2014).
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct SpringTests {
    @Test(arguments: [0.3, 0.8, 0.99, 1.0])
    func `frames follow the analytic solution at every rate`(ratio: Double) {
        for (name, frames) in frameRates {
            let spring = Spring(frequency: 17, dampingRatio: Float(ratio))
            var state = Spring.State(value: 260, velocity: -900)
            var time = 0.0
            for seconds in frames {
                state = spring.advance(state, to: 20, seconds: seconds)
                time += Double(seconds)
                let exact = solution(frequency: 17, ratio: ratio, x0: 240, v0: -900, time: time)
                #expect(abs(Double(state.value) - 20 - exact.x) < 0.02, "\(name) at \(time)")
                #expect(abs(Double(state.velocity) - exact.v) < 0.4, "\(name) at \(time)")
            }
        }
    }

    @Test func `one long step equals many short ones`() {
        let spring = Spring(frequency: 13, dampingRatio: 0.8)
        let once = spring.advance(Spring.State(value: 3), to: 0, seconds: 0.4)
        var state = Spring.State(value: 3)
        for _ in 0..<400 { state = spring.advance(state, to: 0, seconds: 0.001) }
        #expect(abs(once.value - state.value) < 1e-4)
        #expect(abs(once.velocity - state.velocity) < 1e-3)
    }

    @Test func `a critically damped spring at rest never overshoots`() {
        let spring = Spring(frequency: 10)
        var state = Spring.State(value: 1)
        for _ in 0..<200 {
            state = spring.advance(state, to: 0, seconds: 1 / 60)
            #expect(state.value >= 0)
        }
        #expect(state.value < 1e-6)
    }

    @Test func `the exponential agrees with the library`() {
        for step in -860...860 {
            let x = Float(step) / 10
            let exact = exp(Double(x))
            #expect(abs(Double(Exponential.exp(x)) - exact) <= 3e-7 * exact, "\(x)")
        }
        #expect(Exponential.exp(-100) == 0)
    }

    @Test func `the logarithm agrees with the library`() {
        for exponent in -20...20 {
            for factor in [1.0, 1.2, 1.5, 1.99] {
                let x = factor * pow(2, Double(exponent))
                #expect(abs(Double(Exponential.log(Float(x))) - log(x)) < 2e-6, "\(x)")
            }
        }
    }
}
