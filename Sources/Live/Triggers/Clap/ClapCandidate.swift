/// The measured properties of a sudden sound, by which claps are distinguished from other sounds.
public struct ClapFeatures: Hashable, Sendable {
    /// The number of properties.
    public static let count = firstOfPattern + ClapFeatureLayout.patternSeconds.count * ClapBands.count
    /// The first value of the course of the energy within 20 ms, of the second before and the tonality, and of the bands.
    static let firstOfEnvelope = 30
    static let firstOfContext = firstOfEnvelope + ClapFeatureLayout.envelopeQuarters.count
    static let firstOfPattern = firstOfContext + ClapFeatureLayout.earlierSeconds.count + 3 + 3 * ClapWindow.count

    /// The properties: single ones in the order of ``names``; then the course of the energy within 20 ms; the second before; the
    /// flatness, the crest and the periodicity before, at and after the maximum; and the energies of 9 bands in 12 parts of the
    /// time from 50 ms before to 88 ms after the maximum. NaN for a band that the sample rate doesn't reach.
    public internal(set) var values = [Float](repeating: 0, count: count)

    /// What the first 30 values are. Levels and ratios in decibels, durations as log2(1 + milliseconds); "mid" is 500 Hz to
    /// 9 kHz, "drop" is the decrease from the maximum.
    public static var names: [StaticString] {
        [
            "rise over the 50 ms before", "the 50 ms before, over the noise floor", "rise time",
            "drop of mid after 15 ms", "drop of mid after 30 ms", "drop of mid after 55 ms", "drop of mid after 85 ms",
            "level of mid", "drop of 2.4 to 9 kHz after 30 ms", "maximum from 25 to 85 ms",
            "share of 60 to 250 Hz", "share of 250 to 500 Hz", "share of 500 to 900 Hz", "share of 0.9 to 1.5 kHz",
            "share of 1.5 to 2.4 kHz", "share of 2.4 to 3.8 kHz", "share of 3.8 to 6 kHz", "share of 6 to 9 kHz",
            "share of 9 to 14 kHz",
            "flatness at the maximum", "flatness from 20 to 60 ms", "maximum over the mean of 50 ms",
            "energy of the first 8 ms of 60 ms", "rise of 60 to 250 Hz", "change of the spectrum before to after",
            "time from the maximum to half of the energy",
            "crest of the spectrum at the maximum", "crest of the spectrum from 20 to 60 ms", "drop of 0.5 to 1.5 kHz after 30 ms",
            "the 20 ms before the rise, over the maximum",
        ]
    }
}

/// A sudden sound that was examined: a clap or not.
public struct ClapCandidate: Sendable {
    /// Seconds from the start of the stream to the maximum of the sound.
    public let time: Double
    /// How likely it is a clap, 0 to 1, before the sensitivity is considered.
    public let probability: Float
    /// Whether it was reported as a clap.
    public let isClap: Bool
    /// The level of the maximum in decibels below full scale (a sine of full amplitude has about −6).
    public let level: Float
    /// The properties that were measured.
    public let features: ClapFeatures
}

/// A recognized clap.
public struct Clap: Hashable, Sendable {
    /// Seconds from the start of the stream to the clap.
    public let time: Double
    /// Loudness from 0 (just loud enough) to 1 (close to the microphone).
    public let strength: Float
}
