import Geometry
import Support

extension FurnitureModel {
    /// A sofa for three, 2.15 m wide and 0.95 m deep.
    static func sofa(_ palette: Palette) -> FurnitureModel {
        var sofa = FurnitureModel()
        let cloth = Material.cloth(palette.sofa)
        let (w, d): (Float, Float) = (2.15, 0.95)
        sofa.add(
            .box(
                from: Vector3(-w / 2 + 0.03, 0.12, -d / 2 + 0.03), to: Vector3(w / 2 - 0.03, 0.31, d / 2 - 0.05), round: 0.03,
                cell: 0.08), cloth)
        for side: Float in [-1, 1] {
            let arm = Solid.box(Vector3(0.19, 0.50, d - 0.02), round: 0.07, segments: 3, cell: 0.07)
            sofa.add(arm.placed(Vector3(side * (w / 2 - 0.095), 0.37, 0)), cloth)
        }
        sofa.add(
            .box(
                from: Vector3(-w / 2 + 0.12, 0.12, -d / 2), to: Vector3(w / 2 - 0.12, 0.76, -d / 2 + 0.20), round: 0.07,
                cell: 0.07),
            cloth)
        let seat = (w - 0.38) / 3
        for k in 0..<3 {
            let x = seat * (Float(k) - 1)
            sofa.add(Solid.cushion(Vector3(seat - 0.012, 0.18, 0.74), puff: 0.22).placed(Vector3(x, 0.385, 0.075)), cloth)
            sofa.add(
                Solid.cushion(Vector3(seat - 0.03, 0.19, 0.44), puff: 0.4), cloth, center: Vector3(x, 0.655, -d / 2 + 0.285),
                leaning: 1.34)
        }
        let pillow = Solid.cushion(Vector3(0.44, 0.15, 0.44), puff: 0.75)
        sofa.add(pillow, .cloth(palette.pillows.0, weave: 120), center: Vector3(-0.66, 0.66, 0.02), leaning: 1.1, turn: 0.22)
        sofa.add(pillow, .cloth(palette.pillows.1, weave: 120), center: Vector3(0.70, 0.66, 0.02), leaning: 1.08, turn: -0.25)
        sofa.add(
            .cushion(Vector3(0.5, 0.13, 0.32), puff: 0.75),
            .stripes(
                [
                    Material.Stripe(0, palette.pillows.1), Material.Stripe(0.62, palette.rug.warm),
                    Material.Stripe(0.82, palette.pillows.1), Material.Stripe(0.9, palette.rug.dark),
                ], period: 0.11, axis: 0),
            center: Vector3(0.28, 0.62, 0.12), leaning: 1.0, turn: -0.1)
        for x in [-w / 2 + 0.12, w / 2 - 0.12] {
            for z in [-d / 2 + 0.1, d / 2 - 0.12] {
                let leg = Solid.column(bottom: 0.016, top: 0.026, height: 0.13, sides: 12)
                sofa.add(leg.placed(Vector3(x, 0, z)), .wood(palette.walnut.light, palette.walnut.dark, along: 1))
            }
        }
        return sofa
    }

    /// Adds a cushion that leans back: tilted by `leaning` radians about its width, then turned about the vertical.
    mutating func add(_ cushion: Solid, _ material: Material, center: Vector3, leaning: Float, turn: Float = 0) {
        let tilt = Quaternion(angle: leaning, axis: Vector3(1, 0, 0))
        let rotation = Quaternion(angle: turn, axis: Vector3(0, 1, 0)) * tilt
        add(cushion.placed(RigidTransform(rotation: rotation, translation: center)), material)
    }

