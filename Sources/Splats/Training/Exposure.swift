import Foundation

/// How an image's brightness differs from the scene's: colour = e^logGain · colour + offset, for each channel.
struct Exposure: ImageValues {
    var logGains = SIMD3<Float>(repeating: 0)
    var offsets = SIMD3<Float>(repeating: 0)

    static let most: Float = 1

    init() {}

    init(logGains: SIMD3<Float>, offsets: SIMD3<Float>) {
        self.logGains = logGains
        self.offsets = offsets
    }

    init(numbers: SIMD8<Float>) { (logGains, offsets) = numbers.triples }

    var numbers: SIMD8<Float> { SIMD8(logGains, offsets) }

    func gain(_ channel: Int) -> Float { Foundation.exp(logGains[channel]) }
    func offset(_ channel: Int) -> Float { offsets[channel] }
}
