import Geometry

extension OrionSpacecraft {
    private typealias D = OrionDimensions

    /// The crew module adapter: a white ring that takes up the heat shield, with the cone below it and the umbilical.
    static func addAdapter(to model: inout Model, _ detail: Detail) {
        model.part("crew-module-adapter")
        let r = D.adapterRadius
        let n = detail.segments(192, least: 24)
        let wall = [
            Vector2(0, 3.50), Vector2(1.94, 3.46), Vector2(1.96, 3.50), Vector2(r, 3.93), Vector2(r + 0.025, 3.98),
            Vector2(r + 0.025, 4.42),
            Vector2(r + 0.02, 4.94), Vector2(r - 0.01, 5.0), Vector2(2.57, 5.0), Vector2(2.555, 4.96), Vector2(2.54, 4.60),
        ]
        model.add(.revolution(wall, RevolutionStyle(n, repeats: 16, tile: 1.05)), .white, to: "crew-module-adapter")
        let deck = [Vector2(2.54, 4.60), Vector2(2.50, 4.40), Vector2(1.6, 4.14), Vector2(0, 4.06)]
        model.add(
            .revolution(deck, RevolutionStyle(detail.segments(96, least: 16), repeats: 12, tile: 1)), .goldFoil,
            to: "crew-module-adapter")
        // The rings where the cone begins and where the panels end.
        for y in [Float(3.935), 4.43] {
            model.add(
                .band(r, r + 0.045, y: y - 0.025, height: 0.05, style: RevolutionStyle(n)), .brightMetal, to: "crew-module-adapter")
        }
        guard detail.hasFittings else { return }
        addUmbilical(to: &model, detail)
        let wallSide = Cone(radius: r + 0.024, from: 3.98, to: 4.94)
        // Access panels, vents and handrails around the ring.
        let panel = Shape.frame(
            Outline.roundedRectangle(0.62, 0.34, radius: 0.05, steps: detail.segments(4, least: 1)), width: 0.016, height: 0.012)
        for k in 0..<12 where k != 11 {
            model.add(wallSide.wrap(panel, angle: Float(k) * .pi / 6 + 0.2, y: 4.69), .brightMetal, to: "crew-module-adapter")
        }
        let vent = Shape.plate(Outline.roundedRectangle(0.20, 0.12, radius: 0.03, steps: 2), height: 0.012)
        for k in 0..<8 {
            model.add(wallSide.wrap(vent, angle: Float(k) * .pi / 4 + 0.42, y: 4.18), .black, to: "crew-module-adapter")
        }
        for k in 0..<6 {
            let angle = Float(k) * .pi / 3 + 0.62
            let path = [
                wallSide.point(angle, y: 4.26), wallSide.point(angle, y: 4.26, above: 0.06),
                wallSide.point(angle + 0.09, y: 4.26, above: 0.062),
                wallSide.point(angle + 0.18, y: 4.26, above: 0.06), wallSide.point(angle + 0.18, y: 4.26),
            ]
            model.add(.tube(path, radius: 0.013, segments: detail.segments(8, least: 4)), .brightMetal, to: "crew-module-adapter")
        }
        guard detail.hasOrnaments else { return }
        let bolt = Shape.cylinder(0.014, height: 0.010, segments: 6).rotated(.pi / 2, about: Vector3(1, 0, 0))
        for k in 0..<72 {
            let angle = Float(k) / 72 * 2 * .pi
            model.add(wallSide.wrap(bolt, angle: angle, y: 4.90), .brightMetal, to: "crew-module-adapter")
            model.add(wallSide.wrap(bolt, angle: angle, y: 4.02), .brightMetal, to: "crew-module-adapter")
        }
    }

    /// The housing of the lines between both modules, which reaches up to the back shell at azimuth −18°.
    private static func addUmbilical(to model: inout Model, _ detail: Detail) {
        let angle = radians(-18)
        let housing = Shape.box(Vector3(0.78, 1.02, 0.16), bevel: 0.04).translated(0, 4.51, D.adapterRadius + 0.03)
        let arm = Shape.box(Vector3(0.13, 0.86, 0.14), bevel: 0.03)
        let top = Shape.box(Vector3(0.66, 0.34, 0.12), bevel: 0.03)
        let parts = Shape.union([
            housing, arm.rotated(-0.09, about: Vector3(1, 0, 0)).translated(0.31, 5.16, D.adapterRadius - 0.06),
            arm.rotated(-0.09, about: Vector3(1, 0, 0)).translated(-0.31, 5.16, D.adapterRadius - 0.06),
            top.rotated(-0.52, about: Vector3(1, 0, 0)).translated(0, 5.44, D.adapterRadius - 0.26),
        ])
        model.add(parts.turned(angle), .smoothWhite, to: "crew-module-adapter")
        let line = Shape.tube(
            [
                Vector3(0, 4.98, D.adapterRadius + 0.04), Vector3(0, 5.12, D.adapterRadius + 0.02),
                Vector3(0, 5.28, D.adapterRadius - 0.10),
                Vector3(0, 5.38, D.adapterRadius - 0.22),
            ], radius: 0.05, segments: detail.segments(16))
        model.add(
            .union([line, line.translated(0.14, 0, 0), line.translated(-0.14, 0, 0)]).turned(angle), .darkMetal,
            to: "crew-module-adapter")
    }

