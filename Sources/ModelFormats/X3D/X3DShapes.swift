import Codecs
import Foundation
import Geometry
import Models

/// Boxes, spheres, cones and cylinders as triangles with normals and texture coordinates.
enum X3DShapes {
    /// How many sides round shapes have.
    private static let sides = 32

    /// The primitive of a shape node, around the origin, upright along y.
    static func primitive(_ node: X3DNode) throws(FormatError) -> Primitive {
        switch node.type {
        case "Box":
            let size = try node.vector("size", SIMD3(repeating: 2))
            return box(Vector3(size) / 2)
        case "Sphere": return sphere(Float(abs(try node.double("radius", 1))))
        case "Cone":
            var primitive = Primitive()
            primitive.textureCoordinates = [[]]
            let radius = Float(abs(try node.double("bottomRadius", 1)))
            let half = Float(abs(try node.double("height", 2))) / 2
            if node.bool("side", true) { addSide(&primitive, bottom: radius, top: 0, half: half) }
            if node.bool("bottom", true) { addDisc(&primitive, radius: radius, y: -half, isTop: false) }
            return primitive
        default:
            var primitive = Primitive()
            primitive.textureCoordinates = [[]]
            let radius = Float(abs(try node.double("radius", 1)))
            let half = Float(abs(try node.double("height", 2))) / 2
            if node.bool("side", true) { addSide(&primitive, bottom: radius, top: radius, half: half) }
            if node.bool("top", true) { addDisc(&primitive, radius: radius, y: half, isTop: true) }
            if node.bool("bottom", true) { addDisc(&primitive, radius: radius, y: -half, isTop: false) }
            return primitive
        }
    }

    private static func append(_ primitive: inout Primitive, _ p: Vector3, _ n: Vector3, _ uv: Vector2) {
        primitive.positions.append(p)
        primitive.normals.append(n)
        primitive.textureCoordinates[0].append(uv)
    }

    private static func box(_ half: Vector3) -> Primitive {
        var primitive = Primitive()
        primitive.textureCoordinates = [[]]
        // For each face its normal, and the directions of u and of v upwards.
        let faces: [(Vector3, Vector3, Vector3)] = [
            (Vector3(0, 0, 1), Vector3(1, 0, 0), Vector3(0, 1, 0)), (Vector3(0, 0, -1), Vector3(-1, 0, 0), Vector3(0, 1, 0)),
            (Vector3(1, 0, 0), Vector3(0, 0, -1), Vector3(0, 1, 0)), (Vector3(-1, 0, 0), Vector3(0, 0, 1), Vector3(0, 1, 0)),
            (Vector3(0, 1, 0), Vector3(1, 0, 0), Vector3(0, 0, -1)), (Vector3(0, -1, 0), Vector3(1, 0, 0), Vector3(0, 0, 1)),
        ]
        for (n, u, v) in faces {
            let first = UInt32(primitive.positions.count)
            for (a, b) in [(Float(-1), Float(-1)), (1, -1), (1, 1), (-1, 1)] {
                append(&primitive, (n + u * a + v * b) * half, n, Vector2((a + 1) / 2, (1 - b) / 2))
            }
            primitive.indices += [first, first + 1, first + 2, first, first + 2, first + 3]
        }
        return primitive
    }

    /// The direction at a fraction of the way around, which begins at −z and goes counter-clockwise seen from above.
    private static func direction(_ u: Float) -> SIMD2<Float> {
        let (sine, cosine) = Trigonometry.sincos(2 * .pi * u)
        return SIMD2(-sine, -cosine)
    }

    private static func sphere(_ radius: Float) -> Primitive {
        var primitive = Primitive()
        primitive.textureCoordinates = [[]]
        let rows = sides / 2
        for row in 0...rows {
            let (sine, cosine) = Trigonometry.sincos(.pi * Float(row) / Float(rows))
            for side in 0...sides {
                let u = Float(side) / Float(sides)
                let d = direction(side == sides ? 0 : u)
                let n = Vector3(d.x * sine, cosine, d.y * sine)
                append(&primitive, n * radius, n, Vector2(u, Float(row) / Float(rows)))
            }
        }
        addGrid(&primitive, first: 0, rows: rows, isPointedTop: true, isPointedBottom: true)
        return primitive
    }

    /// Triangles between rows of `sides` + 1 vertices; at a point there is one for each side.
    private static func addGrid(_ primitive: inout Primitive, first: UInt32, rows: Int, isPointedTop: Bool, isPointedBottom: Bool) {
        let width = UInt32(sides + 1)
        for row in 0..<rows {
            for side in 0..<UInt32(sides) {
                let a = first + UInt32(row) * width + side
                if !isPointedTop || row > 0 { primitive.indices += [a, a + width, a + 1] }
                if !isPointedBottom || row < rows - 1 { primitive.indices += [a + 1, a + width, a + width + 1] }
            }
        }
    }

    private static func addSide(_ primitive: inout Primitive, bottom: Float, top: Float, half: Float) {
        let first = UInt32(primitive.positions.count)
        let slope = Vector2(2 * half, bottom - top)
        let length = (slope.x * slope.x + slope.y * slope.y).squareRoot()
        for (row, radius) in [top, bottom].enumerated() {
            for side in 0...sides {
                let u = Float(side) / Float(sides)
                let d = direction(side == sides ? 0 : u)
                let n = length > 0 ? Vector3(d.x * slope.x, slope.y, d.y * slope.x) / length : Vector3(d.x, 0, d.y)
                append(&primitive, Vector3(d.x * radius, row == 0 ? half : -half, d.y * radius), n, Vector2(u, Float(row)))
            }
        }
        addGrid(&primitive, first: first, rows: 1, isPointedTop: top == 0, isPointedBottom: false)
    }

    private static func addDisc(_ primitive: inout Primitive, radius: Float, y: Float, isTop: Bool) {
        let first = UInt32(primitive.positions.count)
        let n = Vector3(0, isTop ? 1 : -1, 0)
        append(&primitive, Vector3(0, y, 0), n, Vector2(0.5, 0.5))
        for side in 0..<sides {
            let d = direction(Float(side) / Float(sides))
            append(&primitive, Vector3(d.x * radius, y, d.y * radius), n, Vector2(0.5 + d.x / 2, 0.5 + (isTop ? d.y : -d.y) / 2))
        }
        for side in 0..<UInt32(sides) {
            let a = first + 1 + side
            let b = first + 1 + (side + 1) % UInt32(sides)
            primitive.indices += isTop ? [first, a, b] : [first, b, a]
        }
    }
}
