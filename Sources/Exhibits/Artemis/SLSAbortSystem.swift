import Geometry

extension SpaceLaunchSystem {
    private typealias D = SLSDimensions

    /// Spacecraft adapter and the three panels around the service module.
    static func addServiceModuleFairing(to model: inout Model, _ detail: Detail) {
        let r: Float = 2.72
        let low = D.orionAdapterTop
        let split: Float = 79.05
        let high = D.orionBase + 3.93
        let wall = style(detail, segments: 144, radius: r, tile: 1.9)
        model.part("spacecraft-adapter", of: "orion")
        model.add(
            .shell(
                [Vector2(r + 0.02, low), Vector2(r, low + 0.1), Vector2(r, split - 0.06), Vector2(r + 0.02, split)],
                thickness: 0.06, wall), .white,
            to: "spacecraft-adapter")
        let cone = [Vector2(2.5, low + 0.5), Vector2(1.86, D.orionBase + 1.34)]
        model.add(
            .shell(cone, thickness: 0.04, style(detail, segments: 96, radius: 2.2, tile: 1.9)), .brightMetal,
            to: "spacecraft-adapter")
        for k in 0..<3 {
            let name = "service-module-panel-\(k + 1)"
            model.part(name, of: "orion")
            let start = radians(30 + 120 * Float(k)) + 0.004
            var style = wall
            style.start = start
            style.sweep = 2 * .pi / 3 - 0.008
            model.add(
                .shell(
                    [
                        Vector2(r, split + 0.01), Vector2(r + 0.006, split + 0.08), Vector2(r, split + 0.16),
                        Vector2(r, high - 0.2), Vector2(r + 0.006, high - 0.1), Vector2(r - 0.02, high - 0.01),
                    ],
                    thickness: 0.05, style), .white, to: name)
            guard detail.hasFittings else { continue }
            let side = Cone(radius: r, from: split, to: high)
            let vent = Shape.plate(Outline.roundedRectangle(0.3, 0.2, radius: 0.05, steps: 2), height: 0.012)
            for step in [Float(0.25), 0.75] {
                model.add(side.wrap(vent, angle: start + style.sweep * step, y: high - 0.5), .black, to: name)
            }
            let strip = OrionSpacecraft.gridPlate(width: 0.05, height: high - split - 0.1, rows: 1, lift: 0.02)
            for step in [Float(0.012), 0.988] {
                model.add(side.wrap(strip, angle: start + style.sweep * step, y: (split + high) / 2), .brightMetal, to: name)
            }
        }
    }

    /// The fairing over the crew module and the tower with its three motors.
    static func addLaunchAbortSystem(to model: inout Model, _ detail: Detail) {
        for name in ["abort-fairing", "abort-motor", "jettison-motor", "attitude-control-motor"] {
            model.part(name, of: "launch-abort-system")
        }
        addAbortFairing(to: &model, detail)
        let r = D.abortMotorDiameter / 2
        let n = detail.segments(64, least: 12)
        let tower = RevolutionStyle(n, repeats: 3, tile: 1)
        let motor = [
            Vector2(0, 90.62), Vector2(0.60, 90.62), Vector2(0.60, 90.72), Vector2(r + 0.02, 91.1), Vector2(r, 91.14),
            Vector2(r, 94.15), Vector2(r + 0.05, 94.2),
            Vector2(r + 0.05, 94.75), Vector2(r, 94.8), Vector2(0, 94.8),
        ]
        model.add(.revolution(motor, tower), .white, to: "abort-motor")
        addTowerNozzles(to: &model, detail)
        let jettison = [
            Vector2(0, 94.8), Vector2(r, 94.8), Vector2(r, 95.0), Vector2(r - 0.04, 95.04), Vector2(r - 0.04, 96.1),
            Vector2(r, 96.14), Vector2(r, 96.3), Vector2(0, 96.3),
        ]
        model.add(.revolution(jettison, tower), .white, to: "jettison-motor")
        let control = [
            Vector2(0, 96.3), Vector2(r, 96.3), Vector2(r, 96.36), Vector2(r - 0.02, 96.4), Vector2(r - 0.02, 97.0),
            Vector2(r, 97.04), Vector2(r, 97.14),
        ]
        let tip = Profile.bezier(
            [Vector2(r, 97.14), Vector2(r - 0.10, 97.7), Vector2(0.20, 98.06), Vector2(0, D.height)],
            count: detail.segments(14, least: 5))
        model.add(.revolution(control + tip.dropFirst(), tower), .white, to: "attitude-control-motor")
        for (name, y) in [("abort-motor", Float(91.16)), ("abort-motor", 94.08), ("jettison-motor", 96.16)] {
            model.add(.band(r - 0.02, r + 0.022, y: y, height: 0.07, style: RevolutionStyle(n)), .brightMetal, to: name)
        }
        model.add(
            .band(r - 0.02, r + 0.006, y: 97.15, height: 0.02, style: RevolutionStyle(n)), .black, to: "attitude-control-motor")
    }

