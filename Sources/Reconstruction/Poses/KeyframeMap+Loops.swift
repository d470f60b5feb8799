import Geometry
import Support

/// Loop closures: the camera left what it had seen and came back to it later. What keyframes see of the same surface while they
/// go past it is no loop, however long it takes.
extension KeyframeMap {
    /// Kept links of a keyframe with one of an earlier visit.
    func loopPairs(_ candidates: LoopCandidates) -> [LoopCandidates.Pair] {
        let ways = travelled
        let pairs = links.filter { $0.value.isKept && $0.key.to - $0.key.from >= Self.loopGap }.keys
            .sorted { ($0.to, $0.from) < ($1.to, $1.from) }
        var result = [Bool](repeating: false, count: pairs.count)
        result.withUnsafeMutableBufferPointer { result in
            Parallel.forEach(pairs.count) { result[$0] = isReturn(pairs[$0], candidates, ways) }
        }
        return zip(pairs, result).filter(\.1).map(\.0)
    }

    /// Metres that the camera went up to each keyframe, and radians that it turned.
    var travelled: [(metres: Double, radians: Double)] {
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
