import Geometry

extension FurnitureModel {
    /// The cloth of a lamp's shade, lit from within.
    static func shade(_ palette: Palette) -> Material {
        let warm = Vector3(1.0, 0.80, 0.55)
        return Material(.glowing, mean: warm) { p, spot in
            palette.linen * warm * (0.98 + 0.05 * ValueNoise.fine(p, frequency: 120, spot: spot))
        }
    }

    /// A drum or cone of cloth, open above and below; its foot at y = 0.
    private static func shadeSolid(bottom: Float, top: Float, height: Float) -> Solid {
        let t: Float = 0.006
        return .lathe(
            [
                Vector2(bottom - t, 0), Vector2(bottom, 0), Vector2((bottom + top) / 2, height / 2), Vector2(top, height),
                Vector2(top - t, height),
                Vector2((bottom + top) / 2 - t, height / 2), Vector2(bottom - t, 0),
            ], sides: 32)
    }

    /// A standing lamp, 1.6 m high.
    static func floorLamp(_ palette: Palette) -> FurnitureModel {
        var lamp = FurnitureModel()
        lamp.add(
            .lathe([Vector2(0, 0), Vector2(0.15, 0), Vector2(0.15, 0.015), Vector2(0.13, 0.025), Vector2(0, 0.03)], sides: 32),
            .clay(palette.brass))
        lamp.add(.tube((0...12).map { Vector3(0, 0.028 + 1.4 * Float($0) / 12, 0) }, radius: 0.011), .clay(palette.brass))
        lamp.add(shadeSolid(bottom: 0.21, top: 0.15, height: 0.27).placed(Vector3(0, 1.33, 0)), shade(palette))
        lamp.add(
            Solid.ball(Vector3(0.035, 0.05, 0.035), rows: 8).placed(Vector3(0, 1.46, 0)), .plain(Vector3(1, 0.9, 0.75), .glowing))
        return lamp
    }

    /// A table lamp with a turned foot, 0.42 m high.
    static func tableLamp(_ palette: Palette, foot: Vector3) -> FurnitureModel {
        var lamp = FurnitureModel()
        let profile: [Vector2] = [
            Vector2(0, 0), Vector2(0.07, 0), Vector2(0.075, 0.012), Vector2(0.05, 0.03), Vector2(0.055, 0.07), Vector2(0.07, 0.11),
            Vector2(0.055, 0.155), Vector2(0.025, 0.18), Vector2(0.012, 0.20), Vector2(0.012, 0.26), Vector2(0, 0.26),
        ]
        lamp.add(.lathe(profile, sides: 28), .clay(foot))
        lamp.add(shadeSolid(bottom: 0.14, top: 0.10, height: 0.19).placed(Vector3(0, 0.23, 0)), shade(palette))
        return lamp
    }

    /// A lamp that hangs from the ceiling at y = 0 down to `drop` metres below.
    static func pendant(_ palette: Palette, drop: Float) -> FurnitureModel {
        var lamp = FurnitureModel()
        lamp.add(
            .lathe([Vector2(0, -0.03), Vector2(0.05, -0.025), Vector2(0.055, 0), Vector2(0, 0)], sides: 24), .clay(palette.iron))
        lamp.add(
            .tube([Vector3(0, -0.02, 0), Vector3(0, -drop / 2, 0), Vector3(0, -drop + 0.22, 0)], radius: 0.004, sides: 6),
            .clay(palette.iron))
        // A dome, and the same dome 6 mm further in, on the way back.
        let outside = (0...10).map { i -> Vector2 in
            let (s, c) = Trigonometry.sincos(Float(i) / 10 * .pi / 2)
            return Vector2(i == 10 ? 0 : 0.24 * c, 0.23 * s - drop)
        }
        let inside = (0...10).reversed().map { i -> Vector2 in
            let (s, c) = Trigonometry.sincos(Float(i) / 10 * .pi / 2)
            return Vector2(i == 10 ? 0 : 0.233 * c, 0.222 * s - drop)
        }
        let shell = Solid.lathe([inside.last!] + outside + Array(inside.dropLast()) + [inside.last!], sides: 36)
        lamp.add(
            shell,
            Material(mean: palette.rug.warm) { p, _ in
                // Enamel: white within.
                let r = (p.x * p.x + p.z * p.z).squareRoot()
                let y = p.y + drop
                let isInside = (r / 0.2365) * (r / 0.2365) + (y / 0.226) * (y / 0.226) < 1
                return isInside ? web(0xf7efe0) : palette.rug.warm
            })
        lamp.add(
            Solid.ball(Vector3(0.045, 0.055, 0.045), rows: 10).placed(Vector3(0, -drop + 0.08, 0)),
            .plain(Vector3(1, 0.88, 0.68), .glowing))
        return lamp
    }

    /// A lamp with two arms for a desk; it reaches towards +z.
    static func deskLamp(_ palette: Palette) -> FurnitureModel {
        var lamp = FurnitureModel()
        let iron = Material.clay(palette.iron)
        lamp.add(
            .lathe([Vector2(0, 0), Vector2(0.085, 0), Vector2(0.085, 0.012), Vector2(0.07, 0.02), Vector2(0, 0.022)], sides: 28),
            iron)
        let elbow = Vector3(0, 0.30, -0.09)
        let head = Vector3(0, 0.42, 0.16)
        lamp.add(.tube([Vector3(0, 0.02, 0), elbow], radius: 0.008, sides: 8), iron)
        lamp.add(.tube([elbow, head], radius: 0.008, sides: 8), iron)
        lamp.add(Solid.ball(Vector3(0.016, 0.016, 0.016), rows: 8).placed(elbow), .clay(palette.brass))
        let cone = Solid.lathe(
            [
                Vector2(0.074, -0.07), Vector2(0.078, -0.07), Vector2(0.03, 0.03), Vector2(0, 0.04), Vector2(0, 0.034),
                Vector2(0.027, 0.026),
                Vector2(0.074, -0.07),
            ], sides: 24)
        lamp.add(
            cone.placed(RigidTransform(rotation: Quaternion(angle: -0.35, axis: Vector3(1, 0, 0)), translation: head)),
            .clay(palette.rug.warm))
        return lamp
    }
}
