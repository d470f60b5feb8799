import Geometry
import Images

/// What illustrations show beside the models: people and a house for scale, Earth and Moon.
enum StageProps {
    /// An abstract standing person of 1.75 m at the origin, facing +z.
    static var person: Shape {
        let body = [
            Vector2(0, 0.78), Vector2(0.15, 0.80), Vector2(0.165, 0.95), Vector2(0.14, 1.08), Vector2(0.185, 1.32),
            Vector2(0.17, 1.42), Vector2(0.07, 1.48),
            Vector2(0.055, 1.54), Vector2(0, 1.56),
        ]
        var shape = Shape.revolution(body, RevolutionStyle(24, crease: 1.2))
        shape.append(Shape.sphere(0.105, halfHeight: 0.125, segments: 24).translated(0, 1.625, 0.01))
        for side in [Float(-1), 1] {
            shape.append(limb(from: Vector3(side * 0.085, 0.86, 0), to: Vector3(side * 0.10, 0.06, 0), radius: 0.085, end: 0.05))
            shape.append(Shape.box(Vector3(0.09, 0.07, 0.25), bevel: 0.03).translated(side * 0.10, 0.035, 0.05))
            shape.append(limb(from: Vector3(side * 0.20, 1.38, 0), to: Vector3(side * 0.27, 0.80, 0.05), radius: 0.055, end: 0.038))
        }
        return shape
    }

    /// An abstract person in a seat in launch position: the seat's back on y = 0, the head towards −z.
    static var seatedPerson: Shape {
        var shape = Shape.sphere(0.20, halfHeight: 0.19, segments: 28).translated(0, 0.24, -0.62)
        let body = [
            Vector2(0, 0), Vector2(0.17, 0.03), Vector2(0.20, 0.25), Vector2(0.22, 0.48), Vector2(0.14, 0.58), Vector2(0, 0.60),
        ]
        shape.append(
            Shape.revolution(body, RevolutionStyle(28, crease: 1.2)).rotated(-.pi / 2, about: Vector3(1, 0, 0)).translated(
                0, 0.22, 0.16))
        for side in [Float(-1), 1] {
            shape.append(
                limb(from: Vector3(side * 0.11, 0.22, 0.12), to: Vector3(side * 0.13, 0.66, 0.20), radius: 0.095, end: 0.075))
            shape.append(
                limb(from: Vector3(side * 0.13, 0.66, 0.20), to: Vector3(side * 0.13, 0.58, 0.64), radius: 0.075, end: 0.06))
            shape.append(
                limb(from: Vector3(side * 0.25, 0.24, -0.32), to: Vector3(side * 0.28, 0.30, 0.02), radius: 0.065, end: 0.055))
            shape.append(
                limb(from: Vector3(side * 0.28, 0.30, 0.02), to: Vector3(side * 0.17, 0.52, 0.14), radius: 0.055, end: 0.045))
            shape.append(Shape.box(Vector3(0.10, 0.10, 0.24), bevel: 0.03).translated(side * 0.13, 0.60, 0.70))
        }
        return shape
    }

    /// The seat of that person.
    static var seat: Shape {
        .union([
            Shape.box(Vector3(0.52, 0.07, 1.0), bevel: 0.03).translated(0, 0.0, -0.36),
            Shape.box(Vector3(0.36, 0.08, 0.34), bevel: 0.03).translated(0, 0.02, -0.74),
            Shape.box(Vector3(0.50, 0.46, 0.07), bevel: 0.03).rotated(-0.15, about: Vector3(1, 0, 0)).translated(0, 0.26, 0.22),
            Shape.box(Vector3(0.46, 0.07, 0.46), bevel: 0.03).translated(0, 0.48, 0.46),
            Shape.box(Vector3(0.06, 0.30, 0.9), bevel: 0.02).translated(0.26, 0.08, -0.3),
            Shape.box(Vector3(0.06, 0.30, 0.9), bevel: 0.02).translated(-0.26, 0.08, -0.3),
        ])
    }

    private static func limb(from a: Vector3, to b: Vector3, radius: Float, end: Float) -> Shape {
        var shape = Shape.rod(from: a, to: b, radius: radius, end: end, segments: 18)
        shape.append(Shape.sphere(radius, segments: 18).translated(a.x, a.y, a.z))
        shape.append(Shape.sphere(end, segments: 18).translated(b.x, b.y, b.z))
        return shape
    }

    /// A house of 9 by 11 m, 8.5 m high: walls, roof, openings.
    static var house: (walls: Shape, roof: Shape, openings: Shape) {
        let walls = Shape.box(Vector3(9, 5.4, 11)).translated(0, 2.7, 0)
        var gables = Shape()
        for side in [Float(-1), 1] {
            let z = side * 5.5
            let points = [Vector3(-4.5, 5.4, z), Vector3(4.5, 5.4, z), Vector3(0, 8.4, z)]
            let order = side > 0 ? points : points.reversed()
            let numbers = order.map { gables.vertex($0, normal: Vector3(0, 0, side), at: Vector2(0, 0)) }
            gables.triangle(numbers[0], numbers[1], numbers[2])
        }
        var roof = Shape()
        for side in [Float(-1), 1] {
            let tilted = Shape.box(Vector3(5.9, 0.22, 12), bevel: 0.04).rotated(-side * 0.588, about: Vector3(0, 0, 1))
            roof.append(tilted.translated(side * 2.42, 6.92, 0))
        }
        roof.append(Shape.box(Vector3(0.8, 2, 0.8)).translated(1.8, 7.9, -2))
        var openings = Shape()
        for x in [Float(-2.8), 0, 2.8] {
            for y in [Float(1.5), 4.0] {
                openings.append(
                    Shape.box(Vector3(1.1, y < 2 && x == 0 ? 2.1 : 1.25, 0.12)).translated(x, y < 2 && x == 0 ? 1.05 : y, 5.5))
            }
        }
        for z in [Float(-3.5), 0, 3.5] {
            for y in [Float(1.5), 4.0] { openings.append(Shape.box(Vector3(0.12, 1.25, 1.1)).translated(4.5, y, z)) }
        }
        return (walls.union(gables), roof, openings)
    }