    static func addServiceModule(to model: inout Model, _ detail: Detail) {
        let n = detail.segments(144, least: 20)
        let r: Float = 1.92
        let body = [
            Vector2(0.42, 1.27), Vector2(1.66, 1.27), Vector2(1.72, 1.30), Vector2(1.86, 1.40), Vector2(r, 1.46),
            Vector2(r, D.bodyTop - 0.02), Vector2(1.86, D.bodyTop),
            Vector2(0, D.bodyTop),
        ]
        model.add(.revolution(body, RevolutionStyle(n, repeats: 7, tile: 1.7)), .silverFoil, to: "service-module")
        model.add(
            .revolution(
                [Vector2(0.30, 1.33), Vector2(0.34, 1.255), Vector2(1.70, 1.255), Vector2(1.74, 1.285)],
                RevolutionStyle(n, repeats: 5, tile: 1.2)), .goldFoil, to: "service-module")
        model.part("radiators", of: "service-module")
        addRadiators(to: &model, detail)
        guard detail.hasFittings else { return }
        // The longerons between the radiators and the lower ring.
        for k in 0..<6 {
            let rib = Shape.box(Vector3(0.11, 1.30, 0.13), bevel: 0.02).translated(0, 2.83, 1.985)
            model.add(rib.turned(Float(k) * .pi / 3), .smoothWhite, to: "service-module")
        }
        model.add(.band(1.90, 1.985, y: 2.08, height: 0.09, style: RevolutionStyle(n)), .brightMetal, to: "service-module")
        model.add(.band(1.90, 1.965, y: 1.46, height: 0.06, style: RevolutionStyle(n)), .brightMetal, to: "service-module")
        addServiceFittings(to: &model, detail)
    }

    /// Lines, boxes and blankets around the lower half.
    private static func addServiceFittings(to model: inout Model, _ detail: Detail) {
        let side = Cone(radius: 1.92, from: 1.46, to: 3.46)
        let blanket = ringedPlate(
            Outline.roundedRectangle(0.62, 0.46, radius: 0.05, steps: detail.segments(4, least: 1)),
            rings: detail.segments(4, least: 1), height: 0.03)
        for azimuth in [Float(20), 38, 142, 160, -20, -38, -142, -160] {
            model.add(side.wrap(blanket, angle: radians(azimuth), y: 1.80), .goldFoil, to: "service-module")
        }
        let box = Shape.box(Vector3(0.26, 0.30, 0.16), bevel: 0.02).translated(0, 1.80, 1.99)
        for azimuth in [Float(76), -76, 104, -104] { model.add(box.turned(radians(azimuth)), .smoothWhite, to: "service-module") }
        for (offset, radius) in [(Float(1.62), Float(0.022)), (1.57, 0.015), (1.985, 0.018)] {
            let ring = Shape.torus(1.955, thickness: radius, segments: detail.segments(96), sides: detail.segments(8, least: 4))
            model.add(ring.translated(0, offset, 0), .brightMetal, to: "service-module")
        }
        // Vertical lines beside the longerons.
        for k in 0..<6 {
            for side in [Float(-1), 1] {
                let angle = Float(k) * .pi / 3 + side * 0.045
                let (s, c) = Trigonometry.sincos(angle)
                let line = Shape.rod(
                    from: Vector3(2.02 * s, 2.18, 2.02 * c), to: Vector3(2.02 * s, 3.44, 2.02 * c), radius: 0.012,
                    segments: detail.segments(8, least: 4))
                model.add(line, .brightMetal, to: "service-module")
            }
        }
        // Brackets of the spacecraft adapter around the base.
        let bracket = Shape.box(Vector3(0.20, 0.14, 0.26), bevel: 0.025).translated(0, 1.37, 1.84)
        model.add(bracket.around(6, first: .pi / 6), .darkMetal, to: "service-module")
    }

