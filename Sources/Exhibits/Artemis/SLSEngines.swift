import Geometry

extension SpaceLaunchSystem {
    private typealias D = SLSDimensions

    /// The four RS-25, one part each.
    static func addEngines(to model: inout Model, _ detail: Detail) {
        model.part("engines", of: "core-stage")
        let shapes = engine(detail)
        for (k, place) in enginePlaces.enumerated() {
            let name = "engine-\(k + 1)"
            model.part(name, of: "engines")
            for (finish, shape) in shapes {
                // Each engine's pumps face away from the axis of the stage.
                let angle = Trigonometry.atan2(place.0, place.1)
                model.add(shape.turned(angle).translated(place.0, 0, place.1), finish, to: name)
            }
        }
    }

    /// An RS-25: the regeneratively cooled nozzle with its hoops and tubes, combustion chamber, turbopumps, preburners and lines.
    private static func engine(_ detail: Detail) -> [(ArtemisFinish, Shape)] {
        let n = detail.segments(80, least: 14)
        let bell = Engine.Bell(exit: D.engineExit / 2, throat: 0.16, length: 3.05, thickness: 0.025)
        var dark = Engine.nozzle(bell, segments: n, rows: detail.segments(24, least: 6))
        if detail.hasOrnaments { dark.append(Engine.ribs(bell, count: 60, width: 0.030, rows: 10)) }
        var bright = Engine.hoops(
            bell, at: [0.015, 0.09, 0.18, 0.27, 0.36, 0.45, 0.54, 0.63], thickness: 0.028, segments: n,
            sides: detail.segments(8, least: 3))
        let chamber = [
            Vector2(0, 3.0), Vector2(0.20, 3.0), Vector2(0.30, 3.12), Vector2(0.31, 3.5), Vector2(0.40, 3.56), Vector2(0.44, 3.7),
            Vector2(0.44, 3.84), Vector2(0.34, 3.95),
            Vector2(0.30, 4.12), Vector2(0.22, 4.2), Vector2(0.22, D.engineHeight), Vector2(0, D.engineHeight),
        ]
        bright.append(.revolution(chamber, RevolutionStyle(detail.segments(40, least: 10), crease: 0.7)))
        guard detail.hasFittings else { return [(.darkMetal, dark), (.brightMetal, bright)] }
        let m = detail.segments(28, least: 8)
        // High-pressure pumps left and right, low-pressure pumps behind and in front.
        let pumps: [(x: Float, z: Float, y: Float, radius: Float, height: Float)] = [
            (0.78, 0.05, 2.95, 0.22, 1.05), (-0.78, 0.05, 2.85, 0.20, 1.15), (0.42, 0.72, 3.45, 0.22, 0.50),
            (-0.42, 0.72, 3.45, 0.22, 0.50),
            (0.62, -0.45, 3.30, 0.15, 0.55), (-0.62, -0.45, 3.30, 0.15, 0.55),
        ]
        for pump in pumps {
            let r = pump.radius
            let body = [
                Vector2(0, 0), Vector2(r * 0.55, 0.0), Vector2(r * 0.7, pump.height * 0.12), Vector2(r, pump.height * 0.25),
                Vector2(r, pump.height * 0.5),
                Vector2(r * 0.8, pump.height * 0.58), Vector2(r * 0.8, pump.height * 0.8), Vector2(r * 0.5, pump.height * 0.92),
                Vector2(0, pump.height),
            ]
            bright.append(Shape.revolution(body, RevolutionStyle(m, crease: 0.7)).translated(pump.x, pump.y, pump.z))
            dark.append(
                Shape.torus(r * 1.02, thickness: 0.035, segments: m, sides: detail.segments(8, least: 4)).translated(
                    pump.x, pump.y + pump.height * 0.38, pump.z))
        }
        let lines: [([Vector3], Float)] = [
            ([Vector3(0.78, 3.95, 0.05), Vector3(0.74, 4.12, 0.03), Vector3(0.5, 4.18, 0.02), Vector3(0.28, 4.0, 0)], 0.10),
            ([Vector3(-0.78, 3.95, 0.05), Vector3(-0.74, 4.12, 0.03), Vector3(-0.5, 4.18, 0.02), Vector3(-0.28, 4.0, 0)], 0.10),
            ([Vector3(0.42, 3.5, 0.72), Vector3(0.66, 3.30, 0.72), Vector3(0.84, 3.1, 0.52), Vector3(0.80, 3.0, 0.2)], 0.085),
            ([Vector3(-0.42, 3.5, 0.72), Vector3(-0.66, 3.30, 0.72), Vector3(-0.84, 3.1, 0.52), Vector3(-0.80, 3.0, 0.2)], 0.085),
            ([Vector3(0.42, 3.9, 0.72), Vector3(0.42, 4.12, 0.72), Vector3(0.38, 4.3, 0.66)], 0.12),
            ([Vector3(-0.42, 3.9, 0.72), Vector3(-0.42, 4.12, 0.72), Vector3(-0.38, 4.3, 0.66)], 0.12),
            (
                [
                    Vector3(0, 3.2, 0.45), Vector3(0.05, 2.6, 0.62), Vector3(0.06, 1.8, 0.90), Vector3(0.06, 0.8, 1.08),
                    Vector3(0.06, 0.25, 1.15),
                ], 0.045
            ),
        ]
        for (path, radius) in lines { bright.append(.tube(path, radius: radius, segments: detail.segments(14, least: 5))) }
        dark.append(Shape.box(Vector3(0.5, 0.42, 0.3), bevel: 0.03).translated(0, 3.35, -0.62))
        return [(.darkMetal, dark), (.brightMetal, bright)]
    }
}
