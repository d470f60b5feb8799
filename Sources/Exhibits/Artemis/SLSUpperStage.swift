import Geometry

extension SpaceLaunchSystem {
    private typealias D = SLSDimensions

    /// Stage adapter, interim cryogenic propulsion stage and Orion stage adapter.
    static func addUpperStage(to model: inout Model, _ detail: Detail) {
        model.part("stage-adapter", of: "upper-stage")
        addStageAdapter(to: &model, detail)
        model.part("propulsion-stage", of: "upper-stage")
        addPropulsionStage(to: &model, detail)
        model.part("rl10-engine", of: "propulsion-stage")
        addUpperEngine(to: &model, detail)
        model.part("orion-stage-adapter", of: "upper-stage")
        addOrionAdapter(to: &model, detail)
    }

    private static func addStageAdapter(to model: inout Model, _ detail: Detail) {
        let name = "stage-adapter"
        let low = D.coreHeight
        let high = D.stageAdapterTop
        let r = D.coreDiameter / 2
        let top = D.stageAdapterTopDiameter / 2 + 0.03
        let rows = detail.segments(12, least: 2)
        var wall = [Vector2(r, low), Vector2(r, low + 0.45)]
        wall += (0...rows).map { k in
            let t = Float(k) / Float(rows)
            return Vector2(r + (top - r) * t, low + 0.5 + (high - 0.5 - low - 0.5) * t)
        }
        wall += [Vector2(top, high - 0.4), Vector2(top, high)]
        let style = style(detail, radius: 3.4, tile: 3.3)
        model.add(.shell(wall, thickness: 0.12, style), .foam, to: name)
        model.add(.band(r - 0.05, r + 0.05, y: low, height: 0.16, style: style), .foam, to: name)
        model.add(.band(top - 0.05, top + 0.05, y: high - 0.2, height: 0.2, style: style), .brightMetal, to: name)
        guard detail.hasFittings else { return }
        let cone = Cone(bottom: Vector2(r, low + 0.5), top: Vector2(top, high - 0.5))
        // Sixteen panels are welded together: eight seams over the whole height.
        for k in 0..<8 {
            let seam = OrionSpacecraft.gridPlate(width: 0.14, height: 7.2, rows: 1, lift: 0.014)
            model.add(cone.wrap(seam, angle: Float(k) * .pi / 4 + 0.2, y: low + 4.2).textured(Vector2(0.3, 0.3)), .foam, to: name)
        }
        let marks = checks(cone, angle: radians(30), y: 71.4, field: 0.3)
        model.add(marks.black, .black, to: name)
        model.add(marks.white, .smoothWhite, to: name)
        let door = OrionSpacecraft.ringedPlate(
            Outline.roundedRectangle(0.9, 1.1, radius: 0.2, steps: detail.segments(6, least: 1)),
            rings: detail.segments(4, least: 1), height: 0.05)
        model.add(cone.wrap(door, angle: radians(75), y: 67.4).textured(Vector2(0.3, 0.3)), .foam, to: name)
        let pod = Shape.box(Vector3(0.8, 1.9, 0.22), bevel: 0.08).rotated(-0.19, about: Vector3(1, 0, 0)).translated(0, 66.3, 3.98)
        model.add(pod.turned(radians(150)).textured(Vector2(0.3, 0.3)), .foam, to: name)
    }

    /// The hydrogen tank, which is the stage's skin, and below it on struts the oxygen tank and the equipment shelf.
    private static func addPropulsionStage(to model: inout Model, _ detail: Detail) {
        let name = "propulsion-stage"
        let r = D.upperStageDiameter / 2
        let style = style(detail, segments: 128, radius: r, tile: 3.3, crease: 0.6)
        let count = detail.segments(12, least: 3)
        func dome(_ radius: Float, _ y: Float, height: Float, upwards: Bool) -> [Vector2] {
            Profile.arc(Vector2(0, 0), radius: 1, from: upwards ? 0 : -.pi / 2, to: upwards ? .pi / 2 : 0, count: count)
                .enumerated().map { i, p in
                    Vector2(i == (upwards ? count : 0) ? 0 : p.x * radius, y + p.y * height)
                }
        }
        let tank = dome(r - 0.1, 72.9, height: 1.25, upwards: false) + [Vector2(r, 72.9), Vector2(r, D.upperStageTop - 0.02)]
        model.add(.revolution(tank, style), .foam, to: name)
        model.add(
            .revolution(
                [Vector2(r, D.upperStageTop - 0.02)] + dome(r - 0.12, D.upperStageTop - 0.3, height: 0.9, upwards: true), style),
            .foam, to: name)
        for y in [Float(73.05), 74.6, D.upperStageTop - 0.24] {
            model.add(.band(r - 0.05, r + 0.03, y: y, height: 0.14, style: style), .brightMetal, to: name)
        }
        let small: Float = 1.6
        let oxygen =
            dome(small, 69.4, height: 0.95, upwards: false) + [Vector2(small, 70.3)]
            + dome(small, 70.3, height: 0.95, upwards: true).dropFirst()
        model.add(.revolution(oxygen, style), .white, to: name)
        // Struts in pairs between both tanks, a shelf with the electronics below.
        let pairs = 9
        let sides = detail.segments(12, least: 4)
        for k in 0..<pairs {
            func at(_ radius: Float, _ step: Float, y: Float) -> Vector3 {
                let (s, c) = Trigonometry.sincos((Float(k) + step) / Float(pairs) * 2 * .pi)
                return Vector3(radius * s, y, radius * c)
            }
            model.add(
                .rod(from: at(small, 0.5, y: 70.4), to: at(r - 0.1, 0.05, y: 72.95), radius: 0.06, segments: sides), .brightMetal,
                to: name)
            model.add(
                .rod(from: at(small, 0.5, y: 70.4), to: at(r - 0.1, 0.95, y: 72.95), radius: 0.06, segments: sides), .brightMetal,
                to: name)
            guard k % 2 == 0 else { continue }
            model.add(
                .rod(from: at(small * 0.9, 0.5, y: 69.2), to: at(1.15, 0.5, y: 68.0), radius: 0.04, segments: sides), .brightMetal,
                to: name)
        }
        model.add(
            .band(0.5, 1.25, y: 67.9, height: 0.12, style: RevolutionStyle(detail.segments(64, least: 12))), .brightMetal, to: name)
        guard detail.hasFittings else { return }
        let box = Shape.box(Vector3(0.42, 0.3, 0.34), bevel: 0.03).translated(0, 68.17, 1.02)
        model.add(box.around(8), .white, to: name)
        let bottle = Shape.sphere(0.33, segments: detail.segments(28, least: 8)).translated(0, 68.75, 1.55)
        model.add(bottle.around(4, first: 0.5), .goldFoil, to: name)
    }

