import Geometry

extension OrionSpacecraft {
    private typealias D = OrionDimensions

    /// The side of the back shell.
    static let backShell = Cone(
        bottom: Vector2(D.crewModuleDiameter / 2 - 0.003, D.backShellBase), top: Vector2(D.backShellTopRadius, D.backShellTop))

    static func addCrewModule(to model: inout Model, _ detail: Detail) {
        model.part("crew-module")
        addBackShell(to: &model, detail)
        model.part("windows", of: "crew-module")
        addWindows(to: &model, detail)
        model.part("side-hatch", of: "crew-module")
        addHatch(to: &model, detail)
        model.part("crew-thrusters", of: "crew-module")
        addThrusters(to: &model, detail)
        model.part("forward-bay-cover", of: "crew-module")
        model.part("docking-hatch", of: "crew-module")
        addForwardBay(to: &model, detail)
        model.part("heat-shield", of: "crew-module")
        addHeatShield(to: &model, detail)
    }

    private static func addBackShell(to model: inout Model, _ detail: Detail) {
        let base = D.backShellBase
        let side = [backShell.bottom, backShell.top]
        let rows = detail.level == 0 ? 12 : detail.level == 1 ? 4 : 1
        let profile = (0...rows).map { side[0] + (side[1] - side[0]) * (Float($0) / Float(rows)) }
        // Eight tiles of 19 cm a texture repeat; the tiles keep their size by fewer repeats than the base would have.
        model.add(
            .revolution(profile, RevolutionStyle(detail.segments(192, least: 24), repeats: 8, tile: 1.45)), .tile, to: "crew-module"
        )
        // The ring above the shoulder, and the deck under the forward bay cover.
        model.add(
            .band(2.44, 2.512, y: base - 0.05, height: 0.06, style: RevolutionStyle(detail.segments(128, least: 24))), .brightMetal,
            to: "crew-module")
        model.add(
            .revolution(
                [
                    Vector2(0.1, D.backShellTop - 0.02), Vector2(1.43, D.backShellTop - 0.02),
                    Vector2(1.43, D.backShellTop + 0.015), Vector2(0.1, D.backShellTop + 0.015),
                ],
                RevolutionStyle(detail.segments(96, least: 16))), .darkMetal, to: "crew-module")
        // The floor of the pressure vessel, seen when the heat shield is apart.
        model.add(
            .revolution(
                [Vector2(0, 4.78), Vector2(1.6, 4.84), Vector2(2.44, base - 0.05)],
                RevolutionStyle(detail.segments(96, least: 16))),
            .brightMetal, to: "crew-module")
        guard detail.hasFittings else { return }
        // Joints of the back shell's panels.
        let joints: [Float] = [0, 30, 62, 110, 150, 180, 210, 250, 298, 330]
        for angle in joints {
            let strip = gridPlate(width: 0.028, height: backShell.slant - 0.04, rows: detail.segments(8), lift: 0.006)
            model.add(
                backShell.wrap(strip, angle: radians(angle), y: (D.backShellBase + D.backShellTop) / 2), .black, to: "crew-module")
        }
        for y in [base + 0.42, base + 1.38] {
            let r = backShell.radius(at: y)
            let step = (backShell.top.x - backShell.bottom.x) / (backShell.top.y - backShell.bottom.y) * 0.024
            let ring = [
                Vector2(r + 0.001, y - 0.012), Vector2(r + 0.008, y - 0.010), Vector2(r + 0.008 + step, y + 0.010),
                Vector2(r + 0.001 + step, y + 0.012),
            ]
            model.add(.revolution(ring, RevolutionStyle(detail.segments(192, least: 24))), .black, to: "crew-module")
        }
        addBackShellFittings(to: &model, detail)
    }

