import Geometry

extension SpaceLaunchSystem {
    private typealias D = SLSDimensions
    private static let radius = D.coreDiameter / 2

    static func addCoreStage(to model: inout Model, _ detail: Detail) {
        model.part("forward-skirt", of: "core-stage")
        model.part("liquid-oxygen-tank", of: "core-stage")
        model.part("intertank", of: "core-stage")
        model.part("liquid-hydrogen-tank", of: "core-stage")
        model.part("engine-section", of: "core-stage")
        model.part("feed-lines", of: "core-stage")
        addTank("liquid-oxygen-tank", from: D.oxygenTankBase, to: D.forwardSkirtBase, to: &model, detail)
        addTank("liquid-hydrogen-tank", from: D.hydrogenTankBase, to: D.intertankBase, to: &model, detail)
        addForwardSkirt(to: &model, detail)
        addIntertank(to: &model, detail)
        addEngineSection(to: &model, detail)
        addFeedLines(to: &model, detail)
    }

    /// A barrel with two domes that reach into the neighbours.
    private static func addTank(_ name: String, from low: Float, to high: Float, to model: inout Model, _ detail: Detail) {
        let r = radius
        let rows = detail.level == 0 ? max(2, Int((high - low) / 1.1)) : detail.level == 1 ? max(2, Int((high - low) / 4)) : 1
        let barrel = (0...rows).map { Vector2(r, low + (high - low) * Float($0) / Float(rows)) }
        model.add(.revolution(barrel, style(detail, radius: r, tile: 3.3)), .foam, to: name)
        let count = detail.segments(16, least: 4)
        let inner = r - 0.12
        let bottom = Profile.arc(Vector2(0, 0), radius: 1, from: -.pi / 2, to: 0, count: count).enumerated().map { i, p in
            Vector2(i == 0 ? 0 : p.x * inner, low + 0.1 + p.y * D.dome)
        }
        let top = Profile.arc(Vector2(0, 0), radius: 1, from: 0, to: .pi / 2, count: count).enumerated().map { i, p in
            Vector2(i == count ? 0 : p.x * inner, high - 0.1 + p.y * D.dome)
        }
        let domes = style(detail, segments: 96, radius: r, tile: 3.3, crease: 1)
        model.add(.revolution(bottom + [Vector2(r, low)], domes), .foam, to: name)
        model.add(.revolution([Vector2(r, high)] + top, domes), .foam, to: name)
        guard detail.hasFittings else { return }
        // The welds between the barrels show as shallow rings.
        let count2 = Int(((high - low) / 6.9).rounded())
        for k in 1..<max(count2, 2) {
            let y = low + (high - low) * Float(k) / Float(count2)
            model.add(
                .band(r - 0.05, r + 0.014, y: y - 0.11, height: 0.22, style: style(detail, radius: r, tile: 3.3)), .foam, to: name)
        }
    }

    private static func addForwardSkirt(to model: inout Model, _ detail: Detail) {
        let name = "forward-skirt"
        let r = radius
        let wall = [
            Vector2(r - 0.18, D.forwardSkirtBase), Vector2(r, D.forwardSkirtBase), Vector2(r, D.forwardSkirtBase + 0.5),
            Vector2(r, D.coreHeight - 0.3), Vector2(r, D.coreHeight),
            Vector2(r - 0.2, D.coreHeight), Vector2(r - 0.2, D.forwardSkirtBase), Vector2(r - 0.18, D.forwardSkirtBase),
        ]
        model.add(.revolution(wall, style(detail, radius: r, tile: 3.3)), .foam, to: name)
        model.add(
            .band(r - 0.02, r + 0.05, y: D.coreHeight - 0.16, height: 0.16, style: style(detail, radius: r, tile: 3.3)), .foam,
            to: name)
        guard detail.hasFittings else { return }
        let side = Cone(radius: r, from: D.forwardSkirtBase, to: D.coreHeight)
        let plate = OrionSpacecraft.ringedPlate(
            Outline.roundedRectangle(1.3, 0.9, radius: 0.1, steps: detail.segments(4, least: 1)),
            rings: detail.segments(4, least: 1), height: 0.10)
        model.add(side.wrap(plate, angle: radians(150), y: 62.9), .smoothWhite, to: name)
        model.add(side.wrap(plate, angle: radians(-60), y: 62.9), .foam, to: name)
    }

