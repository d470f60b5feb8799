import PointClouds
import Geometry
import Support

/// Registers one capture onto another and judges the result.
struct PairRegistration {
    private let target: RegistrationPiece
    private let source: RegistrationPiece
    private let options: CaptureRegistration.Options

    init(target: RegistrationPiece, source: RegistrationPiece, options: CaptureRegistration.Options) {
        self.target = target
        self.source = source
        self.options = options
    }

    func align(_ progress: ProgressReporter) throws -> Alignment {
        let places = try CoarseSearch(target: target, source: source).places(options.candidates, progress.part(0...0.3))
        let judged = try refine(places.map { $0.transform }, progress.part(0.3...0.8))
        guard var best = judged.first else {
            return Alignment(
                transform: .identity, residual: 0, rms: 0, overlap: 0, isTrustworthy: false,
                reason: "no alignment was found in which the captures' surfaces overlap")
        }
        // The nearest rival at another place.
        let pivot = source.middle.bounds.center
        let rival = judged.dropFirst().first { !CoarseSearch.alike($0.transform, best.transform, pivot, metres: 0.3, turn: 0.1) }
        try progress.report(0.8, "Refining the alignment")
        best = judge(try finish(best.transform))
        let reason = doubt(best, rival)
        return Alignment(
            transform: best.transform, residual: best.residual, rms: best.rms, overlap: best.overlap, isTrustworthy: reason == nil,
            reason: reason)
    }

    /// Moves each place to where the surfaces fit best, and ranks them. After a first look only the better ones go on.
    private func refine(_ places: [RigidTransform], _ progress: ProgressReporter) throws -> [Judgement] {
        try progress.report(0, "Comparing alignments")
        let near = try Self.ranked(
            places, cloud: Downsampling.voxel(source.middle, size: 0.2),
            stages: stages([0.4], Downsampling.voxel(target.middle, size: 0.1)), judge: judge
        )
        try progress.report(0.5, "Comparing alignments")
        let best = try Self.ranked(
            near.prefix(10).map { $0.transform }, cloud: Downsampling.voxel(source.middle, size: 0.1),
            stages: stages([0.2, 0.1], target.middle),
            judge: judge)
        try progress.report(1, "Comparing alignments")
        return best
    }

    private typealias Stage = (options: ICP.Options, target: ICPTarget)

    /// Steps of alignment, from far to near; distances in metres.
    private func stages(_ distances: [Float], _ cloud: PointCloud) throws -> [Stage] {
        try distances.map {
            let icp = ICP.Options(maximumDistance: $0, iterations: 12, tolerance: 1e-5, robustScale: $0 * 0.7)
            return (icp, try ICPTarget(cloud, options: icp))
        }
    }