    /// A globe whose texture goes around once.
    static func globe(_ radius: Float, segments: Int = 160) -> Shape {
        let count = segments / 2
        let profile = Profile.arc(Vector2(0, 0), radius: radius, from: -.pi / 2, to: .pi / 2, count: count).enumerated().map {
            i, p in
            Vector2(i == 0 || i == count ? 0 : p.x, p.y)
        }
        return .revolution(profile, RevolutionStyle(segments, repeats: 1, tile: .pi * radius, crease: 1.5))
    }

    /// The Moon: dark plains, bright highlands, craters with rays. Heights as normals.
    static let moonMaterial: StageMaterial = {
        var material = StageMaterial(Vector3(repeating: 1), roughness: 0.95)
        let craters = moonCraters()
        let size = 1024
        let base = ProceduralTexture.color(size, size) { u, v in
            let plains = ProceduralTexture.fractal(u, v, cells: 3, octaves: 5, seed: 81)
            let grain = ProceduralTexture.fractal(u, v, cells: 48, octaves: 4, seed: 82)
            let dark = min(max((plains - 0.5) * 6, 0), 1)
            var tone = 0.27 - 0.17 * dark + 0.10 * (grain - 0.5)
            for crater in craters {
                guard abs(v - crater.v) < crater.radius * 2.6 else { continue }
                let d = distance(u, v, from: crater) / crater.radius
                if d < 2.6 { tone += crater.brightness * max(0, 1 - d / 2.6) * 0.10 }
            }
            return Vector3(tone, tone * 0.985, tone * 0.955)
        }
        let normal = ProceduralTexture.normals(size, strength: 20) { u, v in
            var height = 0.22 * ProceduralTexture.fractal(u, v, cells: 24, octaves: 5, seed: 83)
            for crater in craters {
                guard abs(v - crater.v) < crater.radius * 1.7 else { continue }
                let d = distance(u, v, from: crater) / crater.radius
                if d < 1 {
                    height += (d * d - 1) * crater.radius * 7
                } else if d < 1.7 {
                    height += (1.7 - d) * crater.radius * 2.4 - 0.0001
                }
                if d >= 0.85, d < 1.15 { height += crater.radius * 1.6 * (1 - abs(d - 1) / 0.15) }
            }
            return height
        }
        material.base = StageTexture(base)
        material.normal = StageTexture(normal)
        material.receivesShadow = false
        return material
    }()

    private struct Crater {
        let u: Float
        let v: Float
        let radius: Float
        let brightness: Float
    }

    private static func moonCraters() -> [Crater] {
        (0..<170).map { i in
            let r = ProceduralTexture.hash(i, 0, seed: 91)
            return Crater(
                u: ProceduralTexture.hash(i, 1, seed: 91), v: 0.08 + 0.84 * ProceduralTexture.hash(i, 2, seed: 91),
                radius: 0.006 + 0.034 * r * r * r * r, brightness: ProceduralTexture.hash(i, 3, seed: 91))
        }
    }

    /// The distance of a place of the map from a crater, in heights of the map; the map is as wide as it is high and stands for
    /// twice the width.
    private static func distance(_ u: Float, _ v: Float, from crater: Crater) -> Float {
        var du = abs(u - crater.u)
        du = min(du, 1 - du) * 2 * Trigonometry.cos((crater.v - 0.5) * .pi)
        let dv = v - crater.v
        return (du * du + dv * dv).squareRoot()
    }

    /// The Earth: oceans, land, ice and clouds, invented but recognizable.
    static let earthMaterial: StageMaterial = {
        var material = StageMaterial(Vector3(repeating: 1), roughness: 0.6)
        let base = ProceduralTexture.color(1024, 1024) { u, v in
            let land = ProceduralTexture.fractal(u, v, cells: 5, octaves: 7, seed: 101)
            let cloud = ProceduralTexture.fractal(u, v, cells: 12, octaves: 6, seed: 105)
            let latitude = abs(v - 0.5) * 2
            var color = Vector3(0.012, 0.045, 0.13)
            let dry = Vector3(0.15, 0.11, 0.06) * min(max((land - 0.56) * 8, 0), 1)
            let share = min(max((land - 0.52) * 60, 0), 1)
            color += (Vector3(0.035, 0.07, 0.022) + dry - color) * share
            if latitude > 0.86 { color = Vector3(repeating: 0.7) }
            let cover = min(max((cloud - 0.5) * 5, 0), 1)
            return color + (Vector3(repeating: 0.75) - color) * cover
        }
        material.base = StageTexture(base)
        material.receivesShadow = false
        return material
    }()
}

extension Shape {
    /// Both shapes.
    func union(_ other: Shape) -> Shape { self + other }
}
