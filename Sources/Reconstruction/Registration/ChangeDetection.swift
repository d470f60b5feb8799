import PointClouds
import Geometry
import Support

/// The pieces of an old scan that a newer one lacks, and where they may have gone.
struct ChangeDetection {
    private let old: PointCloud
    private let new: PointCloud
    private let newTree: PointTree
    /// Points of the new scan that the old one lacks.
    private let arrived: PointCloud
    /// Points of the old scan that the new one lacks, and their places among them.
    private let left: [Int]
    private let leftTree: PointTree
    /// The piece of each of `left`.
    private let pieces: [Int]
    private let count: Int
    private var found: [Int: RigidTransform?] = [:]

    /// Points closer together than this belong to one piece, in metres.
    private static let gap: Float = 0.07
    /// A piece of fewer points is too small to be known again.
    private static let smallest = 40

    /// - Parameters:
    ///   - hasCounterpart: whether each point of `old` has a counterpart in the new scan.
    ///   - arrived: the indices of the points of `new` that `old` lacks.
    init(_ old: PointCloud, hasCounterpart: [Bool], new: PointCloud, newTree: PointTree, arrived: [Int]) throws {
        self.old = old
        self.new = new
        self.newTree = newTree
        self.arrived = PointCloud(positions: arrived.map { new.positions[$0] }, normals: arrived.map { new.normals[$0] })
        left = hasCounterpart.indices.filter { !hasCounterpart[$0] }
        let positions = left.map { old.positions[$0] }
        leftTree = PointTree(positions)
        var pieces = [Int](repeating: -1, count: left.count)
        var count = 0
        for start in left.indices where pieces[start] < 0 {
            pieces[start] = count
            var front = [start]
            while let next = front.popLast() {
                for neighbour in leftTree.within(Self.gap, of: positions[next]) where pieces[neighbour.index] < 0 {
                    pieces[neighbour.index] = count
                    front.append(neighbour.index)
                }
            }
            count += 1
            try Task.checkCancellation()
        }
        self.pieces = pieces
        self.count = count
    }

    /// How the piece moved that a place of the old surface belongs to; nil where none is near, or it was not found again.
    mutating func movement(of point: Vector3, _ normal: Vector3) throws -> RigidTransform? {
        let near = leftTree.nearest(12, to: point, within: 0.15)
        let facing = near.first { dot(old.normals[left[$0.index]], normal) > 0.3 } ?? near.first
        guard let facing else { return nil }
        let piece = pieces[facing.index]
        if let known = found[piece] { return known }
        let movement = try search(left.indices.filter { pieces[$0] == piece }.map { left[$0] })
        found[piece] = movement
        return movement
    }

    /// Finds a piece among what has arrived.
    private func search(_ members: [Int]) throws -> RigidTransform? {
        guard members.count >= Self.smallest, arrived.positions.count >= Self.smallest else { return nil }
        let piece = PointCloud(positions: members.map { old.positions[$0] }, normals: members.map { old.normals[$0] })
        let candidates = try MovementVotes(piece, arrived).best(12)
        var judged: [(transform: RigidTransform, share: Double)] = []
        let stages = try [Float(0.15), 0.08, 0.05].map { distance in
            let options = ICP.Options(maximumDistance: distance, iterations: 20, tolerance: 1e-5, robustScale: distance * 0.5)
            return (options, try ICPTarget(new, options: options))
        }
        for candidate in candidates {
            try Task.checkCancellation()
            var transform = candidate
            do {
                for (options, target) in stages {
                    transform = try ICP.align(piece, to: target, options: options, initial: transform).transform
                }
            } catch ReconstructionError.nothingSeen {
                continue
            }
            judged.append((transform, share(piece, transform)))
        }
        judged.sort { $0.share > $1.share }
        guard let best = judged.first, best.share > 0.7 else { return nil }
        let pivot = piece.bounds.center
        let rival = judged.first { ($0.transform.apply(pivot) - best.transform.apply(pivot)).length > 0.15 }
        if let rival, rival.share > 0.9 * best.share { return nil }
        return best.transform
    }

