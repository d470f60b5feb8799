import Geometry

extension SpaceLaunchSystem {
    private typealias D = SLSDimensions
    private static let caseRadius = D.boosterDiameter / 2

    /// Both boosters: that at +x, and its mirror image at −x.
    static func addBoosters(to model: inout Model, _ detail: Detail) {
        let parts = booster(detail)
        for (name, isMirrored) in [("booster-right", false), ("booster-left", true)] {
            model.part(name)
            for (part, shapes) in parts {
                model.part("\(name)-\(part)", of: name)
                for (finish, shape) in shapes {
                    let placed = shape.translated(D.boosterDistance, 0, 0)
                    model.add(isMirrored ? placed.mirrored() : placed, finish, to: "\(name)-\(part)")
                }
            }
        }
    }

    /// The parts of a booster about the y axis; the core is at −x.
    private static func booster(_ detail: Detail) -> [(String, [(ArtemisFinish, Shape)])] {
        [
            ("nose", nose(detail)), ("motor", motor(detail)), ("aft-skirt", aftSkirt(detail)), ("nozzle", nozzle(detail)),
        ]
    }

    private static func nose(_ detail: Detail) -> [(ArtemisFinish, Shape)] {
        let r = caseRadius
        let low = D.boosterMotorTop
        let style = style(detail, segments: 112, radius: r, tile: 1.94)
        var profile = [
            Vector2(0, low), Vector2(r, low), Vector2(r + 0.03, low + 0.06), Vector2(r + 0.03, low + 0.3), Vector2(r, low + 0.36),
        ]
        profile += [Vector2(r, low + 1.6), Vector2(r, 48.9), Vector2(1.72, 49.3)]
        profile += [Vector2(1.30, 50.6), Vector2(0.93, 51.75)]
        // The cap: a blunted cone.
        profile += Profile.bezier(
            [Vector2(0.93, 51.75), Vector2(0.62, 52.85), Vector2(0.36, 53.98), Vector2(0, D.boosterHeight)],
            count: detail.segments(16, least: 5)
        ).dropFirst()
        let white = Shape.revolution(profile, style)
        var black = Shape.band(r - 0.02, r + 0.012, y: 48.45, height: 0.34, style: style)
        var metal = Shape.band(0.90, 0.965, y: 51.70, height: 0.10, style: RevolutionStyle(detail.segments(64, least: 12)))
        metal.append(.band(r - 0.05, r + 0.03, y: 48.86, height: 0.09, style: style))
        var marks = Shape()
        if detail.hasFittings {
            let side = Cone(radius: r, from: low, to: 48.9)
            for angle in [Float(0), 90, 180] {
                let checks = checks(side, angle: radians(angle), y: 47.4, field: 0.3)
                black.append(checks.black)
                marks.append(checks.white)
            }
            // Four separation motors in the frustum.
            let cone = Cone(bottom: Vector2(1.72, 49.3), top: Vector2(0.93, 51.75))
            for k in 0..<4 {
                let motor = Shape.cylinder(0.12, height: 0.05, segments: detail.segments(24, least: 8)).rotated(
                    .pi / 2, about: Vector3(1, 0, 0))
                black.append(cone.wrap(motor, angle: radians(180 + 50 + Float(k) * 26), y: 50.6))
            }
        }
        return [(.white, white + marks), (.black, black), (.brightMetal, metal)]
    }

    /// Five segments with their joints, and the tunnel of the cables on the outer side.
    private static func motor(_ detail: Detail) -> [(ArtemisFinish, Shape)] {
        let r = caseRadius
        let low = D.aftSkirtTop
        let high = D.boosterMotorTop
        let style = style(detail, segments: 112, radius: r, tile: 1.94)
        let rows = detail.level == 0 ? 32 : detail.level == 1 ? 8 : 1
        var white = Shape.revolution((0...rows).map { Vector2(r, low + (high - low) * Float($0) / Float(rows)) }, style)
        white.append(.revolution([Vector2(0, low + 0.02), Vector2(r, low + 0.02)], style))
        var metal = Shape()
        var black = Shape()
        let length = (high - low) / 5
        for k in 0..<5 {
            let y = low + Float(k) * length
            // Field joints between segments; the case joints inside a segment are finer.
            if k > 0 {
                white.append(.band(r - 0.03, r + 0.055, y: y - 0.17, height: 0.34, style: style))
                metal.append(.band(r - 0.03, r + 0.07, y: y - 0.03, height: 0.06, style: style))
            }
            guard detail.hasFittings else { continue }
            white.append(.band(r - 0.03, r + 0.018, y: y + length / 2 - 0.07, height: 0.14, style: style))
        }
        // The stiffener rings and the ring of the aft struts.
        for y in [Float(4.4), 5.6, 6.8] { white.append(.band(r - 0.03, r + 0.10, y: y, height: 0.09, style: style)) }
        metal.append(.band(r - 0.03, r + 0.13, y: 8.08, height: 0.24, style: style))
        black.append(.band(r - 0.02, r + 0.008, y: high - 1.6, height: 0.5, style: style))
        let tunnel = Shape.box(Vector3(0.24, high - low - 1, 0.14), bevel: 0.04).translated(0, (high + low) / 2, r + 0.03)
        white.append(tunnel.turned(radians(75)).textured(Vector2(0.5, 0.5)))
        for (z, x) in [(Float(1.25), Float(-3.3)), (-1.25, -3.3), (0, -2.6)] {
            // Struts to the engine section, whose wall is 2.16 m from the booster's case at the nearest.
            let start = Vector3(-1.30, 8.2, z)
            let end = z == 0 ? Vector3(-2.5, 8.2, 1.6) : Vector3(x + 0.45, 8.2, z * 1.75)
            white.append(.rod(from: start, to: end, radius: 0.11, segments: detail.segments(16, least: 5)))
        }
        return [(.white, white), (.brightMetal, metal), (.black, black)]
    }