    /// Vents, antennas, handholds and the bolts of the panels.
    private static func addBackShellFittings(to model: inout Model, _ detail: Detail) {
        let antenna = Shape.plate(
            Outline.roundedRectangle(0.34, 0.34, radius: 0.06, steps: detail.segments(4, least: 1)), height: 0.02, bevel: 0.008)
        for angle in [Float(75), 165, 195, 285] {
            model.add(backShell.wrap(antenna, angle: radians(angle), y: 5.85), .smoothWhite, to: "crew-module")
        }
        let vent = Shape.frame(Outline.roundedRectangle(0.24, 0.16, radius: 0.03, steps: 2), width: 0.03, height: 0.02)
        let hole = Shape.plate(Outline.roundedRectangle(0.19, 0.11, radius: 0.02, steps: 2), height: 0.006)
        for angle in [Float(100), 138, 222, 242] {
            model.add(backShell.wrap(vent, angle: radians(angle), y: 5.28), .brightMetal, to: "crew-module")
            model.add(backShell.wrap(hole, angle: radians(angle), y: 5.28), .black, to: "crew-module")
        }
        // Handholds beside the hatch.
        for side in [Float(-24), 24] {
            let angle = radians(D.hatchAzimuth + side)
            let path = [
                backShell.point(angle, y: 5.75), backShell.point(angle, y: 5.77, above: 0.07),
                backShell.point(angle, y: 6.2, above: 0.07),
                backShell.point(angle, y: 6.22),
            ]
            model.add(.tube(path, radius: 0.014, segments: detail.segments(8, least: 4)), .brightMetal, to: "crew-module")
        }
        guard detail.hasOrnaments else { return }
        let bolt = Shape.cylinder(0.016, height: 0.012, segments: 6).rotated(.pi / 2, about: Vector3(1, 0, 0))
        for ring in [D.backShellBase + 0.09, D.backShellBase + 0.5, D.backShellBase + 1.3, D.backShellTop - 0.1] {
            for k in 0..<40 {
                model.add(backShell.wrap(bolt, angle: Float(k) / 40 * 2 * .pi + 0.05, y: ring), .brightMetal, to: "crew-module")
            }
        }
    }

    /// A strip in the xy plane divided along y, so that it can be bent.
    static func gridPlate(width: Float, height: Float, rows: Int, lift: Float) -> Shape {
        .union(
            (0..<rows).map { k in
                let part = Shape.box(Vector3(width, height / Float(rows), lift))
                return part.translated(0, height * ((Float(k) + 0.5) / Float(rows) - 0.5), lift / 2)
            })
    }

    private static func addWindows(to model: inout Model, _ detail: Detail) {
        let steps = detail.segments(8, least: 2)
        for azimuth in D.windowAzimuths {
            let isSide = abs(azimuth) > 30
            let y: Float = isSide ? 6.185 : 6.145
            let outline =
                isSide
                ? Outline.roundedTrapezium(bottom: 0.40, top: 0.32, height: 0.38, radius: 0.11, steps: steps)
                : Outline.roundedTrapezium(bottom: 0.44, top: 0.38, height: 0.27, radius: 0.10, steps: steps)
            let wide = outline.map { $0 * 1.42 }
            let angle = radians(azimuth)
            model.add(backShell.wrap(.plate(wide, height: 0.016, bevel: 0.006), angle: angle, y: y), .black, to: "windows")
            model.add(
                backShell.wrap(.frame(outline.map { $0 * 1.2 }, width: 0.035, height: 0.034), angle: angle, y: y), .brightMetal,
                to: "windows")
            model.add(backShell.wrap(.plate(outline.map { $0 * 1.06 }, height: 0.022), angle: angle, y: y), .glass, to: "windows")
            guard detail.hasOrnaments else { continue }
            let bolt = Shape.cylinder(0.010, height: 0.012, segments: 6).rotated(.pi / 2, about: Vector3(1, 0, 0))
            for k in 0..<12 {
                let p = wide[k * wide.count / 12] * 0.92
                let place = bolt.translated(p.x, p.y, 0.014)
                model.add(backShell.wrap(place, angle: angle, y: y), .brightMetal, to: "windows")
            }
        }
    }

    private static func addHatch(to model: inout Model, _ detail: Detail) {
        let steps = detail.segments(8, least: 2)
        let angle = radians(D.hatchAzimuth)
        let y: Float = 6.0
        let door = Outline.divided(
            Outline.roundedTrapezium(bottom: 1.34, top: 1.06, height: 0.84, radius: 0.2, steps: steps),
            longest: detail.hasFittings ? 0.1 : 0.4)
        func wrap(_ shape: Shape) -> Shape { backShell.wrap(shape, angle: angle, y: y) }
        // The door bends with the shell: its plate is divided into columns by its outline only, which is fine for its curvature.
        model.add(wrap(.frame(door.map { $0 * 1.05 }, width: 0.05, height: 0.03)), .black, to: "side-hatch")
        model.add(
            wrap(ringedPlate(door, rings: detail.segments(8, least: 2), height: 0.028).textured(Vector2(0.69, 0.69))), .tile,
            to: "side-hatch")
        // The hatch's window, its latch and hinges.
        let pane = Outline.roundedRectangle(0.26, 0.26, radius: 0.129, steps: detail.segments(8, least: 3))
        model.add(
            wrap(.frame(pane.map { $0 * 1.35 }, width: 0.05, height: 0.06).translated(0, 0.12, 0)), .brightMetal, to: "side-hatch")
        model.add(wrap(.plate(pane, height: 0.045).translated(0, 0.12, 0)), .glass, to: "side-hatch")
        guard detail.hasFittings else { return }
        for x in [Float(-0.38), 0.38] {
            model.add(
                wrap(Shape.box(Vector3(0.13, 0.055, 0.05), bevel: 0.012).translated(x, -0.25, 0.045)), .brightMetal,
                to: "side-hatch")
        }
        model.add(
            wrap(Shape.box(Vector3(0.30, 0.035, 0.035), bevel: 0.01).translated(0, -0.17, 0.055)), .darkMetal, to: "side-hatch")
        for x in [Float(-0.42), 0, 0.42] {
            let hinge = Shape.cylinder(0.022, height: 0.16, segments: detail.segments(12)).rotated(.pi / 2, about: Vector3(0, 0, 1))
            model.add(wrap(hinge.translated(x + 0.08, -0.46, 0.03)), .darkMetal, to: "side-hatch")
        }
    }