    /// How much of a piece lies on surfaces of the new scan that face as it does.
    private func share(_ piece: PointCloud, _ transform: RigidTransform) -> Double {
        let rotation = transform.rotation.matrix
        let matched = piece.positions.indices.count { i in
            let normal = rotation * piece.normals[i]
            return newTree.nearest(3, to: transform.apply(piece.positions[i]), within: 0.035).contains {
                dot(new.normals[$0.index], normal) > 0.6
            }
        }
        return Double(matched) / Double(max(1, piece.positions.count))
    }
}

/// Where a piece may lie among other points: each pair of points that face alike votes for a turn about the vertical and a shift.
private struct MovementVotes {
    private let piece: PointCloud
    private let target: PointCloud
    private let pivot: Vector3

    private static let turns = 36
    private static let cell: Float = 0.08
    /// Farther than this, in metres, nothing is looked for.
    private static let range = SIMD3<Float>(8, 2, 8)

    init(_ piece: PointCloud, _ target: PointCloud) throws {
        self.piece = Self.thinned(piece, to: 250)
        self.target = Self.thinned(target, to: 4000)
        pivot = piece.bounds.center
    }

    private static func thinned(_ cloud: PointCloud, to count: Int) -> PointCloud {
        var random = SplitMix64(seed: 5)
        var numbers = Array(cloud.positions.indices)
        numbers.shuffle(using: &random)
        let chosen = numbers.prefix(count)
        return PointCloud(positions: chosen.map { cloud.positions[$0] }, normals: chosen.map { cloud.normals[$0] })
    }

    /// The transforms with most votes, the best first, no two of them alike.
    func best(_ count: Int) throws -> [RigidTransform] {
        let size = SIMD3<Int>(
            Int(2 * Self.range.x / Self.cell), Int(2 * Self.range.y / Self.cell), Int(2 * Self.range.z / Self.cell))
        var peaks: [(votes: UInt16, turn: Int, cell: Int)] = []
        var votes = [UInt16](repeating: 0, count: size.x * size.y * size.z)
        for turn in 0..<Self.turns {
            try Task.checkCancellation()
            for i in votes.indices { votes[i] = 0 }
            let rotation = Self.rotation(turn).matrix
            for (p, n) in zip(piece.positions, piece.normals) {
                let start = rotation * (p - pivot) + pivot - Self.range
                let normal = rotation * n
                for (q, m) in zip(target.positions, target.normals) where dot(normal, m) > 0.8 {
                    let place = (q - start) / Self.cell
                    guard place.x >= 0, place.y >= 0, place.z >= 0, place.x < Float(size.x), place.y < Float(size.y),
                        place.z < Float(size.z)
                    else { continue }
                    votes[(Int(place.y) * size.z + Int(place.z)) * size.x + Int(place.x)] &+= 1
                }
            }
            // The best few of this turn: neighbours of a peak are nearly as high.
            for _ in 0..<3 {
                guard let top = votes.indices.max(by: { votes[$0] < votes[$1] }), votes[top] > 0 else { break }
                peaks.append((votes[top], turn, top))
                let x = top % size.x
                let y = top / (size.x * size.z)
                let z = top / size.x % size.z
                for dy in -2...2 {
                    for dz in -2...2 {
                        for dx in -2...2 {
                            let u = x + dx
                            let v = y + dy
                            let w = z + dz
                            guard u >= 0, v >= 0, w >= 0, u < size.x, v < size.y, w < size.z else { continue }
                            votes[(v * size.z + w) * size.x + u] = 0
                        }
                    }
                }
            }
        }
        return peaks.sorted { ($0.votes, $1.turn) > ($1.votes, $0.turn) }.prefix(count).map { peak in
            let x = peak.cell % size.x
            let y = peak.cell / (size.x * size.z)
            let z = peak.cell / size.x % size.z
            let shift = (Vector3(Float(x), Float(y), Float(z)) + 0.5) * Self.cell - Self.range
            let rotation = Self.rotation(peak.turn)
            // Turned about its own middle, then shifted.
            return RigidTransform(rotation: rotation, translation: pivot - rotation.rotate(pivot) + shift)
        }
    }

    private static func rotation(_ turn: Int) -> Quaternion {
        Quaternion(angle: Float(turn) * 2 * .pi / Float(turns), axis: Vector3(0, 1, 0))
    }
}
