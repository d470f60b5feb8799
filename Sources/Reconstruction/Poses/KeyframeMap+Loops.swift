import Geometry
import Support

/// Loop closures: the camera left what it had seen and came back to it later. What keyframes see of the same surface while they
/// go past it is no loop, however long it takes.
extension KeyframeMap {
    /// Kept links of a keyframe with one of an earlier visit.
    func loopPairs(_ candidates: LoopCandidates) -> [LoopCandidates.Pair] {
        let ways = Self.travelled(poses)
        let pairs = links.filter { $0.value.isKept && $0.key.to - $0.key.from >= Self.loopGap }.keys
            .sorted { ($0.to, $0.from) < ($1.to, $1.from) }
        var result = [Bool](repeating: false, count: pairs.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEach(pairs.count) { result[$0] = isReturn(pairs[$0], candidates, ways) }
        }
        return zip(pairs, result).filter(\.1).map(\.0)
    }

    /// Rejects loop closures that can't be true: those that lie farther off the trajectory than this can have drifted, as where a
    /// corridor's bays are taken for each other, and those that contradict most of the others between the same parts of the
    /// trajectory (pairwise consistency: Mangelson et al. 2018).
    mutating func rejectInconsistent() {
        let ways = Self.travelled(initial)
        let spans = connectedSpans
        func way(_ a: Int, _ b: Int) -> (metres: Double, radians: Double) {
            ((ways[a].metres - ways[b].metres).magnitude, (ways[a].radians - ways[b].radians).magnitude)
        }
        let pairs = links.filter { pair, link in
            link.isSound && pair.to - pair.from >= Self.loopGap && spans[pair.from] == spans[pair.to]
        }.keys.sorted { ($0.to, $0.from) < ($1.to, $1.from) }
        var possible: [LoopCandidates.Pair] = []
        for pair in pairs {
            guard let motion = links[pair]?.alignment.motion else { continue }
            let drift = initial[pair.from].inverse * initial[pair.to] * motion.inverse
            let went = way(pair.to, pair.from)
            let isPossible = drift.angle < Self.drift.angle + Self.drift.perRadian * went.radians
            let off = motion.translation - (initial[pair.from].inverse * initial[pair.to]).translation
            let shift = (off * off).sum().squareRoot()
            if isPossible && shift < Self.drift.distance + Self.drift.perMetre * went.metres + drift.angle * motion.distance {
                possible.append(pair)
            } else {
                reject(pair)
            }
        }
        var contradicted: [LoopCandidates.Pair] = []
        for a in possible {
            guard let own = links[a]?.alignment.motion else { continue }
            var agree = 0
            var contradict = 0
            for b in possible where b != a && abs(a.from - b.from) <= Self.loopGap && abs(a.to - b.to) <= Self.loopGap {
                guard let other = links[b]?.alignment.motion else { continue }
                let cycle =
                    initial[a.from].inverse * initial[b.from] * other * initial[b.to].inverse * initial[a.to] * own.inverse
                let m = way(a.from, b.from)
                let n = way(a.to, b.to)
                let angle = 0.03 + 0.02 * (m.radians + n.radians)
                let distance = 0.08 + 0.03 * (m.metres + n.metres) + angle * own.distance
                if cycle.angle < angle && cycle.distance < distance { agree += 1 } else { contradict += 1 }
            }
            if contradict > agree { contradicted.append(a) }
        }
        contradicted.forEach { reject($0) }
    }

    private mutating func reject(_ pair: LoopCandidates.Pair) {
        links[pair]?.isSound = false
        links[pair]?.isRejected = true
    }

    /// What a trajectory drifts at most: in metres, metres per metre, radians, radians per radian.
    private static let drift = (distance: 0.3, perMetre: 0.05, angle: 0.15, perRadian: 0.05)

    /// Metres that the camera went up to each keyframe, and radians that it turned.
    static func travelled(_ poses: [Motion]) -> [(metres: Double, radians: Double)] {
        var sum = (metres: 0.0, radians: 0.0)
        return poses.indices.map { i in
            if i > 0 {
                let step = poses[i - 1].inverse * poses[i]
                sum = (sum.metres + step.distance, sum.radians + step.angle)
            }
            return sum
        }
    }

    /// Whether the camera was elsewhere between two keyframes: it went a way that is much longer than their distance, or turned all
    /// around, and saw little in between of what each of them sees.
    private func isReturn(
        _ pair: LoopCandidates.Pair, _ candidates: LoopCandidates, _ ways: [(metres: Double, radians: Double)]
    ) -> Bool {
        let step = poses[pair.from].inverse * poses[pair.to]
        let way = (
            metres: ways[pair.to].metres - ways[pair.from].metres, radians: ways[pair.to].radians - ways[pair.from].radians
        )
        let isLong = way.metres > 2 * step.distance + 1 || way.radians > step.angle + 1.7 * Double.pi
        func share(_ a: Int, _ b: Int) -> Double { candidates.overlap(b, i: a, motion: poses[a].inverse * poses[b]) }
        let limit = max(0.1, 0.35 * share(pair.from, pair.to))
        return isLong && (pair.from + 1..<pair.to).contains { share(pair.from, $0) < limit && share($0, pair.to) < limit }
    }
}
