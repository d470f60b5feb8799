/// The parts of the time around a sudden sound whose energies are measured, counted from the frame with its maximum.
struct ClapFeatureLayout: Sendable {
    /// Quarters of frames before and after the maximum.
    static let envelopeQuarters: [Range<Int>] = [
        -12 ..< -8, -8 ..< -5, -5 ..< -3, -3 ..< -2, -2 ..< -1, -1..<0, 1..<2, 2..<3, 3..<4, 4..<6, 6..<8, 8..<11, 11..<15,
    ]
    /// Seconds, of all frequencies from 500 Hz to 9 kHz.
    static let earlierSeconds: [Range<Float>] = [-1 ..< -0.5, -0.5 ..< -0.25, -0.25 ..< -0.12, -0.12 ..< -0.04]
    /// Seconds, of each band.
    static let patternSeconds: [Range<Float>] = [
        -0.05 ..< -0.03, -0.03 ..< -0.015, -0.015 ..< -0.008, -0.008 ..< -0.003, -0.003..<0.003, 0.003..<0.008, 0.008..<0.014,
        0.014..<0.022, 0.022..<0.032, 0.032..<0.045, 0.045..<0.065, 0.065..<0.088,
    ]

    /// The same in quarters of frames or in frames.
    let envelopeParts: [Range<Int>]
    let earlierParts: [Range<Int>]
    let patternParts: [Range<Int>]

    /// - Parameter frameTime: seconds between frames.
    init(frameTime: Float) {
        func frames(_ seconds: Range<Float>) -> Range<Int> {
            let first = Int((seconds.lowerBound / frameTime).rounded())
            return first..<max(first, Int((seconds.upperBound / frameTime).rounded()))
        }
        envelopeParts = Self.envelopeQuarters
        earlierParts = Self.earlierSeconds.map(frames)
        patternParts = Self.patternSeconds.map(frames)
    }
}
