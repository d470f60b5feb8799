import Foundation

/// How an image's brightness differs from the scene's: colour = e^logGain · colour + offset, for each channel.
struct ExposureValues: Sendable, Equatable {
    var logGains = SIMD3<Float>(repeating: 0)
    var offsets = SIMD3<Float>(repeating: 0)

    func gain(_ channel: Int) -> Float { Foundation.exp(logGains[channel]) }
    func offset(_ channel: Int) -> Float { offsets[channel] }

    /// Between two exposures; `share` is the second one's.
    static func between(_ a: Self, _ b: Self, share: Float) -> Self {
        Self(logGains: a.logGains + (b.logGains - a.logGains) * share, offsets: a.offsets + (b.offsets - a.offsets) * share)
    }
}

/// The exposure of an image while it is trained, with the optimizer's averages.
struct Exposure: Sendable, Equatable {
    var values = ExposureValues()
    private var optimizer = ImageOptimizer()

    /// Numbers of a state in a checkpoint.
    static let stateCount = 6 + ImageOptimizer.stateCount

    init() {}

    /// The numbers of a checkpoint.
    init(state: [Float]) {
        values = ExposureValues(logGains: SIMD3(state[0], state[1], state[2]), offsets: SIMD3(state[3], state[4], state[5]))
        optimizer = ImageOptimizer(state: state[6...])
    }

    var state: [Float] {
        let g = values.logGains
        let o = values.offsets
        return [g.x, g.y, g.z, o.x, o.y, o.z] + optimizer.state
    }

    /// One step of Adam. `pull` draws the values to none: without it, scene and exposures could drift together.
    mutating func step(_ gradient: ExposureValues, rate: Float, pull: Float) {
        var now = SIMD8(values.logGains, values.offsets)
        now += optimizer.step(SIMD8(gradient.logGains, gradient.offsets) + pull * now, rates: SIMD8(repeating: rate))
        (values.logGains, values.offsets) = now.clamped(lowerBound: SIMD8(repeating: -1), upperBound: SIMD8(repeating: 1)).triples
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
