import Geometry

/// Area by height: what lies level, what stands upright, in steps of a centimetre.
struct HeightTally: Sendable {
    static let step: Float = 0.01
    let bottom: Float
    var up: [Float]
    var down: [Float]
    var upright: [Float]

    init(bottom: Float, top: Float) {
        self.bottom = bottom
        let count = Int((top - bottom) / Self.step) + 2
        up = Array(repeating: 0, count: count)
        down = up
        upright = up
    }

    @inline(__always)
    func bin(_ height: Float) -> Int { min(max(Int((height - bottom) / Self.step), 0), up.count - 1) }
    func height(_ bin: Int) -> Double { Double(bottom) + (Double(bin) + 0.5) * Double(Self.step) }

    mutating func add(_ other: HeightTally) {
        for i in up.indices {
            up[i] += other.up[i]
            down[i] += other.down[i]
            upright[i] += other.upright[i]
        }
    }
}

/// One storey's floor and ceiling, heights in the surface's axes.
struct StoreyLevel: Sendable, Equatable {
    var floor: Double
    /// The ceiling, or the upper end of the walls where no ceiling was seen.
    var ceiling: Double
    var seesFloor: Bool
    var seesCeiling: Bool
    /// The upper face of the roof over the highest storey, where it was seen.
    var roof: Double?
}

/// Finds the storeys of a building by its floors and ceilings.
///
/// Floors and ceilings are peaks of the area that lies level, by height (Okorn et al. 2010, *Toward Automated Modeling of Floor
/// Plans*).
struct StoreyLevels {
    /// Nobody builds storeys lower than this, in metres.
    static let lowest = 1.9
    let tally: HeightTally

    /// A height at which much surface lies level.
    struct Peak {
        var height: Double
        var up: Float
        var down: Float
        var area: Float { up + down }
    }

    /// Whether the floor faces down: the triangles are wound clockwise.
    var isInsideOut: Bool {
        // A lone ceiling faces down as well; but only the floor has the walls above it.
        guard let lowest = strong.first, lowest.down > 3 * lowest.up else { return false }
        return hasWalls(above: lowest.height)
    }

    private var strong: [Peak] {
        let peaks = peaks()
        let largest = peaks.map(\.area).max() ?? 0
        return peaks.filter { $0.area >= 0.15 * largest && $0.area >= 0.5 }
    }

    /// From the lowest to the highest.
    func storeys() -> [StoreyLevel] {
        let strong = strong
        // A surface that faces into the rooms tells floors from ceilings; where it has two sides, only walls above tell.
        let isOneSided = strong.reduce(Float(0)) { $0 + max($1.up, $1.down) } > 0.85 * strong.reduce(Float(0)) { $0 + $1.area }
        var floors: [Double] = []
        for (i, peak) in strong.enumerated() {
            guard floors.last.map({ peak.height - $0 >= Self.lowest }) ?? true else { continue }
            if isOneSided && peak.up < peak.down { continue }
            let next = i + 1 < strong.count ? strong[i + 1] : nil
            // Of a ceiling and the floor on top of it the upper one is the floor.
            if !isOneSided, !floors.isEmpty, let next, next.height - peak.height < 0.6 { continue }
            guard hasWalls(above: peak.height) else { continue }
            floors.append(peak.height)
        }
        guard !floors.isEmpty else {
            guard let (low, high) = walls(from: -.infinity, to: .infinity) else { return [] }
            return [StoreyLevel(floor: low, ceiling: high, seesFloor: false, seesCeiling: false)]
        }
        return floors.indices.map { i in
            let floor = floors[i]
            let limit = i + 1 < floors.count ? floors[i + 1] - 0.03 : Double.infinity
            let ceilings = strong.filter {
                $0.height >= floor + Self.lowest && $0.height < limit && (!isOneSided || $0.down > $0.up)
            }
            // The surface of two sides has the roof above the ceiling; the ceiling is the lower one of a plate.
            if let highest = ceilings.max(by: { $0.area < $1.area }) {
                let roof = i + 1 < floors.count ? nil : roof(above: highest.height, isOneSided: isOneSided)
                return StoreyLevel(floor: floor, ceiling: highest.height, seesFloor: true, seesCeiling: true, roof: roof)
            }
            let top = walls(from: floor + 0.3, to: limit)?.1 ?? floor + 2.5
            return StoreyLevel(floor: floor, ceiling: max(top, floor + 0.5), seesFloor: true, seesCeiling: false)
        }
    }

    /// The upper face of the plate whose lower face is a ceiling.
    private func roof(above ceiling: Double, isOneSided: Bool) -> Double? {
        strong.first {
            Self.roofThickness.contains($0.height - ceiling) && (!isOneSided || $0.up > $0.down)
        }?.height
    }

