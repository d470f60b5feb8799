/// The properties by which sudden sounds are rated; ``ClapFeatures`` names them.
extension ClapTrack {
    /// Sets ``features`` to those of the sound with its maximum in the frame `peak`.
    mutating func measure(_ peak: Int) {
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
        measureSpectrum(of: peak, background: background)
        measureEnvelope(of: peak)
        measureContext(of: peak)
        measurePattern(of: peak)
    }

    private mutating func measureSpectrum(of peak: Int, background: SIMD16<Float>) {
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
    private mutating func measureEnvelope(of peak: Int) {
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
        for (number, part) in layout.envelopeParts.enumerated() {
            var energy: Float = 0
            for i in part { energy += quarter(top + i) }
            features.values[ClapFeatures.firstOfEnvelope + number] = clamped(
                FastLogarithm.decibels(max(energy / Float(part.count), Self.silence) / maximum), 40)
        }
    }

    /// What was heard in the second before, and how tonal the sound and its surroundings are.
    private mutating func measureContext(of peak: Int) {
        var index = ClapFeatures.firstOfContext
        for part in layout.earlierParts {
            let part = history(from: peak + part.lowerBound, to: peak + part.upperBound)
            features.values[index] = clamped(FastLogarithm.decibels(part.largest / peakEnergy), 50)
            index += 1
        }
        let second = history(from: peak - offset(1), to: onset)
        features.values[index] = clamped(FastLogarithm.decibels(second.mean / peakEnergy), 50)
        features.values[index + 1] = FastLogarithm.log2(1 + Float(second.onsets))
        features.values[index + 2] = Float(history(from: peak - offset(0.3), to: onset).onsets)
        index += 3
        for window in shapes {
            features.values[index] = clamped(window.spectrum.flatness, 40)
            features.values[index + 1] = clamped(window.spectrum.crest, 40)
            features.values[index + 2] = window.periodicity
            index += 3
        }
    }

    /// The energy of each band in parts of the time around the maximum, over that of the maximum.
    private mutating func measurePattern(of peak: Int) {
        var index = ClapFeatures.firstOfPattern
        for part in layout.patternParts {
            let bands = meanBands(from: peak + part.lowerBound, to: peak + part.upperBound)
            for band in 0..<ClapBands.count {
                features.values[index] =
                    isAvailable[band] ? clamped(FastLogarithm.decibels(max(bands[band], Self.silence) / peakEnergy), 50) : .nan
                index += 1
            }
        }
    }

    private func clamped(_ value: Float, _ limit: Float) -> Float { min(limit, max(-limit, value)) }
}
