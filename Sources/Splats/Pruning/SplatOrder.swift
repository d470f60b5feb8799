import Geometry

/// Orders of splats for levels of detail.
public enum SplatOrder {
    /// The numbers of the splats, most important first: by opacity times the area that they show on average over all directions. A
    /// program that loads or draws only the first part shows the scene coarsely but whole.
    public static func byImportance(_ cloud: SplatCloud) -> [Int] {
        let scores = (0..<cloud.count).map { i -> Float in
            let s = cloud.scales[i]
            let score = cloud.opacities[i] * (s.x * s.y + s.y * s.z + s.z * s.x)
            return score.isFinite ? score : 0
        }
        return (0..<cloud.count).sorted { (scores[$0], $1) > (scores[$1], $0) }
    }

    /// The first `count` splats of an order by importance, enlarged so that they cover what the others did (at most threefold).
    public static func coarse(_ cloud: SplatCloud, count: Int) -> SplatCloud {
        let order = byImportance(cloud)
        let kept = Array(order.prefix(max(count, 0)))
        var result = cloud.picked(kept)
        func area(_ numbers: ArraySlice<Int>) -> Double {
            numbers.reduce(0) { sum, i in
                let s = cloud.scales[i]
                return sum + Double(cloud.opacities[i] * (s.x * s.y + s.y * s.z + s.z * s.x))
            }
        }
        let shown = area(kept[...])
        guard shown > 0 else { return result }
        let factor = min(Float((1 + area(order[kept.count...]) / shown).squareRoot()), 3)
        for i in result.scales.indices { result.scales[i] *= factor }
        return result
    }
}
