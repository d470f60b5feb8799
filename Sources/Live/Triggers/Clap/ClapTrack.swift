/// The recent frames of a stream, the noise floor, and the sudden sound that is being observed.
struct ClapTrack: Sendable {
    /// A sudden sound, 90 ms after its maximum.
    struct Sound {
        var time: Double
        /// Decibels below full scale.
        var level: Float
        var features: ClapFeatures
    }

    private static let capacity = 64
    /// Energies below this count as silence: −100 dB.
    private static let silence: Float = 1e-10

    private let frameTime: Float
    private let isAvailable: [Bool]
    private var frames: [ClapFrame]
    /// The number of frames so far.
    private var count = 0
    private var noiseFloor: Float = 1e-6
    /// The frame of the observed sound with the most energy, and that energy.
    private var peak: Int?
    private var peakEnergy: Float = 0
    private var onset = 0
    /// The spectrum of the window of four times the length that begins at the maximum.
    var longShape = SpectrumShape()
    /// The frame in which that window ends, counted from the maximum.
    private static let longWindowEnd = 6

    /// - Parameters:
    ///   - frameTime: seconds between frames.
    ///   - isAvailable: the bands that the sample rate reaches.
    init(frameTime: Float, isAvailable: [Bool]) {
        self.frameTime = frameTime
        self.isAvailable = isAvailable
        frames = [ClapFrame](repeating: ClapFrame(), count: Self.capacity)
    }

    /// Adds the next frame.
    mutating func append(_ frame: ClapFrame) {
        frames[count % Self.capacity] = frame
        let energy = max(frame.energy, Self.silence)
        // Falls within some frames, rises by a factor of 2 per second at most.
        if count == 0 || energy < noiseFloor {
            noiseFloor += (count < 8 ? 1 : 0.2) * (energy - noiseFloor)
        } else {
            noiseFloor = min(energy, noiseFloor * (1 + frameTime))
        }
        observe(energy)
        count += 1
    }

    /// Starts or moves the observation of a sound at the newest frame.
    private mutating func observe(_ energy: Float) {
        let before = meanEnergy(from: count - offset(0.05) - 2, to: count - 2)
        let isSudden = energy > 6 * before && energy > 8 * noiseFloor && energy > 1e-7
        guard peak != nil else {
            if isSudden && count > 2 { start(energy) }
            return
        }
        if count - onset <= offset(0.02) {
            if energy > peakEnergy {
                peak = count
                peakEnergy = energy
            }
        } else if isSudden && energy > 4 * peakEnergy {
            // What was observed so far was a small noise before the loud one.
            start(energy)
        }
    }

    private mutating func start(_ energy: Float) {
        onset = count
        peak = count
        peakEnergy = energy
    }

    /// Whether the newest frame is the end of the long window, so that ``longShape`` is to be set.
    var needsLongShape: Bool {
        guard let peak else { return false }
        return count - 1 - peak == Self.longWindowEnd
    }

    /// The observed sound, once 90 ms have passed since its maximum.
    mutating func completedSound() -> Sound? {
        guard let peak, count - 1 - peak >= offset(0.09) else { return nil }
        self.peak = nil
        // The frame contains the samples of its window, whose middle is the end of the frame before.
        let time = Double(peak) * Double(frameTime)
        return Sound(time: time, level: FastLogarithm.decibels(peakEnergy + Self.silence), features: features(at: peak))
    }

    /// Frames in a time of `seconds`.
    private func offset(_ seconds: Float) -> Int { max(1, Int((seconds / frameTime).rounded())) }

    private func frame(_ index: Int) -> ClapFrame {
        index < 0 || index >= count || index < count - Self.capacity ? ClapFrame() : frames[index % Self.capacity]
    }

    private func meanEnergy(from: Int, to: Int) -> Float {
        var sum: Float = 0
        for i in from..<max(from + 1, to) { sum += frame(i).energy }
        return max(Self.silence, sum / Float(max(1, to - from)))
    }

    private func meanBands(from: Int, to: Int) -> SIMD16<Float> {
        var sum = SIMD16<Float>(repeating: 0)
        for i in from..<max(from + 1, to) { sum += frame(i).bands }
        return sum / Float(max(1, to - from))
    }
}

// MARK: Features