    /// A plate of several concentric rings, so that it can be bent.
    static func ringedPlate(_ outline: [Vector2], rings: Int, height: Float) -> Shape {
        var shape = Shape()
        let up = Vector3(0, 0, 1)
        let n = outline.count
        var last = [UInt32](repeating: shape.vertex(Vector3(0, 0, height), normal: up, at: Vector2(0, 0)), count: n)
        for ring in 1...rings {
            let t = Float(ring) / Float(rings)
            let numbers = outline.map {
                shape.vertex(Vector3($0.x * t, $0.y * t, height), normal: up, at: Vector2($0.x * t, -$0.y * t))
            }
            for i in 0..<n {
                shape.triangle(last[i], numbers[i], numbers[(i + 1) % n])
                if ring > 1 { shape.triangle(last[i], numbers[(i + 1) % n], last[(i + 1) % n]) }
            }
            last = numbers
        }
        for i in 0..<n {
            let a = outline[i]
            let b = outline[(i + 1) % n]
            shape.quad([Vector3(a.x, a.y, 0), Vector3(b.x, b.y, 0), Vector3(b.x, b.y, height), Vector3(a.x, a.y, height)])
        }
        return shape
    }

    /// The crew module's thrusters: pairs of openings in raised fairings.
    private static func addThrusters(to model: inout Model, _ detail: Detail) {
        let places: [(azimuth: Float, y: Float, width: Float)] = [
            (-42, 5.54, 0.62), (42, 5.54, 0.62), (-13, 5.30, 0.40), (13, 5.30, 0.40), (138, 5.54, 0.62), (-138, 5.54, 0.62),
        ]
        for place in places {
            let angle = radians(place.azimuth)
            let outline = Outline.roundedRectangle(place.width, 0.30, radius: 0.12, steps: detail.segments(8, least: 2))
            func wrap(_ shape: Shape) -> Shape { backShell.wrap(shape, angle: angle, y: place.y) }
            model.add(wrap(.plate(outline, height: 0.05, bevel: 0.022)), .darkMetal, to: "crew-thrusters")
            for x in place.width > 0.5 ? [Float(-0.16), 0.16] : [Float(0)] {
                let lip = Shape.torus(
                    0.082, thickness: 0.016, segments: detail.segments(32, least: 8), sides: detail.segments(10, least: 4)
                )
                .rotated(.pi / 2, about: Vector3(1, 0, 0)).translated(x, 0, 0.052)
                model.add(wrap(lip), .brightMetal, to: "crew-thrusters")
                let bore = Shape.cylinder(0.074, height: 0.004, segments: detail.segments(32, least: 8))
                    .rotated(.pi / 2, about: Vector3(1, 0, 0)).translated(x, 0, 0.05)
                model.add(wrap(bore), .black, to: "crew-thrusters")
            }
        }
    }