    private static func ranked(
        _ places: [RigidTransform], cloud: PointCloud, stages: [Stage], judge: (RigidTransform) -> Judgement
    ) throws -> [Judgement] {
        var results = [Judgement?](repeating: nil, count: places.count)
        results.withUnsafeMutableBufferPointer { results in
            Parallel.forEach(places.count) { i in
                var transform = places[i]
                for stage in stages {
                    // Where the surfaces do not meet, there is no place.
                    guard let next = try? ICP.align(cloud, to: stage.target, options: stage.options, initial: transform) else {
                        return
                    }
                    transform = next.transform
                }
                results[i] = judge(transform)
            }
        }
        try Task.checkCancellation()
        return results.compactMap { $0 }.enumerated()
            .sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }.map { $0.element }
    }

    /// The last millimetres, with colours where both have them: they hold what plain walls let slide.
    private func finish(_ start: RigidTransform) throws -> RigidTransform {
        var transform = start
        let spacing = options.spacing
        for distance in [spacing * 4, spacing * 2] {
            let plane = ICP.Options(maximumDistance: distance, iterations: 30, robustScale: distance)
            guard let next = try align(transform, plane) else { return transform }
            transform = next
        }
        guard source.hasColors, target.hasColors else { return transform }
        let colored = ICP.Options(method: .colored, maximumDistance: spacing * 2, iterations: 30, robustScale: spacing * 2)
        return try align(transform, colored) ?? transform
    }

    /// nil where the surfaces do not meet at all.
    private func align(_ start: RigidTransform, _ options: ICP.Options) throws -> RigidTransform? {
        do {
            return try ICP.align(source.fine, to: target.fine, options: options, initial: start).transform
        } catch ReconstructionError.nothingSeen {
            return nil
        }
    }

    // MARK: Judgement

    struct Judgement {
        var transform: RigidTransform
        /// Points of the source, 5 cm apart, that have a counterpart, and that stand in the target's free space or the other way
        /// round.
        var matched: Int
        var conflicts: Int
        var overlap: Double
        var residual: Double
        var rms: Double
        /// −1…1: how colours of counterparts go together; nil where they are too uniform to say.
        var colorAgreement: Double?
        /// The least share of counterparts' normals along any direction: near 0 where the captures can slide along it.
        var hold: Double

        /// Matches less conflicts, the matches counting by their colours, floors and ceilings little.
        var score: Double
    }

    func judge(_ transform: RigidTransform) -> Judgement {
        let inverse = transform.inverse
        var distances: [Float] = []
        var pairs: [(Int, Int)] = []
        var conflicts = 0
        var upright = 0
        var (xx, xz, zz, yy): (Double, Double, Double, Double) = (0, 0, 0, 0)
        let rotation = transform.rotation.matrix
        for (i, p) in source.middle.positions.enumerated() {
            let q = transform.apply(p)
            let n = rotation * source.middle.normals[i]
            if let near = target.middleTree.nearest(1, to: q, within: 0.1).first {
                let m = target.middle.normals[near.index]
                let d = dot(q - target.middle.positions[near.index], m)
                guard dot(n, m) > 0.7, abs(d) < 0.06 else { continue }
                distances.append(abs(d))
                pairs.append((i, near.index))
                xx += Double(m.x * m.x)
                xz += Double(m.x * m.z)
                zz += Double(m.z * m.z)
                yy += Double(m.y * m.y)
                if abs(m.y) < 0.7 { upright += 1 }
            } else if target.space.isFree(q) {
                conflicts += 1
            }
        }
        for q in target.middle.positions {
            let p = inverse.apply(q)
            if source.space.isFree(p) { conflicts += 1 }
        }
        distances.sort()
        let count = Double(max(1, distances.count))
        let mean = (xx + zz) / 2
        let spread = (((xx - zz) / 2) * ((xx - zz) / 2) + xz * xz).squareRoot()
        let squares = distances.reduce(0) { $0 + Double($1) * Double($1) }
        let agreement = colorAgreement(pairs)
        let matches = Double(upright) + 0.25 * Double(distances.count - upright)
        return Judgement(
            transform: transform, matched: distances.count, conflicts: conflicts,
            overlap: min(1, Double(distances.count) / Double(min(source.middle.positions.count, target.middle.positions.count))),
            residual: distances.isEmpty ? 1 : Double(distances[distances.count / 2]), rms: (squares / count).squareRoot(),
            colorAgreement: agreement, hold: min(mean - spread, yy) / count,
            score: matches * (agreement.map { 0.25 + max(0, $0) } ?? 1) - 0.5 * Double(conflicts))
    }

    /// Pearson's correlation of the counterparts' colours over all three channels.
    private func colorAgreement(_ pairs: [(Int, Int)]) -> Double? {
        guard source.hasColors, target.hasColors, pairs.count >= 50 else { return nil }
        let a = pairs.map { Self.encoded(source.middle.colors[$0.0]) }
        let b = pairs.map { Self.encoded(target.middle.colors[$0.1]) }
        let share = 1 / Float(pairs.count)
        let meanA = a.reduce(Vector3(repeating: 0), +) * share
        let meanB = b.reduce(Vector3(repeating: 0), +) * share
        var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
        for (u, v) in zip(a, b) {
            ab += dot(u - meanA, v - meanB)
            aa += (u - meanA).lengthSquared
            bb += (v - meanB).lengthSquared
        }
        // Less than a hundredth of the range: a plain room.
        guard aa * share > 1e-4, bb * share > 1e-4 else { return nil }
        return Double(ab / (aa * bb).squareRoot())
    }

    private static func encoded(_ c: Vector3) -> Vector3 {
        c.replacing(with: Vector3(repeating: 0), where: c .< 0).squareRoot()
    }

    /// Why the place is not reliable; nil where it is.
    private func doubt(_ best: Judgement, _ rival: Judgement?) -> String? {
        func percent(_ x: Double) -> String { "\(Int((x * 100).rounded())) %" }
        if best.matched < 300 { return "only \(best.matched) points of the surfaces correspond, which is too few" }
        if best.overlap < 0.05 { return "only \(percent(best.overlap)) of the surfaces overlap" }
        if best.residual > options.maximumResidual {
            return "the surfaces are \(Int((best.residual * 1000).rounded())) mm apart where they overlap"
        }
        let conflicts = Double(best.conflicts) / Double(best.matched + best.conflicts)
        if conflicts > 0.2 { return "\(percent(conflicts)) of the overlap is in space that the other capture observed as free" }
        if best.hold < 0.03 { return "the overlap has too little shape to constrain the alignment in all directions" }
        if let agreement = best.colorAgreement, agreement < 0.35 { return "the colours do not agree where the surfaces overlap" }
        if let rival, rival.score > 0.75 * best.score { return "another alignment fits nearly as well" }
        let up = best.transform.rotation.rotate(Vector3(0, 1, 0))
        if up.y < 0.998 { return "the captures do not agree on the vertical" }
        return nil
    }
}