    /// The ribbed part between the tanks with the fittings that take up the boosters' thrust.
    private static func addIntertank(to model: inout Model, _ detail: Detail) {
        let name = "intertank"
        let low = D.intertankBase
        let high = D.oxygenTankBase
        let r = radius
        model.add(
            .revolution([Vector2(r - 0.03, low), Vector2(r - 0.03, high)], style(detail, radius: r, tile: 3.3)), .foam, to: name)
        model.add(
            .revolution([Vector2(r - 0.2, high), Vector2(r - 0.2, low)], style(detail, radius: r, tile: 3.3)), .foam, to: name)
        for y in [low, high - 0.34] {
            model.add(.band(r - 0.2, r + 0.045, y: y, height: 0.34, style: style(detail, radius: r, tile: 3.3)), .foam, to: name)
        }
        // Stringers: 144 around, rounded ribs.
        let count = detail.level == 0 ? 144 : detail.level == 1 ? 72 : 0
        if count > 0 {
            let width = 2 * .pi * r / Float(count)
            let sides = detail.level == 0 ? 5 : 2
            var rib = Shape()
            let arc = Profile.arc(Vector2(0, 0), radius: 1, from: 0, to: .pi, count: sides)
            for (a, b) in zip(arc, arc.dropFirst()) {
                func at(_ p: Vector2, _ y: Float) -> UInt32 {
                    let n = Vector3(p.x * 0.6, 0, p.y).normalized
                    return rib.vertex(
                        Vector3(p.x * width * 0.36, y, r - 0.035 + p.y * 0.085), normal: n, at: Vector2(p.x * 0.06, -y / 3.3))
                }
                let numbers = [at(b, low + 0.33), at(a, low + 0.33), at(a, high - 0.33), at(b, high - 0.33)]
                rib.triangle(numbers[0], numbers[1], numbers[2])
                rib.triangle(numbers[0], numbers[2], numbers[3])
            }
            model.add(rib.around(count), .foam, to: name)
        }
        for side in [Float(-1), 1] {
            let fitting = Shape.box(Vector3(1.15, 2.0, 0.5), bevel: 0.14).translated(0, 47.1, r + 0.05)
            model.add(fitting.turned(side * .pi / 2), .foam, to: name)
            let post = Shape.cylinder(0.26, height: 0.42, segments: detail.segments(32, least: 8)).aimed(Vector3(0, 0, 1))
                .translated(0, 47.1, r + 0.15)
            model.add(post.turned(side * .pi / 2), .brightMetal, to: name)
        }
        guard detail.hasFittings else { return }
        let cone = Cone(radius: r + 0.06, from: low, to: high)
        for angle in [Float(40), -40, 140, -140] {
            let marks = checks(cone, angle: radians(angle), y: 50.3, field: 0.34)
            model.add(marks.black, .black, to: name)
            model.add(marks.white, .smoothWhite, to: name)
        }
        // The umbilical plate.
        let plate = Shape.box(Vector3(1.5, 1.1, 0.22), bevel: 0.05).translated(0, 46.6, r + 0.1)
        model.add(plate.turned(radians(150)), .smoothWhite, to: name)
    }