    private static func aftSkirt(_ detail: Detail) -> [(ArtemisFinish, Shape)] {
        let r = caseRadius
        let base = D.aftSkirtDiameter / 2
        let low = D.aftSkirtBase
        let high = D.aftSkirtTop
        let style = style(detail, segments: 112, radius: r, tile: 1.94, crease: 0.3)
        let outside = [
            Vector2(base, low), Vector2(base, low + 0.16), Vector2(2.42, low + 0.7), Vector2(2.05, low + 1.6),
            Vector2(r + 0.03, high - 0.12), Vector2(r + 0.03, high),
        ]
        var white = Shape.shell(outside, thickness: 0.09, style)
        var metal = Shape.band(2.0, 2.16, y: low + 1.42, height: 0.10, style: style)
        metal.append(.band(2.36, 2.52, y: low + 0.62, height: 0.10, style: style))
        var black = Shape()
        // Four posts on which the vehicle stands, and ribs between them.
        for k in 0..<4 {
            let angle = radians(45 + 90 * Float(k))
            white.append(Shape.box(Vector3(0.52, 1.15, 0.50), bevel: 0.06).translated(0, low + 0.575, base - 0.10).turned(angle))
            metal.append(Shape.box(Vector3(0.62, 0.12, 0.62), bevel: 0.02).translated(0, low + 0.06, base - 0.08).turned(angle))
        }
        guard detail.hasFittings else { return [(.white, white), (.brightMetal, metal)] }
        let cone = Cone(bottom: Vector2(base, low + 0.16), top: Vector2(r + 0.03, high - 0.12))
        for k in 0..<32 where k % 8 != 4 {
            let rib = Shape.box(Vector3(0.05, 1.9, 0.08)).rotated(-0.36, about: Vector3(1, 0, 0))
            metal.append(rib.translated(0, low + 1.12, 2.25).turned(Float(k) / 32 * 2 * .pi))
        }
        for k in 0..<4 {
            let angle = radians(-90 + 24 * (Float(k) - 1.5))
            let motor = Shape.cylinder(0.16, height: 0.36, segments: detail.segments(24, least: 8)).rotated(
                .pi / 2, about: Vector3(1, 0, 0))
            white.append(cone.wrap(motor, angle: angle, y: low + 1.15))
            let bore = Shape.cylinder(0.13, height: 0.02, segments: detail.segments(24, least: 8)).rotated(
                .pi / 2, about: Vector3(1, 0, 0))
            black.append(cone.wrap(bore.translated(0, 0, 0.345), angle: angle, y: low + 1.15))
        }
        return [(.white, white), (.brightMetal, metal), (.black, black)]
    }

    private static func nozzle(_ detail: Detail) -> [(ArtemisFinish, Shape)] {
        let bell = Engine.Bell(exit: D.boosterExit / 2, throat: 0.72, length: 2.9, thickness: 0.06)
        var dark = Engine.nozzle(bell, segments: detail.segments(96, least: 16), rows: detail.segments(20, least: 5))
        dark.append(
            Shape.revolution(
                [Vector2(1.0, 2.1), Vector2(1.66, 2.3), Vector2(1.74, 2.7), Vector2(1.2, 2.95)],
                RevolutionStyle(detail.segments(64, least: 12), crease: 1)))
        let bright = Engine.hoops(
            bell, at: [0.02, 0.2], thickness: 0.04, segments: detail.segments(96, least: 16), sides: detail.segments(8, least: 3))
        return [(.darkMetal, dark), (.brightMetal, bright)]
    }
}

extension Shape {
    static func + (a: Shape, b: Shape) -> Shape { .union([a, b]) }
}
