import PointClouds
import Geometry
import Support

/// Finds where a capture may lie in another one's frame: all turns about the vertical in steps of 3°, all shifts in steps of a
/// cell.
struct CoarseSearch {
    struct Place: Sendable {
        var transform: RigidTransform
        var score: Int
    }

    /// A value for each cell and each of six directions that a surface may face: above 0 where the target has such a surface, below
    /// 0 where it saw nothing. Rows along x, padded with zeros to whole vectors.
    private struct Evidence {
        let cell: Float
        let origin: Vector3
        let size: SIMD3<Int>
        let rowLength: Int
        var values: [[Int16]]

        func row(_ face: Int, y: Int, z: Int) -> Int { (y * size.z + z) * rowLength }
    }

    private let evidence: Evidence
    private let samples: [(position: Vector3, normal: Vector3)]
    private let pivot: Vector3
    private let heights: [Float]

    private static let turns = 120
    /// Points of the source that vote, for each of six directions; floors and ceilings, which slide on each other, get fewer.
    private static let votes = [220, 220, 90, 90, 220, 220]

    init(target: RegistrationPiece, source: RegistrationPiece) throws {
        let extent = max(target.middle.bounds.size.max(), source.middle.bounds.size.max())
        // No more than a hundred cells along an axis: the work grows with the square.
        let cell = max(0.2, extent / 100)
        let thin = try Downsampling.voxel(target.middle, size: cell / 2)
        evidence = Self.evidence(thin, cell)
        samples = Self.samples(try Downsampling.voxel(source.middle, size: cell))
        pivot = source.middle.bounds.center
        heights = Self.heights(target.middle, source.middle)
    }

    // MARK: What the target shows

    /// How much a surface faces each of +x, −x, +y, −y, +z, −z.
    private static func facing(_ n: Vector3) -> [Float] {
        [n.x, -n.x, n.y, -n.y, n.z, -n.z].map { $0 > 0 ? $0 * $0 : 0 }
    }

    private static func evidence(_ cloud: PointCloud, _ cell: Float) -> Evidence {
        let bounds = cloud.bounds
        let margin = FreeSpace.depth + cell
        let origin = bounds.min - margin
        let extent = bounds.size + 2 * margin
        let size = SIMD3(Int(extent.x / cell) + 2, Int(extent.y / cell) + 2, Int(extent.z / cell) + 2)
        let rowLength = (size.x + 15) / 16 * 16
        let count = rowLength * size.y * size.z
        var evidence = Evidence(
            cell: cell, origin: origin, size: size, rowLength: rowLength,
            values: Array(repeating: Array(repeating: 0, count: count), count: 6))
        func index(_ p: Vector3) -> Int? {
            let q = (p - origin) / cell
            guard q.x >= 0, q.y >= 0, q.z >= 0, q.x < Float(size.x), q.y < Float(size.y), q.z < Float(size.z) else { return nil }
            return (Int(q.y) * size.z + Int(q.z)) * rowLength + Int(q.x)
        }
        var isSurface = [Bool](repeating: false, count: count)
        for p in cloud.positions { if let i = index(p) { isSurface[i] = true } }
        for (p, n) in zip(cloud.positions, cloud.normals) {
            var d = cell * 1.5
            while d <= FreeSpace.depth + cell, let i = index(p + n * d), !isSurface[i] {
                for face in 0..<6 { evidence.values[face][i] = -4 }
                d += cell * 0.5
            }
            let weights = facing(n)
            // Into the own cell and, with less weight, half a cell to every side, so that a cell's borders do not decide.
            for (shift, share) in around {
                guard let i = index(p + shift * cell * 0.5) else { continue }
                for face in 0..<6 where weights[face] > 0.2 {
                    evidence.values[face][i] = max(evidence.values[face][i], Int16(weights[face] * share))
                }
            }
        }
        return evidence
    }

    private static let around: [(Vector3, Float)] =
        [(Vector3(0, 0, 0), 8)]
        + [Vector3(1, 0, 0), Vector3(-1, 0, 0), Vector3(0, 1, 0), Vector3(0, -1, 0), Vector3(0, 0, 1), Vector3(0, 0, -1)].map {
            ($0, 5)
        }

    // MARK: What the source shows

    private static func samples(_ cloud: PointCloud) -> [(position: Vector3, normal: Vector3)] {
        var random = SplitMix64(seed: 11)
        var numbers = Array(cloud.positions.indices)
        numbers.shuffle(using: &random)
        var left = votes
        // Directions in the source's own frame: turning changes which they are, not how they are balanced.
        return numbers.compactMap { i in
            let weights = facing(cloud.normals[i])
            guard let face = weights.indices.max(by: { weights[$0] < weights[$1] }), left[face] > 0 else { return nil }
            left[face] -= 1
            return (cloud.positions[i], cloud.normals[i])
        }
    }