    private static func addEngineSection(to model: inout Model, _ detail: Detail) {
        let name = "engine-section"
        let base = D.engineSectionBase
        let top = D.hydrogenTankBase
        let r = radius
        let rows = detail.segments(6, least: 1)
        var wall = (0...rows).map { Vector2(r, 5.2 + (top - 5.2) * Float($0) / Float(rows)) }
        wall.insert(Vector2(r - 0.35, base + 0.35), at: 0)
        wall += [Vector2(r - 0.2, top), Vector2(r - 0.3, 6.4), Vector2(0, 6.3)]
        model.add(.revolution(wall, style(detail, radius: r, tile: 3.3)), .foam, to: name)
        // The base heat shield with its curtains around the engines.
        let shield = [Vector2(0, base), Vector2(r - 0.42, base), Vector2(r - 0.34, base + 0.08), Vector2(r - 0.34, base + 0.36)]
        model.add(.revolution(shield, style(detail, segments: 96, radius: r, tile: 2)), .white, to: name)
        for (x, z) in enginePlaces {
            let curtain = [
                Vector2(1.30, base - 0.02), Vector2(1.34, base - 0.03), Vector2(1.12, base - 0.34), Vector2(0.86, base - 0.34),
            ]
            let shape = Shape.revolution(curtain.reversed(), RevolutionStyle(detail.segments(64, least: 12), repeats: 6, tile: 1))
            model.add(shape.translated(x, 0, z), .silverFoil, to: name)
        }
        for y in [Float(5.2), 8.0, top - 0.12] {
            model.add(
                .band(r - 0.1, r + 0.03, y: y - 0.09, height: 0.18, style: style(detail, radius: r, tile: 3.3)), .foam, to: name)
        }
        guard detail.hasFittings else { return }
        let side = Cone(radius: r, from: base, to: top)
        // Umbilical plates towards the tail service masts, and the aft struts' fittings.
        let plate = Shape.box(Vector3(1.3, 1.5, 0.26), bevel: 0.06).translated(0, 6.6, r + 0.1)
        for angle in [Float(28), -28] { model.add(plate.turned(radians(angle)), .smoothWhite, to: name) }
        for angle in [Float(62), 118, -62, -118] {
            let fitting = Shape.box(Vector3(0.42, 0.55, 0.3), bevel: 0.06).translated(0, 8.2, r + 0.08)
            model.add(fitting.turned(radians(angle)), .foam, to: name)
        }
        let marks = checks(side, angle: radians(180), y: 8.9, field: 0.34)
        model.add(marks.black, .black, to: name)
        model.add(marks.white, .smoothWhite, to: name)
    }

    /// Two oxygen feed lines past the hydrogen tank, the pressure lines and the tunnel of the cables.
    private static func addFeedLines(to model: inout Model, _ detail: Detail) {
        let name = "feed-lines"
        let r = radius
        let sides = detail.segments(24, least: 6)
        for angle in [Float(-26), 26] {
            let (s, c) = Trigonometry.sincos(radians(angle))
            func at(_ distance: Float, _ y: Float) -> Vector3 { Vector3(distance * s, y, distance * c) }
            var path = [at(r - 0.1, 45.3), at(r + 0.16, 45.1), at(r + 0.30, 44.7), at(r + 0.33, 44.1)]
            path += (1...detail.segments(12, least: 2)).map {
                at(r + 0.33, 44.1 - 35.0 * Float($0) / Float(detail.segments(12, least: 2)))
            }
            path += [at(r + 0.30, 8.6), at(r + 0.10, 8.25), at(r - 0.2, 8.1)]
            model.add(.tube(path, radius: 0.25, segments: sides, tile: 3.3), .foam, to: name)
            guard detail.hasFittings else { continue }
            for k in 0..<12 {
                let bracket = Shape.box(Vector3(0.66, 0.18, 0.34), bevel: 0.05).translated(0, 11.5 + Float(k) * 2.9, r + 0.12)
                model.add(bracket.turned(radians(angle)), .foam, to: name)
            }
        }
        let lines: [(angle: Float, radius: Float, low: Float, high: Float)] = [
            (-9, 0.07, 9, 61), (-6.5, 0.05, 9, 61), (172, 0.06, 9, 49),
        ]
        for line in lines {
            let (s, c) = Trigonometry.sincos(radians(line.angle))
            let d = r + 0.10
            model.add(
                .rod(
                    from: Vector3(d * s, line.low, d * c), to: Vector3(d * s, line.high, d * c), radius: line.radius,
                    segments: detail.segments(12, least: 4)),
                .foam, to: name)
        }
        let tunnel = Shape.box(Vector3(0.62, 52.4, 0.30), bevel: 0.08).translated(0, 35.2, r + 0.06)
        model.add(tunnel.turned(.pi).textured(Vector2(0.3, 0.3)), .foam, to: name)
        guard detail.hasOrnaments else { return }
        for k in 0..<17 {
            let joint = Shape.box(Vector3(0.68, 0.10, 0.34), bevel: 0.03).translated(0, 10.2 + Float(k) * 3.1, r + 0.07)
            model.add(joint.turned(.pi).textured(Vector2(0.3, 0.3)), .foam, to: name)
        }
    }

    /// The axes of the four engines.
    static let enginePlaces: [(Float, Float)] = [
        (D.engineOffset, D.engineOffset), (D.engineOffset, -D.engineOffset), (-D.engineOffset, -D.engineOffset),
        (-D.engineOffset, D.engineOffset),
    ]
}
