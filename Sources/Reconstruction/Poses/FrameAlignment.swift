import Geometry
import Support

/// Where one frame's camera stands in another's, found by bringing their surfaces and images together.
struct FrameAlignment: Sendable {
    /// Source camera to target camera.
    var motion: Motion
    /// The inverse covariance of a small motion on the left of `motion`, in the target's camera coordinates.
    var information: Matrix6
    /// Share of the source's surface that the target sees too, 0…1.
    var overlap: Double
    /// Share of that which lies within three deviations of the target's surface, 0…1.
    var inliers: Double
    /// Mean distance of those from the target's surface, metres.
    var residual: Double
    /// Mean robust loss of what both see, 0…1.
    var loss: Double
    /// Mean difference of brightness, 0…1.
    var contrast: Double
    /// How far the least certain direction is known: a standard deviation in metres, rotations counted at two metres.
    var uncertainty: Double

    /// How alignments go about their work.
    struct Settings: Sendable {
        var weights = AlignmentKernel.Weights()
        /// Rounds on each level at most, the finest first.
        var iterations = [5, 4, 5, 5]
        /// Reach of the outlier weights in deviations on each level, the finest first.
        var reach: [Float] = [2, 3, 5, 8]
        /// The coarsest level that is used.
        var coarsest = 3
        /// Deviations of the guess, in metres and radians: how far a direction that nothing else determines may go.
        var guess: (translation: Double, rotation: Double) = (0.3, 0.2)
        /// Every n-th row of the source's finest level is used.
        var step = 1
        /// Rows are handed out to this many bands side by side; 1 where whole alignments run side by side already.
        var bands = 1
    }

    /// Neighbouring pixels err alike: about this many of them count as one sample.
    static let correlation = 60.0

    /// - Parameter guess: where the source's camera is believed to stand in the target's.
    init(_ source: PoseFrame, onto target: PoseFrame, guess: Motion, settings: Settings) {
        var motion = guess
        var weights = settings.weights
        let prior = Matrix6(
            translation: 1 / (settings.guess.translation * settings.guess.translation),
            rotation: 1 / (settings.guess.rotation * settings.guess.rotation))
        let back = guess.inverse
        var last = AlignmentSums()
        let levels = min(source.levels.count, target.levels.count)
        var isSound = guess.isFinite
        for level in stride(from: min(settings.coarsest, levels - 1), through: 0, by: -1) where isSound {
            weights.reach = settings.reach[level]
            for _ in 0..<settings.iterations[level] {
                last = Self.sums(
                    source.levels[level], target: target.levels[level], motion: motion, weights: weights, settings: settings,
                    isFinest: level == 0)
                if last.brightnessWeight > 0 { weights.bias += Float(last.brightness / last.brightnessWeight) }
                let strength = 1 / Self.correlation
                guard last.visible > 24 else {
                    isSound = false
                    break
                }
                let deviation = (motion * back).twist
                guard let inverse = (last.hessian * strength + prior).inverseOfPositive else {
                    isSound = false
                    break
                }
                let step = inverse * (last.gradient * strength + prior * deviation) * -1
                let change = Motion(step)
                motion = change * motion
                guard motion.isFinite else {
                    isSound = false
                    break
                }
                if change.distance < 2e-4 && change.angle < 1e-4 { break }
            }
        }
        let total = Double(source.levels[0].width * source.levels[0].height) * source.coverage
        if isSound {
            weights.reach = settings.reach[0]
            last = Self.sums(
                source.levels[0], target: target.levels[0], motion: motion, weights: weights, settings: settings, isFinest: true)
        }
        self.init(motion: isSound ? motion : guess, sums: last, isSound: isSound, total: total / Double(settings.step))
    }

    /// How well two frames agree where `motion` puts them, without moving them.
    init(measuring source: PoseFrame, on target: PoseFrame, at motion: Motion, settings: Settings) {
        var weights = settings.weights
        weights.reach = settings.reach[0]
        let isSound = motion.isFinite
        let sums =
            isSound
            ? Self.sums(
                source.levels[0], target: target.levels[0], motion: motion, weights: weights, settings: settings, isFinest: true)
            : AlignmentSums()
        let total = Double(source.levels[0].width * source.levels[0].height) * source.coverage
        self.init(motion: motion, sums: sums, isSound: isSound, total: total / Double(settings.step))
    }

    private init(motion: Motion, sums: AlignmentSums, isSound: Bool, total: Double) {
        self.motion = motion
        information = sums.hessian * (1 / Self.correlation)
        overlap = isSound && total > 0 ? min(sums.visible / total, 1) : 0
        inliers = isSound && sums.visible > 0 ? sums.matched / sums.visible : 0
        residual = sums.matched > 0 ? sums.distance / sums.matched : .infinity
        loss = sums.visible > 0 ? sums.loss / sums.visible : 1
        contrast = sums.matched > 0 ? sums.contrast / sums.matched : 1
        uncertainty = isSound ? Self.uncertainty(information) : .infinity
    }

    /// The square root of the greatest eigenvalue of the covariance, with rotations as metres at two metres' distance.
    private static func uncertainty(_ information: Matrix6) -> Double {
        let scale = [1, 1, 1, 0.5, 0.5, 0.5]
        let rows = (0..<6).map { i in (0..<6).map { j in information[i, j] * scale[i] * scale[j] } }
        let least = SymmetricEigen(rows).values[0]
        return least > 1e-12 ? (1 / least).squareRoot() : .infinity
    }

    private static func sums(
        _ source: PoseLevel, target: PoseLevel, motion: Motion, weights: AlignmentKernel.Weights, settings: Settings,
        isFinest: Bool
    ) -> AlignmentSums {
        let kernel = AlignmentKernel(source: source, target: target, motion: motion.transform, weights: weights)
        let step = isFinest ? settings.step : 1
        // The bands and their order do not depend on the number of threads, and so neither do the sums.
        let bands = max(1, min(settings.bands, source.height / 16))
        guard bands > 1 else { return kernel.sums(rows: 0..<source.height, step: step) }
        var parts = [AlignmentSums](repeating: AlignmentSums(), count: bands)
        let size = (source.height / bands + step - 1) / step * step
        parts.withUnsafeMutableBufferPointer { parts in
            Parallel.forEach(bands) { i in
                parts[i] = kernel.sums(rows: i * size..<(i + 1 == bands ? source.height : (i + 1) * size), step: step)
            }
        }
        return parts.dropFirst().reduce(into: parts[0]) { $0 += $1 }
    }
}