    private static func addForwardBay(to model: inout Model, _ detail: Detail) {
        let y = D.backShellTop
        let cover = [
            Vector2(1.10, y + 0.0), Vector2(1.405, y + 0.0), Vector2(1.40, y + 0.10), Vector2(1.34, y + 0.22),
            Vector2(1.325, y + 0.30), Vector2(1.30, y + 0.335),
            Vector2(1.15, y + 0.345), Vector2(1.10, y + 0.345),
        ]
        let n = detail.segments(128, least: 20)
        model.add(.revolution(cover, RevolutionStyle(n, repeats: 8, tile: 1.0, crease: 0.4)), .tile, to: "forward-bay-cover")
        // The bays of the parachutes' mortars and the uprighting bags, seen as lids around the tunnel.
        if detail.hasFittings {
            let lid = Shape.box(Vector3(0.34, 0.03, 0.16), bevel: 0.01)
            for k in 0..<8 {
                model.add(
                    lid.translated(0, y + 0.345, 1.215).turned(Float(k) * .pi / 4 + 0.39), .brightMetal, to: "forward-bay-cover")
            }
        }
        // The docking tunnel and the ring of the docking system.
        let tunnel = [
            Vector2(0.0, y + 0.30), Vector2(1.07, y + 0.30), Vector2(1.13, y + 0.36), Vector2(1.16, y + 0.40),
            Vector2(1.16, y + 0.43),
            Vector2(1.075, y + 0.46), Vector2(1.075, y + 0.58), Vector2(1.05, y + 0.60),
        ]
        model.add(.revolution(tunnel, RevolutionStyle(n, crease: 0.3)), .brightMetal, to: "docking-hatch")
        let ring = [
            Vector2(1.05, y + 0.60), Vector2(1.045, y + 0.64), Vector2(0.93, y + 0.64), Vector2(0.91, y + 0.60),
            Vector2(0.90, y + 0.50), Vector2(0.78, y + 0.47),
        ]
        model.add(.revolution(ring, RevolutionStyle(n, crease: 0.3)), .darkMetal, to: "docking-hatch")
        let hatch = [Vector2(0.78, y + 0.47), Vector2(0.62, y + 0.50), Vector2(0.40, y + 0.53), Vector2(0, y + 0.54)]
        model.add(.revolution(hatch, RevolutionStyle(n, repeats: 4, tile: 1, crease: 0.6)), .white, to: "docking-hatch")
        guard detail.hasFittings else { return }
        // Guide petals of the soft capture system, hooks around the ring and the hatch's window.
        for k in 0..<3 {
            let petal = Shape.plate(
                [Vector2(-0.2, 0), Vector2(0.2, 0), Vector2(0.11, 0.17), Vector2(-0.11, 0.17)], height: 0.03, bevel: 0.008,
                hasBack: true)
            let standing = petal.rotated(-0.55, about: Vector3(1, 0, 0)).translated(0, y + 0.46, 0.87)
            model.add(standing.turned(Float(k) * 2 * .pi / 3), .brightMetal, to: "docking-hatch")
        }
        let hook = Shape.box(Vector3(0.07, 0.045, 0.05), bevel: 0.01).translated(0, y + 0.6175, 0.985)
        model.add(hook.around(detail.segments(24), first: 0.1), .black, to: "docking-hatch")
        model.add(
            .cylinder(0.11, height: 0.02, segments: detail.segments(32)).translated(0, y + 0.535, 0), .glass, to: "docking-hatch")
        model.add(
            .torus(0.125, thickness: 0.02, segments: detail.segments(32), sides: detail.segments(8)).translated(0, y + 0.545, 0),
            .brightMetal, to: "docking-hatch")
    }

    /// A sphere, the shoulder and the short cylinder below the back shell.
    private static func addHeatShield(to model: inout Model, _ detail: Detail) {
        let apex = D.heatShieldApex
        let sphere = D.heatShieldSphere
        let rim: Float = 2.20
        let n = detail.segments(24, least: 5)
        var profile = (0...n).map { i -> Vector2 in
            let r = rim * Float(i) / Float(n)
            return Vector2(r, apex + sphere - (sphere * sphere - r * r).squareRoot())
        }
        let last = profile[n]
        profile += Profile.bezier(
            [last, Vector2(2.36, last.y + 0.065), Vector2(2.505, 4.74), Vector2(D.crewModuleDiameter / 2, 4.93)],
            count: detail.segments(16, least: 4)
        ).dropFirst()
        profile.append(Vector2(D.crewModuleDiameter / 2, D.backShellBase - 0.02))
        model.add(
            .revolution(profile, RevolutionStyle(detail.segments(192, least: 24), repeats: 10, tile: 1.4)), .heatShield,
            to: "heat-shield")
        // The structure behind the ablator, seen when the parts are apart.
        let back = [Vector2(2.44, D.backShellBase - 0.03), Vector2(2.30, 4.86), Vector2(1.4, apex + 0.42), Vector2(0, apex + 0.26)]
        model.add(.revolution(back, RevolutionStyle(detail.segments(96, least: 16))), .darkMetal, to: "heat-shield")
        guard detail.hasOrnaments else { return }
        // The four pads that carried the launch loads.
        for k in 0..<4 {
            let pad = Shape.cylinder(0.12, height: 0.02, segments: 24).rotated(.pi, about: Vector3(1, 0, 0))
            model.add(pad.translated(0, apex + 0.265, 1.75).turned(Float(k) * .pi / 2 + .pi / 4), .darkMetal, to: "heat-shield")
        }
    }
}
