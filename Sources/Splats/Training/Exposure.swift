import Foundation

/// How an image's brightness differs from the scene's: colour = e^logGain · colour + offset, for each channel.
struct ExposureValues: Sendable, Equatable {
    var logGains = SIMD3<Float>(repeating: 0)
    var offsets = SIMD3<Float>(repeating: 0)

    func gain(_ channel: Int) -> Float { Foundation.exp(logGains[channel]) }
    func offset(_ channel: Int) -> Float { offsets[channel] }
}

/// The exposure of an image while it is trained, with the optimizer's averages.
struct Exposure: Sendable, Equatable {
    var values = ExposureValues()
    private var first = ExposureValues()
    private var second = ExposureValues()
    private var steps: Float = 0

    /// Numbers of a state in a checkpoint.
    static let stateCount = 19

    init() {}

    /// The numbers of a checkpoint.
    init(state: [Float]) {
        func triple(_ i: Int) -> SIMD3<Float> { SIMD3(state[3 * i], state[3 * i + 1], state[3 * i + 2]) }
        values = ExposureValues(logGains: triple(0), offsets: triple(1))
        first = ExposureValues(logGains: triple(2), offsets: triple(3))
        second = ExposureValues(logGains: triple(4), offsets: triple(5))
        steps = state[18]
    }

    var state: [Float] {
        [values, first, second].flatMap { v in
            [v.logGains.x, v.logGains.y, v.logGains.z, v.offsets.x, v.offsets.y, v.offsets.z]
        } + [steps]
    }

    /// One step of Adam. `pull` draws the values to none: without it, scene and exposures could drift together.
    mutating func step(_ gradient: ExposureValues, rate: Float, pull: Float) {
        steps += 1
        let a = 1 - Foundation.pow(Float(0.9), steps)
        let b = 1 - Foundation.pow(Float(0.99), steps)
        func update(
            _ v: inout SIMD3<Float>, first m: inout SIMD3<Float>, second s: inout SIMD3<Float>, gradient g: SIMD3<Float>
        ) {
            let g = g + pull * v
            m = 0.9 * m + 0.1 * g
            s = 0.99 * s + 0.01 * g * g
            let deviation = s / b
            let root = SIMD3(deviation.x.squareRoot(), deviation.y.squareRoot(), deviation.z.squareRoot())
            v -= rate * (m / a) / (root + 1e-8)
            v.clamp(lowerBound: SIMD3(repeating: -1), upperBound: SIMD3(repeating: 1))
        }
        update(&values.logGains, first: &first.logGains, second: &second.logGains, gradient: gradient.logGains)
        update(&values.offsets, first: &first.offsets, second: &second.offsets, gradient: gradient.offsets)
    }

    /// Moves all exposures by the same values so that their mean is none. Otherwise all of them would follow the splats' common
    /// error at the beginning, and held-out images, which have none, would be too dark or too bright.
    static func center(_ exposures: inout [Exposure]) {
        var mean = ExposureValues()
        for e in exposures {
            mean.logGains += e.values.logGains
            mean.offsets += e.values.offsets
        }
        let scale = 1 / Float(max(exposures.count, 1))
        for i in exposures.indices {
            exposures[i].values.logGains -= mean.logGains * scale
            exposures[i].values.offsets -= mean.offsets * scale
        }
    }
}
