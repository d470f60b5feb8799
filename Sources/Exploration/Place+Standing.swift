import Geometry

extension Place {
    /// How much nearer than its radius a surface may come to a body that counts as clear, in metres.
    static let tolerance: Float = 0.001

    /// The lower end of a body's axis above its feet, and the axis' length.
    var axisBase: Float { body.step + body.radius }
    var axisHeight: Float { max(0, body.height - body.step - 2 * body.radius) }

    /// The surface that comes nearest to a body with its feet at `feet`, within `reach` metres of its axis.
    func contact(_ feet: Vector3, within reach: Float) -> NearestToColumn? {
        bvh.nearest(toColumn: feet + Vector3(0, axisBase, 0), height: axisHeight, within: reach)
    }

    /// Whether nothing reaches into a body with its feet at `feet`. What is lower than a step counts as ground.
    public func isClear(_ feet: Vector3) -> Bool { contact(feet, within: body.radius - Self.tolerance) == nil }

    /// Where a visitor can stand at `p`, or as near to it as can be within two metres: the ground is found from half a metre above
    /// `p` downwards. Nil where there is no room.
    public func standing(near p: Vector3) -> Vector3? {
        guard p.isFinite else { return nil }
        for circle in 0...8 {
            let radius = Float(circle) * 0.25
            for direction in Self.ring {
                let at = p + direction * radius
                if let feet = stand(at, from: p.y + 0.5) { return feet }
                if circle == 0 { break }
            }
        }
        return nil
    }

    private func stand(_ p: Vector3, from height: Float) -> Vector3? {
        guard let y = floor(below: Vector3(p.x, height, p.z)) else { return nil }
        let feet = Vector3(p.x, y, p.z)
        return isClear(feet) ? feet : nil
    }

    // MARK: Where to begin

    /// Cells of a grid over the ground plan where one can stand.
    private struct Ground {
        var width: Int
        var depth: Int
        var cell: Float
        var feet: [Float?]
    }

    func findStart() -> Vector3? {
        // On the floor that covers most; on any other ground where there is no room there.
        start(on: ground { (y: Float) in (y - levels.floor).magnitude < 0.2 }) ?? start(on: ground { _ in true })
    }

    private func ground(_ isFloor: (Float) -> Bool) -> Ground {
        let size = bounds.size
        // At most some 64 x 64 cells, so that large places take no longer.
        let cell = max(0.25, max(size.x, size.z) / 64)
        let width = whole(size.x / cell, most: 64) + 1
        let depth = whole(size.z / cell, most: 64) + 1
        var ground = Ground(width: width, depth: depth, cell: cell, feet: [Float?](repeating: nil, count: width * depth))
        let height = levels.floor + 1.2
        for j in 0..<depth {
            for i in 0..<width {
                let p = bounds.min + Vector3((Float(i) + 0.5) * cell, 0, (Float(j) + 0.5) * cell)
                guard let y = floor(below: Vector3(p.x, height, p.z)), isFloor(y), isClear(Vector3(p.x, y, p.z)) else { continue }
                ground.feet[j * width + i] = y
            }
        }
        return ground
    }

    /// The cell nearest to the middle of the largest connected piece.
    private func start(on ground: Ground) -> Vector3? {
        var seen = [Bool](repeating: false, count: ground.feet.count)
        var best: [Int] = []
        for first in ground.feet.indices where ground.feet[first] != nil && !seen[first] {
            var piece = [first]
            seen[first] = true
            var next = 0
            while next < piece.count {
                let cell = piece[next]
                next += 1
                let i = cell % ground.width
                let j = cell / ground.width
                for (x, z) in [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]
                where x >= 0 && z >= 0 && x < ground.width && z < ground.depth {
                    let other = z * ground.width + x
                    guard !seen[other], let a = ground.feet[cell], let b = ground.feet[other], (a - b).magnitude <= body.step
                    else { continue }
                    seen[other] = true
                    piece.append(other)
                }
            }
            if piece.count > best.count { best = piece }
        }
        guard !best.isEmpty else { return nil }
        func place(_ cell: Int) -> Vector3 {
            let i = cell % ground.width
            let j = cell / ground.width
            return Vector3(
                bounds.min.x + (Float(i) + 0.5) * ground.cell, ground.feet[cell] ?? 0, bounds.min.z + (Float(j) + 0.5) * ground.cell
            )
        }
        var sum = Vector3(repeating: 0)
        for cell in best { sum += place(cell) }
        let middle = sum / Float(best.count)
        var nearest = place(best[0])
        for cell in best {
            let p = place(cell)
            if (p - middle).lengthSquared < (nearest - middle).lengthSquared { nearest = p }
        }
        return nearest
    }
}
