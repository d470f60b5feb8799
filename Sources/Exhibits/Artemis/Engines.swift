import Geometry

/// Rocket engines as surfaces of revolution about the y axis that fire downwards, their nozzle's exit at y = 0.
enum Engine {
    /// The contour of a bell-shaped nozzle and its wall.
    struct Bell: Sendable {
        /// Radius of the exit, metres.
        var exit: Float
        /// Radius of the throat.
        var throat: Float
        /// From the exit to the throat.
        var length: Float
        /// Of the wall.
        var thickness: Float

        /// The outer contour from the exit to the throat.
        func contour(_ count: Int) -> [Vector2] {
            Profile.bezier(
                [
                    Vector2(exit, 0), Vector2(exit * 0.93, length * 0.38), Vector2(throat + (exit - throat) * 0.40, length * 0.84),
                    Vector2(throat, length),
                ], count: count)
        }
    }

    /// The nozzle with its inside and the throat's dark plug.
    static func nozzle(_ bell: Bell, segments: Int, rows: Int) -> Shape {
        let outside = bell.contour(rows)
        let inside = outside.map { Vector2(max($0.x - bell.thickness, 0.01), $0.y) }
        var shape = Shape.revolution(outside + [Vector2(0, bell.length)], RevolutionStyle(segments, repeats: 12, crease: 0.6))
        // Down the inside wall from the throat, around the lip.
        let lining = [Vector2(0, bell.length - 0.02)] + inside.reversed() + [outside[0]]
        shape.append(.revolution(lining, RevolutionStyle(segments, repeats: 12, crease: 0.6)))
        return shape
    }

    /// Hoops around a nozzle at fractions of its length.
    static func hoops(_ bell: Bell, at fractions: [Float], thickness: Float, segments: Int, sides: Int) -> Shape {
        let contour = bell.contour(64)
        return .union(
            fractions.map { fraction in
                let y = fraction * bell.length
                let k = contour.firstIndex { $0.y >= y } ?? contour.count - 1
                return Shape.torus(contour[k].x + thickness * 0.5, thickness: thickness, segments: segments, sides: sides)
                    .translated(0, contour[k].y, 0)
            })
    }

    /// Cooling tubes along a nozzle as thin ribs.
    static func ribs(_ bell: Bell, count: Int, width: Float, rows: Int) -> Shape {
        let contour = bell.contour(rows)
        let ridge = width * 0.5
        var shape = Shape()
        for k in 0..<count {
            let angle = Float(k) / Float(count) * 2 * .pi
            for (a, b) in zip(contour, contour.dropFirst()) {
                func at(_ p: Vector2, _ side: Float, lift: Float) -> Vector3 {
                    let (s, c) = Trigonometry.sincos(angle + side * width / max(p.x, 0.1))
                    return Vector3((p.x + lift) * s, p.y, (p.x + lift) * c)
                }
                shape.quad([at(a, -0.5, lift: 0), at(a, 0, lift: ridge), at(b, 0, lift: ridge), at(b, -0.5, lift: 0)])
                shape.quad([at(a, 0, lift: ridge), at(a, 0.5, lift: 0), at(b, 0.5, lift: 0), at(b, 0, lift: ridge)])
            }
        }
        return shape
    }

    /// A small thruster whose nozzle's exit is at y = 0: bell and flange.
    static func thruster(exit: Float, length: Float, segments: Int) -> Shape {
        let bell = Bell(exit: exit, throat: exit * 0.28, length: length * 0.82, thickness: exit * 0.07)
        var shape = nozzle(bell, segments: segments, rows: max(segments / 4, 3))
        shape.append(Shape.cylinder(exit * 0.5, height: length * 0.18, segments: segments).translated(0, length * 0.82, 0))
        return shape
    }
}
