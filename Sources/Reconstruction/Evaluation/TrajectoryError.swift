import Geometry

/// How far a camera's path is from the true one (Sturm et al. 2012, *A Benchmark for the Evaluation of RGB-D SLAM Systems*).
public struct TrajectoryError: Sendable, Equatable {
    /// Distances between the cameras after the paths were brought together by one rigid motion: absolute trajectory error, metres.
    public var rootMeanSquare: Double
    /// Mean of those distances, metres.
    public var mean: Double
    /// Largest of those distances, metres.
    public var maximum: Double
    /// Root mean square error of the motion from a frame to the one `delta` frames on: relative pose error, metres and radians.
    public var relativeTranslation: Double
    /// Root mean square error of the relative rotation, radians.
    public var relativeRotation: Double
    /// Frames that were compared: those that have a pose.
    public var frames: Int
    /// The motion that brings the path onto the true one.
    public var alignment: RigidTransform

    /// - Parameters:
    ///   - path: camera to world, nil where a frame has no pose; frames beyond either's end do not count.
    ///   - truth: the true poses, camera to world.
    ///   - isAligned: whether the paths are brought together first. Where not, both are in one world already.
    ///   - delta: frames between the poses whose relative motion is compared.
    /// - Returns: nil where fewer than two frames have a pose.
    public init?(of path: [RigidTransform?], from truth: [RigidTransform], isAligned: Bool = false, delta: Int = 1) {
        let pairs = zip(path, truth).compactMap { a, b in a.map { (Motion($0), Motion(b)) } }.filter {
            $0.0.isFinite && $0.1.isFinite
        }
        guard pairs.count >= 2 else { return nil }
        let motion = isAligned ? Motion.identity : Self.alignment(pairs.map { ($0.0.translation, $0.1.translation) })
        let errors = pairs.map { own, true_ in
            let d = motion.rotate(own.translation) + motion.translation - true_.translation
            return (d * d).sum()
        }
        frames = pairs.count
        alignment = motion.transform
        rootMeanSquare = (errors.reduce(0, +) / Double(errors.count)).squareRoot()
        mean = errors.reduce(0) { $0 + $1.squareRoot() } / Double(errors.count)
        maximum = (errors.max() ?? 0).squareRoot()
        var translation = 0.0
        var rotation = 0.0
        var count = 0.0
        let step = max(1, delta)
        for (i, next) in path.enumerated().dropFirst(step) where i < truth.count {
            guard let a = path[i - step], let b = next else { continue }
            let own = Motion(a).inverse * Motion(b)
            let real = Motion(truth[i - step]).inverse * Motion(truth[i])
            let error = real.inverse * own
            translation += error.distance * error.distance
            rotation += error.angle * error.angle
            count += 1
        }
        relativeTranslation = count > 0 ? (translation / count).squareRoot() : 0
        relativeRotation = count > 0 ? (rotation / count).squareRoot() : 0
    }

    /// The rigid motion that brings the first of each pair of points onto the second with least squares (Horn 1987, by
    /// quaternions).
    static func alignment(_ pairs: [(SIMD3<Double>, SIMD3<Double>)]) -> Motion {
        let count = Double(pairs.count)
        let from = pairs.reduce(SIMD3<Double>.zero) { $0 + $1.0 } / count
        let to = pairs.reduce(SIMD3<Double>.zero) { $0 + $1.1 } / count
        var s = [[Double]](repeating: [0, 0, 0], count: 3)
        for (p, q) in pairs {
            let a = p - from
            let b = q - to
            for i in 0..<3 { for j in 0..<3 { s[i][j] += a[i] * b[j] } }
        }
        let n = [
            [s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]],
            [0, s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]],
            [0, 0, s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]],
            [0, 0, 0, s[2][2] - s[0][0] - s[1][1]],
        ]
        let q = SymmetricEigen(n).vectors[3]
        var motion = Motion(rotation: SIMD4(q[1], q[2], q[3], q[0]), translation: .zero)
        motion.translation = to - motion.rotate(from)
        return motion
    }
}