    private static func addRadiators(to model: inout Model, _ detail: Detail) {
        for k in 0..<6 {
            let start = Float(k) * .pi / 3 + 0.055
            let panel = RevolutionStyle(detail.segments(96, least: 24), start: start, sweep: .pi / 3 - 0.11, repeats: 6, tile: 1)
            model.add(
                .shell(
                    [Vector2(2.045, 2.19), Vector2(2.05, 2.20), Vector2(2.05, 3.42), Vector2(2.045, 3.43)], thickness: 0.05, panel),
                .smoothWhite, to: "radiators")
            guard detail.hasFittings else { continue }
            let seam = Cone(radius: 2.05, from: 2.2, to: 3.42)
            for part in 1..<4 {
                let angle = start + (.pi / 3 - 0.11) * Float(part) / 4
                model.add(
                    seam.wrap(gridPlate(width: 0.010, height: 1.2, rows: 1, lift: 0.004), angle: angle, y: 2.81), .black,
                    to: "radiators")
            }
        }
    }

    static func addPropulsion(to model: inout Model, _ detail: Detail) {
        model.part("main-engine", of: "service-module")
        let n = detail.segments(96, least: 16)
        let bell = Engine.Bell(exit: D.mainEngineExit / 2, throat: 0.13, length: 1.24, thickness: 0.014)
        model.add(Engine.nozzle(bell, segments: n, rows: detail.segments(28, least: 7)), .darkMetal, to: "main-engine")
        model.add(
            Engine.hoops(
                bell, at: [0.03, 0.14, 0.28, 0.44], thickness: 0.012, segments: detail.segments(64, least: 12),
                sides: detail.segments(8, least: 3)),
            .brightMetal, to: "main-engine")
        let chamber = [
            Vector2(0.0, 1.18), Vector2(0.14, 1.18), Vector2(0.19, 1.26), Vector2(0.19, 1.42), Vector2(0.26, 1.44),
            Vector2(0.26, 1.52), Vector2(0.20, 1.54),
            Vector2(0.20, 1.90), Vector2(0, 1.92),
        ]
        model.add(.revolution(chamber, RevolutionStyle(detail.segments(48, least: 12))), .brightMetal, to: "main-engine")
        model.add(
            .revolution(
                [Vector2(0.22, 1.16), Vector2(0.42, 1.22), Vector2(0.44, 1.27), Vector2(0.20, 1.30)],
                RevolutionStyle(detail.segments(64, least: 12), repeats: 3, tile: 0.6)), .goldFoil, to: "main-engine")
        model.part("auxiliary-thrusters", of: "service-module")
        let thruster = Engine.thruster(exit: 0.13, length: 0.48, segments: detail.segments(40, least: 8)).translated(
            0, 0.75, D.auxiliaryRadius)
        let collar = Shape.cylinder(0.165, top: 0.18, height: 0.10, segments: detail.segments(40, least: 8)).translated(
            0, 1.19, D.auxiliaryRadius)
        for azimuth in D.auxiliaryAzimuths {
            model.add(thruster.turned(radians(azimuth)), .darkMetal, to: "auxiliary-thrusters")
            model.add(collar.turned(radians(azimuth)), .goldFoil, to: "auxiliary-thrusters")
        }
        model.part("attitude-thrusters", of: "service-module")
        for (k, place) in D.podPlaces.enumerated() {
            model.add(
                pod(detail).body.translated(0, place.y, 0).turned(radians(place.azimuth)), .silverFoil, to: "attitude-thrusters")
            let nozzles = pod(detail, isUpper: k >= 4).nozzles
            model.add(nozzles.translated(0, place.y, 0).turned(radians(place.azimuth)), .darkMetal, to: "attitude-thrusters")
        }
    }

    /// A pod of four 220 N thrusters at azimuth 0 and height 0.
    private static func pod(_ detail: Detail, isUpper: Bool = false) -> (body: Shape, nozzles: Shape) {
        let size: Vector3 = Vector3(0.47, 0.36, 0.42)
        let body = Shape.box(size, bevel: 0.05).translated(0, 0, 2.135)
        var nozzles = Shape()
        let nozzle = Engine.thruster(exit: 0.05, length: 0.20, segments: detail.segments(24, least: 6))
        for x in [Float(-1), 1] {
            for y in [Float(-1), 1] {
                // The exit points outwards and to the side; the bell's y axis points back to the pod.
                let out = isUpper ? Vector3(x * 0.62, 0, 0.78) : Vector3(0, y * 0.62, 0.78)
                let exit = isUpper ? Vector3(x * 0.13, y * 0.08, 2.53) : Vector3(x * 0.09, y * 0.15, 2.53)
                nozzles.append(nozzle.aimed(-out).translated(exit.x, exit.y, exit.z))
            }
        }
        return (body, nozzles)
    }
}