    private static func addUpperEngine(to model: inout Model, _ detail: Detail) {
        let bell = Engine.Bell(exit: 0.92, throat: 0.11, length: 1.75, thickness: 0.015)
        let n = detail.segments(72, least: 12)
        let shape = Engine.nozzle(bell, segments: n, rows: detail.segments(18, least: 5)).translated(0, 65.35, 0)
        model.add(shape, .darkMetal, to: "rl10-engine")
        // The stowed cone of the nozzle's extension around the fixed nozzle.
        let extensionWall = [Vector2(1.07, 65.55), Vector2(1.03, 66.4), Vector2(0.95, 67.1)]
        model.add(.shell(extensionWall, thickness: 0.02, RevolutionStyle(n)), .darkMetal, to: "rl10-engine")
        let chamber = [
            Vector2(0, 67.0), Vector2(0.13, 67.0), Vector2(0.2, 67.2), Vector2(0.2, 67.5), Vector2(0.32, 67.55),
            Vector2(0.32, 67.75), Vector2(0.15, 67.85), Vector2(0, 67.9),
        ]
        model.add(
            .revolution(chamber, RevolutionStyle(detail.segments(32, least: 8), crease: 0.6)), .brightMetal, to: "rl10-engine")
        guard detail.hasFittings else { return }
        for x in [Float(-0.3), 0.3] {
            model.add(
                Shape.cylinder(0.13, height: 0.5, segments: detail.segments(24), bevel: 0.03).translated(x, 67.2, 0.1),
                .brightMetal, to: "rl10-engine")
        }
        for k in 0..<3 {
            let (s, c) = Trigonometry.sincos(Float(k) * 2 * .pi / 3 + 0.5)
            model.add(
                .rod(from: Vector3(1.0 * s, 66.9, 1.0 * c), to: Vector3(0.85 * s, 67.95, 0.85 * c), radius: 0.03, segments: 8),
                .brightMetal, to: "rl10-engine")
        }
    }

    private static func addOrionAdapter(to model: inout Model, _ detail: Detail) {
        let name = "orion-stage-adapter"
        let low = D.upperStageTop
        let high = D.orionAdapterTop
        let r = D.orionAdapterDiameter / 2
        let bottom = D.upperStageDiameter / 2
        let style = style(detail, segments: 128, radius: r, tile: 1.5)
        model.add(
            .shell(
                [Vector2(bottom, low), Vector2(bottom + 0.02, low + 0.14), Vector2(r, high - 0.16), Vector2(r, high)],
                thickness: 0.05, style), .white, to: name)
        // The diaphragm that keeps gases of the stage away from the spacecraft.
        let diaphragm = [Vector2(2.60, low + 0.45), Vector2(1.6, low + 0.75), Vector2(0, low + 0.86)]
        model.add(.revolution(diaphragm, RevolutionStyle(detail.segments(64, least: 12))), .darkMetal, to: name)
        model.add(
            .revolution(Profile.reversed(diaphragm.map { $0 - Vector2(0, 0.02) }), RevolutionStyle(detail.segments(64, least: 12))),
            .darkMetal, to: name)
        for y in [low, high - 0.10] {
            model.add(
                .band(bottom - 0.02, (y == low ? bottom : r) + 0.035, y: y, height: 0.10, style: style), .brightMetal, to: name)
        }
        guard detail.hasFittings else { return }
        // Dispensers of the small satellites along the inside.
        let dispenser = Shape.box(Vector3(0.36, 0.42, 0.30), bevel: 0.03).translated(0, low + 1.1, 2.42)
        model.add(dispenser.around(4, first: 0.6), .smoothWhite, to: name)
    }
}
