import Foundation

/// Finds doors and windows as holes in a wall's surface.
///
/// A hole counts where wall is seen around it and nothing stands before it; what furniture hides from the scanner is no opening. A
/// door begins at the floor and is as high as a person; a window has wall below it.
struct OpeningSearch {
    struct Found {
        var kind: Opening.Kind
        var from: Double
        var to: Double
        var sill: Double
        var top: Double
        var confidence: Double
        var swing: Opening.Swing?
        /// Where an open leaf stands.
        var leaf: PlanPolygon?
    }

    private static let narrowest = (door: 0.5, window: 0.3)
    private static let widest = 5.0
    /// Smaller windows need more than a frame, metres.
    private static let certain = 0.5
    private static let lowestDoor = 1.75

    let face: WallFace
    /// Height of the wall above the floor.
    let wallHeight: Double
    private var grid: ColumnGrid { face.grid }

    /// The hole in each place along the wall, in steps of height; nil where there is none.
    private struct Gap: Equatable {
        var low: Int
        var high: Int
        var isDoor: Bool
        var hasLintel: Bool
    }

    func openings() -> [Found] {
        let gaps = (0..<face.count).map(gap)
        var found: [Found] = []
        var u = 0
        while u < gaps.count {
            guard let first = gaps[u] else {
                u += 1
                continue
            }
            // As long as the holes are alike; a place or two that is not may be noise.
            var end = u + 1
            var misses = 0
            var last = u
            while end < gaps.count && misses < 4 {
                if let next = gaps[end], next.isDoor == first.isDoor, next.low <= first.high, next.high >= first.low {
                    last = end
                    misses = 0
                } else {
                    misses += 1
                }
                end += 1
            }
            let range = u..<last + 1
            if let opening = judge(range, range.compactMap { gaps[$0] }) { found.append(opening) }
            u = last + 1
        }
        return found
    }

    /// The highest hole of a column of the wall that may be an opening.
    private func gap(_ u: Int) -> Gap? {
        let bottom = grid.bin(aboveFloor: 0.12)
        let top = grid.bin(aboveFloor: wallHeight - 0.04)
        guard top > bottom else { return nil }
        // Free from the floor to a person's height.
        var k = bottom
        while k < top && !face.isCovered(u, k) { k += 1 }
        if grid.heightAboveFloor(k) >= min(Self.lowestDoor, wallHeight - 0.25) {
            // A sofa below a window hides the wall there: what is free begins above it.
            let breast = grid.bin(aboveFloor: 0.9)
            let behind = (bottom..<breast).filter { face.isHidden(u, $0) }
            let above = (breast..<k).filter { face.isHidden(u, $0) }
            guard behind.count * 2 > breast - bottom, above.count * 4 < k - breast else {
                return Gap(low: 0, high: k, isDoor: true, hasLintel: k < top)
            }
            let end = (behind.last ?? bottom) + 1
            return Double(k - end) * Double(grid.step) >= 0.3 ? Gap(low: end, high: k, isDoor: false, hasLintel: k < top) : nil
        }
        // The longest free stretch with wall below.
        var best: (Int, Int)?
        while k < top {
            while k < top && face.isCovered(u, k) { k += 1 }
            let low = k
            while k < top && !face.isCovered(u, k) { k += 1 }
            if k > low, best == nil || k - low > best!.1 - best!.0 { best = (low, k) }
        }
        guard let best, Double(best.1 - best.0) * Double(grid.step) >= 0.3 else { return nil }
        return Gap(low: best.0, high: best.1, isDoor: false, hasLintel: best.1 < top)
    }