    /// A round-backed armchair, 0.82 m wide.
    static func armchair(_ palette: Palette) -> FurnitureModel {
        var chair = FurnitureModel()
        let cloth = Material.cloth(palette.armchair, weave: 240, contrast: 0.1)
        // The back runs around the seat from arm to arm and is highest behind.
        func rim(_ u: Float) -> (x: Float, z: Float, top: Float) {
            let angle = (u - 0.5) * 3.9
            let (s, c) = Trigonometry.sincos(angle)
            let rise = 0.5 + 0.5 * c
            return (0.355 * s, -0.345 * c, 0.55 + 0.25 * rise * rise)
        }
        chair.add(
            .sheet(columns: 28, rows: 8, thickness: 0.10) { u, v in
                let r = rim(1 - u)
                let flare = 1 + 0.08 * v
                return Vector3(r.x * flare, 0.2 + (r.top - 0.2) * v, r.z * flare)
            }, cloth)
        chair.add(
            .tube(
                (0...28).map { i in
                    let r = rim(Float(i) / 28)
                    return Vector3(r.x * 1.08, r.top, r.z * 1.08)
                }, radius: 0.055, sides: 12), cloth)
        chair.add(Solid.box(Vector3(0.62, 0.14, 0.64), round: 0.05, cell: 0.08).placed(Vector3(0, 0.27, 0.01)), cloth)
        chair.add(Solid.cushion(Vector3(0.60, 0.16, 0.62), puff: 0.3).placed(Vector3(0, 0.41, 0.04)), cloth)
        chair.add(
            .cushion(Vector3(0.42, 0.13, 0.36), puff: 0.75), .cloth(palette.pillows.1, weave: 120),
            center: Vector3(0.04, 0.62, -0.15), leaning: 1.15)
        for x: Float in [-1, 1] {
            for z: Float in [-1, 1] {
                let foot = Vector3(x * 0.27, 0, z * 0.26 + 0.01)
                chair.add(
                    .tube([Vector3(x * 0.21, 0.24, z * 0.20 + 0.01), foot], radius: 0.022, endRadius: 0.013),
                    .wood(palette.oak.light, palette.oak.dark, along: 1))
            }
        }
        return chair
    }

    /// A wooden chair with a bent back, 0.46 m wide; one sits facing +z.
    static func chair(_ palette: Palette, seat: Vector3) -> FurnitureModel {
        var chair = FurnitureModel()
        let wood = Material.wood(palette.oak.light, palette.oak.dark, along: 1)
        chair.add(
            Solid.box(Vector3(0.46, 0.04, 0.44), round: 0.018, cell: 0.06).bent { p in
                // Hollow in the middle, narrower behind.
                let hollow = max(0, 1 - (p.x * p.x + p.z * p.z) / 0.04)
                return Vector3(p.x * (0.94 + 0.14 * p.z), p.y - 0.008 * hollow, p.z)
            }.placed(Vector3(0, 0.445, 0)), .cloth(seat, weave: 150))
        for x: Float in [-1, 1] {
            chair.add(.tube([Vector3(x * 0.18, 0.43, 0.17), Vector3(x * 0.205, 0, 0.205)], radius: 0.019, endRadius: 0.012), wood)
            chair.add(
                .tube(
                    [
                        Vector3(x * 0.205, 0, -0.225), Vector3(x * 0.185, 0.43, -0.185), Vector3(x * 0.187, 0.62, -0.205),
                        Vector3(x * 0.19, 0.80, -0.245),
                    ], radius: 0.017), wood)
            chair.add(.tube([Vector3(x * 0.187, 0.24, 0.18), Vector3(x * 0.193, 0.24, -0.2)], radius: 0.009, sides: 8), wood)
        }
        chair.add(.tube([Vector3(-0.19, 0.24, 0), Vector3(0.19, 0.24, 0)], radius: 0.009, sides: 8), wood)
        for (low, high) in [(0.70, 0.81), (0.55, 0.61)] as [(Float, Float)] {
            chair.add(
                .sheet(columns: 12, rows: 3, thickness: 0.016) { u, v in
                    let x = (2 * u - 1) * 0.205
                    let y = low + (high - low) * v
                    return Vector3(x, y, -0.245 - 0.045 * (1 - (x / 0.205) * (x / 0.205)) + (0.80 - y) * 0.2)
                }, .wood(palette.oak.light, palette.oak.dark, along: 0))
        }
        return chair
    }

    /// A knitted pouf.
    static func pouf(_ color: Vector3) -> FurnitureModel {
        var pouf = FurnitureModel()
        let profile = (0...14).map { i -> Vector2 in
            let (s, c) = Trigonometry.sincos(Float(i) / 14 * .pi)
            return Vector2(i == 0 || i == 14 ? 0 : 0.25 * s.squareRoot(), 0.19 - 0.19 * c)
        }
        pouf.add(.lathe(profile, sides: 28), .cloth(color, weave: 60, contrast: 0.3))
        return pouf
    }
}