    private static func addAbortFairing(to model: inout Model, _ detail: Detail) {
        let base = D.height - D.abortSystemHeight
        let count = detail.segments(28, least: 6)
        var profile = [Vector2(2.62, base), Vector2(2.66, base + 0.03), Vector2(2.66, base + 0.22)]
        profile += Profile.bezier(
            [Vector2(2.655, base + 0.24), Vector2(2.52, base + 2.4), Vector2(1.05, base + 4.5), Vector2(0.62, 90.62)], count: count)
        let wall = style(detail, segments: 144, radius: 2, tile: 1.9)
        model.add(.shell(profile, thickness: 0.05, wall), .white, to: "abort-fairing")
        guard detail.hasFittings else { return }
        // Four panels: their joints follow the contour.
        let skin = Array(profile.dropFirst(2))
        for k in 0..<4 {
            let angle = Float(k) * .pi / 2 + .pi / 4
            var joint = Shape()
            for (a, b) in zip(skin, skin.dropFirst()) {
                func at(_ p: Vector2, side: Float) -> Vector3 {
                    let (s, c) = Trigonometry.sincos(angle + side * 0.035 / p.x)
                    return Vector3((p.x + 0.012) * s, p.y, (p.x + 0.012) * c)
                }
                joint.quad([at(a, side: -1), at(a, side: 1), at(b, side: 1), at(b, side: -1)])
            }
            model.add(joint, .brightMetal, to: "abort-fairing")
        }
        // The hatch's opening, vents and the crew module's window covers.
        let lower = Cone(bottom: fairingPoint(profile, at: base + 0.9), top: fairingPoint(profile, at: base + 2.2))
        let corners = detail.segments(6, least: 1)
        let door = Outline.divided(
            Outline.roundedTrapezium(bottom: 1.35, top: 1.1, height: 0.95, radius: 0.2, steps: corners), longest: 0.2)
        model.add(
            lower.wrap(.frame(door, width: 0.05, height: 0.05), angle: radians(-86), y: base + 1.5), .black, to: "abort-fairing")
        let vent = Shape.cylinder(0.11, height: 0.03, segments: detail.segments(24, least: 8)).rotated(
            .pi / 2, about: Vector3(1, 0, 0))
        for k in 0..<8 {
            model.add(lower.wrap(vent, angle: Float(k) * .pi / 4 + 0.3, y: base + 0.62), .black, to: "abort-fairing")
        }
        model.add(
            .band(2.6, 2.675, y: base + 0.03, height: 0.09, style: style(detail, segments: 144, radius: 2, tile: 1.9)),
            .brightMetal, to: "abort-fairing")
    }

    /// The point of a profile at a height.
    private static func fairingPoint(_ profile: [Vector2], at y: Float) -> Vector2 {
        for (a, b) in zip(profile, profile.dropFirst()) where a.y <= y && y <= b.y && b.y > a.y {
            return a + (b - a) * ((y - a.y) / (b.y - a.y))
        }
        return profile[profile.count - 1]
    }

    /// Four nozzles of the abort motor and four of the jettison motor, canted outwards, and the eight of the attitude control
    /// motor.
    private static func addTowerNozzles(to model: inout Model, _ detail: Detail) {
        let r = D.abortMotorDiameter / 2
        let n = detail.segments(40, least: 8)
        func canted(exit: Float, length: Float, angle: Float, y: Float, distance: Float) -> Shape {
            let (s, c) = Trigonometry.sincos(angle)
            let bell = Engine.Bell(exit: exit, throat: exit * 0.5, length: length, thickness: exit * 0.08)
            // The exit points down and outwards.
            return Engine.nozzle(bell, segments: n, rows: detail.segments(8, least: 3)).aimed(Vector3(0, c, -s)).translated(
                0, y, distance)
        }
        for k in 0..<4 {
            let azimuth = Float(k) * .pi / 2
            let abort = canted(exit: 0.235, length: 0.62, angle: radians(25), y: 94.0, distance: r + 0.27)
            model.add(abort.turned(azimuth), .darkMetal, to: "abort-motor")
            let elbow = Shape.sphere(0.2, segments: detail.segments(24, least: 8)).translated(0, 94.55, r + 0.02)
            model.add(elbow.turned(azimuth), .white, to: "abort-motor")
            let jettison = canted(exit: 0.115, length: 0.36, angle: radians(35), y: 95.35, distance: r + 0.16)
            model.add(jettison.turned(azimuth + .pi / 4), .darkMetal, to: "jettison-motor")
            let cowl = Shape.sphere(0.11, halfHeight: 0.2, segments: detail.segments(20, least: 8)).translated(0, 95.66, r - 0.02)
            model.add(cowl.turned(azimuth + .pi / 4), .white, to: "jettison-motor")
        }
        let side = Cone(radius: r - 0.02, from: 96.4, to: 97.0)
        let hole = Shape.cylinder(0.075, height: 0.03, segments: detail.segments(24, least: 8)).rotated(
            .pi / 2, about: Vector3(1, 0, 0))
        for k in 0..<8 { model.add(side.wrap(hole, angle: Float(k) * .pi / 4, y: 96.7), .black, to: "attitude-control-motor") }
    }
}