extension ClapTrack {
    private func features(at peak: Int) -> ClapFeatures {
        var features = ClapFeatures()
        let first = onset - 2
        let backgroundEnergy = meanEnergy(from: first - offset(0.05), to: first)
        let background = meanBands(from: first - offset(0.05), to: first)
        let own = max(peakEnergy - backgroundEnergy, peakEnergy * 0.01)
        features.values[0] = clamped(FastLogarithm.decibels(peakEnergy / backgroundEnergy), 50)
        features.values[1] = clamped(FastLogarithm.decibels(backgroundEnergy / max(noiseFloor, Self.silence)), 40)

        /// The decrease of an energy to that at `seconds` after the maximum, without the background.
        func drop(_ seconds: Float, lanes: ClosedRange<Int>) -> Float {
            let at = peak + offset(seconds)
            let later = meanBands(from: at - 1, to: at + 1)
            let top = frame(peak).bands
            var topSum: Float = 0
            var laterSum: Float = 0
            for i in lanes {
                topSum += max(0, top[i] - background[i])
                laterSum += max(0, later[i] - background[i])
            }
            topSum = max(topSum, own * 1e-4)
            return clamped(FastLogarithm.decibels(topSum / max(laterSum, topSum * 1e-4)), 40)
        }
        let mid = ClapBands.first...ClapBands.last
        features.values[3] = drop(0.015, lanes: mid)
        features.values[4] = drop(0.03, lanes: mid)
        features.values[5] = drop(0.055, lanes: mid)
        features.values[6] = drop(0.085, lanes: mid)
        features.values[7] = FastLogarithm.decibels(peakEnergy + Self.silence)
        features.values[8] = drop(0.03, lanes: 5...ClapBands.last)
        features.values[28] = drop(0.03, lanes: 2...3)
        var later: Float = 0
        for i in (peak + offset(0.025))..<(peak + offset(0.085)) { later = max(later, frame(i).energy) }
        features.values[9] = clamped(FastLogarithm.decibels(max(later, Self.silence) / peakEnergy), 40)
        addSpectrum(of: peak, background: background, to: &features)
        addEnvelope(of: peak, to: &features)
        features.values[30] = clamped(longShape.flatness, 40)
        features.values[31] = clamped(longShape.crest, 40)
        return features
    }

    private func addSpectrum(of peak: Int, background: SIMD16<Float>, to features: inout ClapFeatures) {
        var own = meanBands(from: peak - 1, to: peak + 2) - background
        own.replace(with: 0, where: own .< 0)
        let total = max(own.sum(), Self.silence)
        for band in 0..<ClapBands.count {
            features.values[10 + band] =
                isAvailable[band] ? clamped(FastLogarithm.decibels(max(own[band], total * 1e-4) / total), 40) : .nan
        }
        features.values[19] = clamped(frame(peak).flatness, 40)
        var flatness: Float = 0
        let tail = (peak + offset(0.02))..<(peak + offset(0.06))
        var crest: Float = 0
        for i in tail {
            flatness += frame(i).flatness
            crest += frame(i).crest
        }
        features.values[20] = clamped(flatness / Float(tail.count), 40)
        features.values[26] = frame(peak).crest
        features.values[27] = crest / Float(tail.count)
        features.values[23] = clamped(
            FastLogarithm.decibels(max(own[0], background[0] * 1e-2) / max(background[0], Self.silence)), 50)
        // The distance of the relative spectra before and 60 ms after the sound, in decibels.
        let after = meanBands(from: peak + offset(0.05), to: peak + offset(0.085))
        let sums = (max(background.sum(), Self.silence), max(after.sum(), Self.silence))
        var distance: Float = 0
        var bands: Float = 0
        for band in 0..<ClapBands.count where isAvailable[band] {
            let a = FastLogarithm.decibels(max(background[band], sums.0 * 1e-3) / sums.0)
            let b = FastLogarithm.decibels(max(after[band], sums.1 * 1e-3) / sums.1)
            distance += (a - b).magnitude
            bands += 1
        }
        features.values[24] = distance / max(bands, 1)
    }

    /// Properties of the envelope in steps of a quarter of a frame, about 1.3 ms.
    private func addEnvelope(of peak: Int, to features: inout ClapFeatures) {
        let step = frameTime / 4 * 1_000
        func quarter(_ index: Int) -> Float { index < 0 ? 0 : frame(index / 4).quarters[index % 4] }
        let start = max(0, (peak - offset(0.03)) * 4)
        let end = (peak + offset(0.015)) * 4
        var top = start
        for i in start..<end where quarter(i) > quarter(top) { top = i }
        let maximum = max(quarter(top), Self.silence)
        var rise = top
        while rise > start && quarter(rise) > 0.1 * maximum { rise -= 1 }
        features.values[2] = FastLogarithm.log2(1 + Float(top - rise) * step)
        var before: Float = 0
        for i in (rise - Int(20 / step))..<(rise - 1) { before = max(before, quarter(i)) }
        features.values[29] = clamped(FastLogarithm.decibels(max(before, Self.silence) / maximum), 50)
        var sum: Float = 0
        let window = Int(50 / step)
        for i in top..<(top + window) { sum += quarter(i) }
        features.values[21] = clamped(FastLogarithm.decibels(maximum * Float(window) / max(sum, Self.silence)), 40)
        var firstPart: Float = 0
        for i in (top - 1)..<(top + Int(7 / step)) { firstPart += quarter(i) }
        for i in (top + window)..<(top + Int(60 / step)) { sum += quarter(i) }
        features.values[22] = clamped(FastLogarithm.decibels(max(firstPart, Self.silence) / max(sum, Self.silence)), 40)
        var half: Float = 0
        var i = top
        while i < top + window && half < 0.5 * sum {
            half += quarter(i)
            i += 1
        }
        features.values[25] = FastLogarithm.log2(1 + Float(i - top) * step)
    }

    private func clamped(_ value: Float, _ limit: Float) -> Float { min(limit, max(-limit, value)) }
}