    /// Metres from a ceiling to the upper face of the roof.
    private static let roofThickness = 0.08...0.8

    private func peaks() -> [Peak] {
        let n = tally.up.count
        let reach = 4
        var window = [Float](repeating: 0, count: n)
        for i in 0..<n { for k in max(0, i - reach)...min(n - 1, i + reach) { window[i] += tally.up[k] + tally.down[k] } }
        var peaks: [Peak] = []
        for i in 0..<n where window[i] > 0 {
            // The first of equal ones; nothing greater within 12 cm.
            let low = max(0, i - 12)
            let isPeak =
                (low..<i).allSatisfy { window[$0] < window[i] } && (i..<min(n, i + 13)).allSatisfy { window[$0] <= window[i] }
            guard isPeak else { continue }
            let range = max(0, i - reach)...min(n - 1, i + reach)
            var sum = 0.0
            var weight = 0.0
            var up = Float(0)
            var down = Float(0)
            for k in range {
                up += tally.up[k]
                down += tally.down[k]
                sum += Double(tally.up[k] + tally.down[k]) * tally.height(k)
                weight += Double(tally.up[k] + tally.down[k])
            }
            // Round the middle once more, so that a window that begins at the peak's edge does not pull it aside.
            let middle = sum / weight
            sum = 0
            weight = 0
            for k in max(0, i - 12)...min(n - 1, i + 12) where abs(tally.height(k) - middle) < 0.03 {
                sum += Double(tally.up[k] + tally.down[k]) * tally.height(k)
                weight += Double(tally.up[k] + tally.down[k])
            }
            peaks.append(Peak(height: weight > 0 ? sum / weight : middle, up: up, down: down))
        }
        return peaks
    }

    /// Whether upright surface stands between 0.3 and 1.8 m above a height as it does elsewhere.
    private func hasWalls(above height: Double) -> Bool {
        let low = tally.bin(Float(height + 0.3)), high = tally.bin(Float(height + 1.8))
        guard Double(tally.height(tally.up.count - 1)) > height + 1 else { return false }
        let mean = tally.upright[low...high].reduce(0, +) / Float(high - low + 1)
        return mean > 0.15 * (tally.upright.max() ?? 0)
    }

    /// Between which heights most upright surface stands.
    private func walls(from low: Double, to high: Double) -> (Double, Double)? {
        let bins = tally.upright.indices.filter { tally.height($0) >= low && tally.height($0) < high }
        let total = bins.reduce(Float(0)) { $0 + tally.upright[$1] }
        guard let first = bins.first, let last = bins.last, total > 0.2 else { return nil }
        // The ends are where a quarter of the usual area is reached, seen from outside, in windows of 5 cm.
        func smooth(_ i: Int) -> Float {
            let range = max(first, i - 2)...min(last, i + 2)
            return tally.upright[range].reduce(0, +) / Float(range.count)
        }
        let sorted = bins.map { smooth($0) }.sorted()
        let usual = sorted[sorted.count * 7 / 10]
        guard let bottom = bins.first(where: { smooth($0) > 0.25 * usual }),
            let top = bins.last(where: { smooth($0) > 0.25 * usual })
        else { return nil }
        return (tally.height(bottom), tally.height(top))
    }
}

extension PlanSurface {
    /// The surface by height, and its box.
    func heights(low: PlanVector, high: PlanVector) -> HeightTally {
        tally(HeightTally(bottom: low.z, top: high.z)) { sum, i in
            guard let e = element(i) else { return }
            if e.normal.z.magnitude > 0.94 {
                if e.normal.z > 0 { sum.up[sum.bin(e.middle.z)] += e.area } else { sum.down[sum.bin(e.middle.z)] += e.area }
            } else if e.normal.z.magnitude < 0.3 {
                let first = sum.bin(e.low.z)
                let last = sum.bin(e.high.z)
                let share = e.area / Float(last - first + 1)
                for k in first...last { sum.upright[k] += share }
            }
        } join: {
            $0.add($1)
        }
    }

    /// The box around everything, in the plan's axes.
    func box() -> (low: PlanVector, high: PlanVector) {
        let empty = (low: PlanVector(repeating: .infinity), high: PlanVector(repeating: -.infinity))
        return tally(empty) { sum, i in
            guard let e = element(i) else { return }
            sum = (sum.low.lanewiseMin(e.low), sum.high.lanewiseMax(e.high))
        } join: {
            $0 = ($0.low.lanewiseMin($1.low), $0.high.lanewiseMax($1.high))
        }
    }
}
