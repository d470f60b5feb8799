/// The recent frames of a stream, the noise floor, and the sudden sound that is being observed.
struct ClapTrack: Sendable {
    /// A sudden sound, 90 ms after its maximum; its properties are ``ClapTrack/features``.
    struct Sound {
        var time: Double
        /// Decibels below full scale.
        var level: Float
    }

    private static let capacity = 64
    /// Frames whose energy is kept: at least a second.
    private static let historyCapacity = 256
    /// Energies below this count as silence: −100 dB.
    static let silence: Float = 1e-10
    /// Seconds from the maximum of a sound to its rating.
    private static let observationTime: Float = 0.09

    let frameTime: Float
    let isAvailable: [Bool]
    let layout: ClapFeatureLayout
    private var frames: [ClapFrame]
    /// The energies of the last frames from 500 Hz to 9 kHz.
    private var energies: [Float]
    /// Whether the observation of a sound began at a frame.
    private var onsets: [Bool]
    /// The number of frames so far.
    private(set) var count = 0
    private(set) var noiseFloor: Float = 1e-6
    /// The frame of the observed sound with the most energy, and that energy.
    private(set) var peak: Int?
    private(set) var peakEnergy: Float = 0
    private(set) var onset = 0
    /// The long windows before, at and after the observed sound, in the order of ``ClapWindow``.
    var shapes = [ClapShape](repeating: ClapShape(), count: ClapWindow.count)
    /// The frame in which the long window ends that begins at the maximum, counted from the maximum.
    private static let peakWindowEnd = 6
    /// The properties of the last completed sound.
    var features = ClapFeatures()

    /// - Parameters:
    ///   - frameTime: seconds between frames.
    ///   - isAvailable: the bands that the sample rate reaches.
    init(frameTime: Float, isAvailable: [Bool]) {
        self.frameTime = frameTime
        self.isAvailable = isAvailable
        layout = ClapFeatureLayout(frameTime: frameTime)
        frames = [ClapFrame](repeating: ClapFrame(), count: Self.capacity)
        energies = [Float](repeating: Self.silence, count: Self.historyCapacity)
        onsets = [Bool](repeating: false, count: Self.historyCapacity)
    }

    /// Adds the next frame.
    mutating func append(_ frame: ClapFrame) {
        frames[count % Self.capacity] = frame
        let energy = max(frame.energy, Self.silence)
        energies[count % Self.historyCapacity] = energy
        onsets[count % Self.historyCapacity] = false
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
        onsets[count % Self.historyCapacity] = true
    }

    /// The long window that ends with the newest frame and is to be analyzed.
    var endingWindow: ClapWindow? {
        guard let peak else { return nil }
        let age = count - 1 - peak
        if count - 1 == onset { return .before }
        if age == Self.peakWindowEnd { return .peak }
        return age == offset(Self.observationTime) ? .tail : nil
    }

    /// The observed sound, once 90 ms have passed since its maximum; sets ``features``.
    mutating func completedSound() -> Sound? {
        guard let peak, count - 1 - peak >= offset(Self.observationTime) else { return nil }
        self.peak = nil
        measure(peak)
        // The frame contains the samples of its window, whose middle is the end of the frame before.
        let time = Double(peak) * Double(frameTime)
        return Sound(time: time, level: FastLogarithm.decibels(peakEnergy + Self.silence))
    }

    /// Frames in a time of `seconds`.
    func offset(_ seconds: Float) -> Int { max(1, Int((seconds / frameTime).rounded())) }

    func frame(_ index: Int) -> ClapFrame {
        index < 0 || index >= count || index < count - Self.capacity ? ClapFrame() : frames[index % Self.capacity]
    }

    func meanEnergy(from: Int, to: Int) -> Float {
        var sum: Float = 0
        for i in from..<max(from + 1, to) { sum += frame(i).energy }
        return max(Self.silence, sum / Float(max(1, to - from)))
    }

    func meanBands(from: Int, to: Int) -> SIMD16<Float> {
        var sum = SIMD16<Float>(repeating: 0)
        for i in from..<max(from + 1, to) { sum += frame(i).bands }
        return sum / Float(max(1, to - from))
    }

    /// The largest and the mean energy, and the number of observed sounds, of frames of the last second.
    func history(from: Int, to: Int) -> (largest: Float, mean: Float, onsets: Int) {
        var largest = Self.silence
        var sum: Float = 0
        var number = 0
        let first = max(0, from, count - Self.historyCapacity)
        for i in first..<max(first, to) {
            let energy = energies[i % Self.historyCapacity]
            largest = max(largest, energy)
            sum += energy
            if onsets[i % Self.historyCapacity] { number += 1 }
        }
        return (largest, max(Self.silence, sum / Float(max(1, to - first))), number)
    }
}