    private func judge(_ range: Range<Int>, _ gaps: [Gap]) -> Found? {
        let size = face.length / Double(face.count)
        let width = Double(range.count) * size
        let isDoor = gaps[0].isDoor
        guard width >= (isDoor ? Self.narrowest.door : Self.narrowest.window), width <= Self.widest else { return nil }
        let lows = gaps.map(\.low).sorted(), highs = gaps.map(\.high).sorted()
        let low = lows[lows.count / 2]
        let high = highs[highs.count / 2]
        // The wall's edge lies somewhere in the last step that has surface: in its middle on average.
        let rest = Double(grid.step) / 2
        let sill = isDoor ? 0 : grid.heightAboveFloor(low) - rest
        let top = min(grid.heightAboveFloor(high) + (gaps.filter(\.hasLintel).count * 2 > gaps.count ? rest : 0), wallHeight)
        guard top - sill >= 0.3 else { return nil }
        let ks = max(grid.bin(aboveFloor: 0.15), low)..<high
        // Away from the edges, where frames stand.
        let inset = min(3, range.count / 4)
        let inner = range.lowerBound + inset..<range.upperBound - inset
        let innerKs = ks.lowerBound + min(2, ks.count / 4)..<ks.upperBound - min(2, ks.count / 4)
        let half = face.thickness / 2
        // A shut leaf or a pane in the depth of the wall.
        let filled = face.occupied(inner, innerKs, side: 1, near: 0.03 - half, far: half - 0.03)
        let framed = rim(
            range, ks, isDoor: isDoor, hasLintel: gaps.filter(\.hasLintel).count * 2 > gaps.count, isFilled: filled > 0.5)
        guard framed >= 0.6 else { return nil }
        let blocked = face.sides.map { side in
            face.occupied(inner, innerKs, side: side < 0 ? -1 : 1, near: abs(side) + 0.05, far: abs(side) + 0.7)
        }
        guard let least = blocked.min(), least < 0.4 else { return nil }
        // What shows that one could look or walk through: reveals at the jambs, something in the wall's depth, floor in the
        // passage.
        let reveals = [range.lowerBound - 2..<range.lowerBound + 2, range.upperBound - 2..<range.upperBound + 2].map {
            jamb -> Double in
            let us = jamb.clamped(to: 0..<face.count)
            guard let side = face.sides.first, !us.isEmpty else { return 0 }
            let inward = side < 0 ? 1.0 : -1.0
            // From the face inwards to the other side of the wall, or 20 cm where the thickness is not known.
            return revealed(us, innerKs, from: side + inward * 0.05, to: side + inward * max(0.12, min(face.thickness - 0.02, 0.2)))
        }
        let passage = isDoor ? face.floor(inner, from: -half * 0.7, to: half * 0.7) : 0
        let reveal = (reveals[0] + reveals[1]) / 2
        // Where no wall was seen above, or in a hole as small as the shadow of a lamp, only the depth of the wall shows a window.
        let hasLintel = gaps.filter(\.hasLintel).count * 2 > gaps.count
        if !isDoor, !hasLintel || min(width, top - sill) < Self.certain, reveals.contains(where: { $0 < 0.3 }) { return nil }
        // Where the wall was not seen up to the ceiling, its end is no jamb yet.
        let isShown = reveal > 0.3 || passage > 0.5 || filled > 0.5
        if isDoor, !hasLintel, !isShown { return nil }
        guard framed >= 0.8 || isShown else { return nil }
        let score = 0.45 * framed + 0.2 * (1 - least) + 0.2 * min(1, 1.3 * reveal) + 0.15 * max(filled, isDoor ? passage : 0.5)
        // The same along the wall, or exactly where the reveals stand.
        let first = Double(range.lowerBound) * size - size / 2
        let last = Double(range.upperBound) * size + size / 2
        var found = Found(
            kind: isDoor ? .door : .window, from: face.reveal(near: first, height: top - sill) ?? first,
            to: face.reveal(near: last, height: top - sill) ?? last, sill: sill, top: top, confidence: min(1, max(0.05, score)))
        if isDoor {
            if let (swing, leaf) = DoorLeaf(face: face, from: found.from, to: found.to, height: top).find() {
                found.swing = swing
                found.leaf = leaf
            } else if passage > 0.5 && filled < 0.3 {
                // One walks through, and there is no leaf.
                found.kind = .opening
            }
        }
        return found
    }

    private func revealed(_ us: Range<Int>, _ ks: Range<Int>, from a: Double, to b: Double) -> Double {
        guard !ks.isEmpty else { return 0 }
        var found = [Bool](repeating: false, count: ks.count)
        for u in us {
            for s in 0...4 {
                guard let column = grid.column(face.place(u, a + (b - a) * Double(s) / 4)) else { continue }
                for k in ks where !found[k - ks.lowerBound] {
                    if ColumnGrid.test(grid.any, column: column, words: grid.words, bin: k) { found[k - ks.lowerBound] = true }
                }
            }
        }
        return Double(found.filter { $0 }.count) / Double(ks.count)
    }

    /// Share of the border with wall on it: 15 cm beside, above and, for windows, below.
    private func rim(_ us: Range<Int>, _ ks: Range<Int>, isDoor: Bool, hasLintel: Bool, isFilled: Bool) -> Double {
        let size = face.length / Double(face.count)
        let reach = max(2, Int(0.15 / size))
        /// Nil where most of it is hidden, so that nobody knows.
        func covered(_ us: Range<Int>, _ ks: Range<Int>, ifNone: Double) -> Double? {
            guard !us.isEmpty, !ks.isEmpty else { return ifNone }
            var sum = 0
            var known = 0
            for u in us {
                let there = ks.filter { face.isCovered(u, $0) }.count
                let unknown = ks.filter { !face.isCovered(u, $0) && face.isHidden(u, $0) }.count
                if there * 2 >= ks.count {
                    sum += 1
                    known += 1
                } else if unknown * 2 < ks.count {
                    known += 1
                }
            }
            return known * 3 >= us.count ? Double(sum) / Double(known) : nil
        }
        // A jamb at the end of a wall is the next wall.
        let left = covered(max(0, us.lowerBound - reach)..<us.lowerBound, ks, ifNone: 1)
        let right = covered(us.upperBound..<min(face.count, us.upperBound + reach), ks, ifNone: 1)
        let above = isDoor && !hasLintel ? nil : covered(us, ks.upperBound..<min(grid.bins, ks.upperBound + 3), ifNone: 0)
        let below = isDoor ? nil : covered(us, max(0, ks.lowerBound - 3)..<ks.lowerBound, ifNone: 0)
        let known = [left, right, above, below].compactMap { $0 }
        // One side alone frames nothing.
        guard known.count > 1 || isDoor && !hasLintel && known.count > 0 || isFilled && known.count > 0 else { return 0 }
        return known.reduce(0, +) / Double(known.count) * (isDoor && !hasLintel ? 0.8 : 1)
    }
}