    /// The likeliest differences in height, by how floors and ceilings (and tables) of both lie: up to six, in metres.
    private static func heights(_ target: PointCloud, _ source: PointCloud) -> [Float] {
        // No more than a thousand steps: a tower is not told by its storeys' centimetres.
        let step = max(0.05, max(target.bounds.size.y, source.bounds.size.y) / 1000)
        func histogram(_ cloud: PointCloud, _ sign: Float) -> (low: Int, counts: [Float]) {
            let low = Int((cloud.bounds.min.y / step).rounded(.down)) - 1
            let high = Int((cloud.bounds.max.y / step).rounded(.down)) + 1
            var counts = [Float](repeating: 0, count: high - low + 1)
            for (p, n) in zip(cloud.positions, cloud.normals) where n.y * sign > 0.8 {
                counts[Int((p.y / step).rounded(.down)) - low] += 1
            }
            // Square roots: a whole floor must not drown everything else.
            return (low, counts.map { $0.squareRoot() })
        }
        var scores: [Int: Float] = [:]
        for sign in [Float(1), -1] {
            let a = histogram(target, sign)
            let b = histogram(source, sign)
            for (i, u) in a.counts.enumerated() where u > 0 {
                for (j, v) in b.counts.enumerated() where v > 0 { scores[i + a.low - j - b.low, default: 0] += u * v }
            }
        }
        let ranked = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        var chosen: [Int] = []
        for (shift, _) in ranked where chosen.count < 6 && chosen.allSatisfy({ abs($0 - shift) > 2 }) { chosen.append(shift) }
        return chosen.isEmpty ? [0] : chosen.map { Float($0) * step }
    }

    // MARK: Correlation

    /// The best places, the best first, no two of them alike.
    func places(_ count: Int, _ progress: ProgressReporter) throws -> [Place] {
        let jobs = Self.turns * heights.count
        var found = [[Place]](repeating: [], count: jobs)
        try progress.report(0, "Searching alignments")
        found.withUnsafeMutableBufferPointer { found in
            Parallel.forEach(jobs) { job in
                let angle = Float(job % Self.turns) / Float(Self.turns) * 2 * .pi
                found[job] = correlate(Quaternion(angle: angle, axis: Vector3(0, 1, 0)), heights[job / Self.turns])
            }
        }
        try progress.report(1, "Searching alignments")
        // Equal scores keep the order of the jobs.
        let ranked = found.flatMap { $0 }.enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }
        var chosen: [Place] = []
        for (_, place) in ranked where chosen.count < count {
            let isNew = chosen.allSatisfy {
                !Self.alike($0.transform, place.transform, pivot, metres: evidence.cell * 2.5, turn: 0.13)
            }
            if isNew { chosen.append(place) }
        }
        return chosen
    }

    /// Whether two transforms differ by less than so many metres at a point, and radians.
    static func alike(_ a: RigidTransform, _ b: RigidTransform, _ p: Vector3, metres: Float, turn: Float) -> Bool {
        let difference = (a.rotation.inverse * b.rotation).vector
        return (a.apply(p) - b.apply(p)).length < metres && 2 * Vector3(difference.x, difference.y, difference.z).length < turn
    }

    /// The best shifts for one turn and height.
    private func correlate(_ turn: Quaternion, _ height: Float) -> [Place] {
        let rotation = turn.matrix
        let turned = samples.map { (position: rotation * ($0.position - pivot), normal: rotation * $0.normal) }
        let box = Bounds(turned.map { $0.position })
        let cell = evidence.cell
        let reachX = Int((box.max.x - box.min.x) / cell) + 1
        let reachZ = Int((box.max.z - box.min.z) / cell) + 1
        let width = evidence.rowLength + reachX + 16
        let depth = evidence.size.z + reachZ
        var scores = [Int16](repeating: 0, count: width * depth + 16)
        scores.withUnsafeMutableBytes { scores in
            for sample in turned {
                let y = Int(((sample.position.y + pivot.y + height - evidence.origin.y) / cell).rounded(.down))
                guard y >= 0, y < evidence.size.y else { continue }
                let weights = Self.facing(sample.normal)
                guard let face = weights.indices.max(by: { weights[$0] < weights[$1] }) else { continue }
                let x = Int((sample.position.x - box.min.x) / cell)
                let z = Int((sample.position.z - box.min.z) / cell)
                evidence.values[face].withUnsafeBytes { values in
                    for row in 0..<evidence.size.z {
                        let from = values.baseAddress.unsafelyUnwrapped + evidence.row(face, y: y, z: row) * 2
                        let to = scores.baseAddress.unsafelyUnwrapped + ((row - z + reachZ) * width + reachX - x) * 2
                        for i in stride(from: 0, to: evidence.rowLength * 2, by: 32) {
                            let sum =
                                (to + i).loadUnaligned(as: SIMD16<Int16>.self) &+ (from + i).loadUnaligned(as: SIMD16<Int16>.self)
                            (to + i).storeBytes(of: sum, as: SIMD16<Int16>.self)
                        }
                    }
                }
            }
        }
        return peaks(scores, width: width, depth: depth).map { peak in
            // Cell (reachX, reachZ) of the scores puts the samples' box at the evidence's origin.
            let x = evidence.origin.x - box.min.x + Float(peak.x - reachX) * cell
            let z = evidence.origin.z - box.min.z + Float(peak.z - reachZ) * cell
            let shift = Vector3(x, height + pivot.y, z)
            return Place(transform: RigidTransform(rotation: turn, translation: shift - turn.rotate(pivot)), score: peak.score)
        }
    }

    /// The four highest places that are not beside each other.
    private func peaks(_ scores: [Int16], width: Int, depth: Int) -> [(x: Int, z: Int, score: Int)] {
        var found: [(x: Int, z: Int, score: Int)] = []
        for z in 0..<depth {
            for x in 0..<width {
                let score = Int(scores[z * width + x])
                guard score > 100, found.count < 4 || score > found[found.count - 1].score else { continue }
                if let near = found.firstIndex(where: { abs($0.x - x) <= 2 && abs($0.z - z) <= 2 }) {
                    guard score > found[near].score else { continue }
                    found.remove(at: near)
                }
                found.insert((x, z, score), at: found.firstIndex { $0.score < score } ?? found.count)
                if found.count > 4 { found.removeLast() }
            }
        }
        return found
    }
}
