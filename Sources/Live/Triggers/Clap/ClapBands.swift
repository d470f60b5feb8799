/// The frequency bands by which claps are distinguished from other sounds, as bins of a spectrum.
struct ClapBands: Sendable {
    /// Limits of the bands in hertz.
    static let edges: [Float] = [60, 250, 500, 900, 1_500, 2_400, 3_800, 6_000, 9_000, 14_000]
    /// The number of bands.
    static let count = 9
    /// Bands 2 to 7 (500 Hz to 9 kHz, as far as the sample rate reaches) contain the energy of a clap.
    static let first = 2
    static let last = 7

    /// The first bin of each band, and the end of the last one.
    let bins: [Int]
    /// Whether the sample rate reaches over at least half of the band.
    let isAvailable: [Bool]

    /// - Parameters:
    ///   - sampleRate: hertz.
    ///   - size: samples of the window.
    init(sampleRate: Float, size: Int) {
        var bins: [Int] = []
        for edge in Self.edges { bins.append(min(size / 2 + 1, max(1, Int((edge * Float(size) / sampleRate).rounded(.up))))) }
        var isAvailable: [Bool] = []
        for i in 0..<Self.count {
            isAvailable.append(0.5 * (Self.edges[i] + Self.edges[i + 1]) <= sampleRate / 2 && bins[i + 1] > bins[i])
        }
        self.bins = bins
        self.isAvailable = isAvailable
    }
}

/// What is kept of a window of samples.
struct ClapFrame: Sendable {
    /// Energy of each band; the remaining lanes are 0.
    var bands = SIMD16<Float>(repeating: 0)
    /// Energy of the bands that contain a clap.
    var energy: Float = 0
    /// Of ``SpectrumShape``.
    var flatness: Float = 0
    /// Of ``SpectrumShape``.
    var crest: Float = 0
    /// Energies of the four quarters of the new samples, without low frequencies.
    var quarters = SIMD4<Float>(repeating: 0)
}

extension ClapFrame {
    /// The frame of a spectrum.
    init(_ power: [Float], bands layout: ClapBands, quarters: SIMD4<Float>) {
        self.quarters = quarters
        for band in 0..<ClapBands.count {
            var sum: Float = 0
            for bin in layout.bins[band]..<max(layout.bins[band], layout.bins[band + 1]) { sum += power[bin] }
            bands[band] = sum
            if band >= ClapBands.first && band <= ClapBands.last { energy += sum }
        }
        let shape = SpectrumShape(power, bands: layout)
        flatness = shape.flatness
        crest = shape.crest
    }
}

/// How even a spectrum is in the bands that contain a clap.
struct SpectrumShape: Sendable {
    /// The geometric mean over the mean in decibels: about −2.5 for noise, −10 or less for tones.
    var flatness: Float = 0
    /// The strongest frequency over the mean in decibels: about 8 for noise, 15 or more for tones.
    var crest: Float = 0
}

extension SpectrumShape {
    init(_ power: [Float], bands: ClapBands) {
        let bins = bands.bins[ClapBands.first]..<bands.bins[ClapBands.last + 1]
        guard !bins.isEmpty else { return }
        var logarithms: Float = 0
        var sum: Float = 0
        var strongest: Float = 0
        for bin in bins {
            logarithms += FastLogarithm.log2(power[bin] + 1e-14)
            sum += power[bin]
            strongest = max(strongest, power[bin])
        }
        let mean = sum / Float(bins.count) + 1e-14
        flatness = 3.010_299_9 * (logarithms / Float(bins.count) - FastLogarithm.log2(mean))
        crest = FastLogarithm.decibels((strongest + 1e-14) / mean)
    }
}
