import Foundation

/// An open door's leaf: upright surface as high and as long as the door that stands out from one of its jambs.
struct DoorLeaf {
    let face: WallFace
    /// Between which places along the wall the door is, and its height.
    let from: Double
    let to: Double
    let height: Double

    /// How it opens, and its footprint with some room around; nil where no leaf was seen.
    func find() -> (swing: Opening.Swing, footprint: PlanPolygon)? {
        let width = to - from
        guard width < 1.4 else { return nil }
        var best: (score: Double, swing: Opening.Swing, a: PlanPoint, d: PlanPoint)?
        for side in face.sides {
            for hinge in [Opening.Swing.Hinge.start, .end] {
                let jamb = face.start + face.direction * (hinge == .start ? from : to) + face.direction.left * side
                let along = hinge == .start ? face.direction : -face.direction
                let out = face.direction.left * (side < 0 ? -1 : 1)
                for degrees in stride(from: 25.0, through: 165, by: 5) {
                    let d = along * cos(degrees * .pi / 180) + out * sin(degrees * .pi / 180)
                    let score = score(jamb, d: d, width: width)
                    if score > best?.score ?? 0.6 {
                        best = (score, Opening.Swing(hinge: hinge, side: side < 0 ? .right : .left), jamb, d)
                    }
                }
            }
        }
        guard let best else { return nil }
        let a = best.a - best.d * 0.08
        let b = best.a + best.d * (width + 0.1)
        let across = best.d.left * 0.12
        return (best.swing, PlanPolygon([a - across, b - across, b + across, a + across]))
    }

    /// Share of the leaf's length at which surface stands up to the door's height, and none above.
    private func score(_ jamb: PlanPoint, d: PlanPoint, width: Double) -> Double {
        let grid = face.grid
        let low = grid.bin(aboveFloor: 0.3)
        let high = grid.bin(aboveFloor: height - 0.2)
        let above = grid.bin(aboveFloor: height + 0.15)
        let steps = max(4, Int(width / Double(grid.cell)))
        guard low < high else { return 0 }
        var sum = 0
        for k in 2..<steps {
            let p = jamb + d * (width * Double(k) / Double(steps))
            var count = 0
            var over = 0
            var found = [Bool](repeating: false, count: high - low)
            for side in [-0.035, 0, 0.035] {
                guard let column = grid.column(p + d.left * side) else { continue }
                for bin in low..<high where ColumnGrid.test(grid.upright, column: column, words: grid.words, bin: bin) {
                    found[bin - low] = true
                }
                if above < grid.bins - 4 {
                    for bin in above..<grid.bins - 4
                    where ColumnGrid.test(grid.upright, column: column, words: grid.words, bin: bin) { over += 1 }
                }
            }
            count = found.filter { $0 }.count
            if count * 10 > (high - low) * 6, over < 3 { sum += 1 }
        }
        return Double(sum) / Double(steps - 2)
    }
}
