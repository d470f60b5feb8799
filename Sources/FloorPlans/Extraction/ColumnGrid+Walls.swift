/// Which of the upright surface stands where walls do.
extension ColumnGrid {
    /// Of a wall whose upper end was not seen: how high it is seen at least, and how much of that, metres.
    private static let likelyTop = 1.5
    private static let likelyRise = 0.75
    /// Of a wall below a window whose glass was not seen: how much of its height is seen at least.
    private static let lowRise = 0.4
    /// How far before a wall a wardrobe's front stands at most, and what is free before any wall, metres.
    private static let deepestFurniture = 0.7
    private static let alwaysFree = 0.12

    /// Up to which height above the floor walls stand here, and marks the faces of columns that reach it (within 35 cm).
    mutating func markTallFaces() -> Double {
        var tops = [Int](repeating: 0, count: faces.count)
        var histogram = [Int](repeating: 0, count: bins + 1)
        for (i, face) in faces.enumerated() {
            tops[i] = top(around: face.column)
            histogram[tops[i]] += 1
        }
        // The height that a seventh of all upright columns reach: furniture is lower, and stray samples above are few.
        var count = 0
        var reached = bins
        while reached > 1 && count + histogram[reached] < faces.count / 7 {
            count += histogram[reached]
            reached -= 1
        }
        // Surface in the uppermost 8 cm alone may be the ceiling's own noise.
        let band = max(0, reached - Int(0.35 / step))..<max(1, reached - Int(0.08 / step))
        let (least, rise) = (
            Int(min(Self.likelyTop, 0.6 * heightAboveFloor(reached)) / Double(step)), Int(Self.likelyRise / Double(step))
        )
        for i in faces.indices { faces[i].isTall = tops[i] >= band.lowerBound && fullness(band, around: faces[i].column) >= 3 }
        markFree()
        let low = Int(Self.lowRise / Double(step))
        for i in faces.indices where !faces[i].isTall {
            let full = fullness(0..<bins, around: faces[i].column)
            faces[i].isLikely =
                tops[i] >= least && full >= rise
                && shows(nothing: Seen.floor | Seen.ceiling | Seen.free, behind: faces[i], [0.06, 0.085, 0.11])
            faces[i].isParapet = !faces[i].isLikely && full >= low && shows(nothing: Seen.room, behind: faces[i], [0.3, 0.35, 0.4])
        }
        for face in faces where face.isWall { seen[face.column] |= Seen.wall }
        return heightAboveFloor(reached)
    }

    /// Marks what lies before the walls: a wall above a bookcase was seen from the room, so that the bookcase stands in the room
    /// and not in the wall. As far as the furniture's front, which faces the same way, or for a hand's breadth where there is none.
    private mutating func markFree() {
        var first = [Int32](repeating: -1, count: width * height)
        var next = [Int32](repeating: -1, count: faces.count)
        for i in faces.indices {
            next[i] = first[faces[i].column]
            first[faces[i].column] = Int32(i)
        }
        let half = Double(cell) / 2
        // Spots of surface may face anywhere.
        for wall in faces where wall.isTall && wall.area > 0.2 * Double(cell) {
            var passed: [Int] = []
            var reached = 0
            search: for k in 1...Int(Self.deepestFurniture / half) {
                let depth = Double(k) * half
                guard let column = column(wall.place + wall.normal * depth) else { break }
                // Not the columns of the wall itself, which may be thin.
                if depth > 0.04, passed.last != column { passed.append(column) }
                if depth <= Self.alwaysFree { reached = passed.count }
                // The wall's own surface waves.
                guard depth > 0.06 else { continue }
                var face = first[column]
                while face >= 0 {
                    let turn = faces[Int(face)].normal.dot(wall.normal)
                    if turn < -0.7 { break search }
                    if turn > 0.7 && !faces[Int(face)].isTall { reached = passed.count }
                    face = next[Int(face)]
                }
            }
            for column in passed.prefix(reached) { seen[column] |= Seen.free }
        }
    }

    /// Whether nothing of some kinds was seen at some depths behind a face: behind furniture that is lower than the room there is
    /// the ceiling, or the wall, and behind a wall there is the inside of the wall.
    private func shows(nothing kinds: UInt8, behind face: FaceCell, _ depths: [Double]) -> Bool {
        depths.allSatisfy { depth in column(face.place - face.normal * depth).map { seen[$0] & kinds == 0 } ?? true }
    }

    /// How many steps of a range hold upright surface in a column or its neighbours.
    private func fullness(_ range: Range<Int>, around column: Int) -> Int {
        let x = column % width
        let y = column / width
        return range.reduce(0) { sum, k in
            for v in max(0, y - 1)...min(height - 1, y + 1) {
                for u in max(0, x - 1)...min(width - 1, x + 1) where Self.test(upright, column: v * width + u, words: words, bin: k)
                { return sum + 1 }
            }
            return sum
        }
    }

    /// One above the highest step with upright surface in a column and its neighbours.
    private func top(around column: Int) -> Int {
        var top = 0
        let x = column % width
        let y = column / width
        for v in max(0, y - 1)...min(height - 1, y + 1) {
            for u in max(0, x - 1)...min(width - 1, x + 1) {
                for w in (0..<words).reversed() where upright[(v * width + u) * words + w] != 0 {
                    top = max(top, w * 64 + 64 - upright[(v * width + u) * words + w].leadingZeroBitCount)
                    break
                }
            }
        }
        return top
    }
}
