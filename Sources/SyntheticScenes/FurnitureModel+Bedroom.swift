import Geometry

extension FurnitureModel {
    /// A bed, 1.6 x 2.1 m; its head is at z = 0 and its foot towards +z.
    static func bed(_ palette: Palette) -> FurnitureModel {
        var bed = FurnitureModel()
        let wood = Material.wood(palette.oak.light, palette.oak.dark, along: 2, shift: 3)
        let w: Float = 1.6
        bed.add(
            .box(from: Vector3(-w / 2 - 0.02, 0.12, 0.08), to: Vector3(w / 2 + 0.02, 0.28, 2.12), round: 0.015, cell: 0.09), wood)
        for x in [-w / 2 + 0.06, w / 2 - 0.06] {
            for z: Float in [0.2, 2.02] {
                bed.add(Solid.column(bottom: 0.02, top: 0.03, height: 0.13).placed(Vector3(x, 0, z)), wood)
            }
        }
        bed.add(
            .box(from: Vector3(-w / 2, 0.27, 0.10), to: Vector3(w / 2, 0.50, 2.09), round: 0.05, cell: 0.08),
            .cloth(web(0xf2efe9), weave: 300, contrast: 0.05))
        // The head: upright rolls side by side.
        let rolls = 9
        let each = (w + 0.12) / Float(rolls)
        for k in 0..<rolls {
            let x = (Float(k) - Float(rolls - 1) / 2) * each
            let roll = Solid.box(Vector3(each - 0.004, 1.0, 0.085), round: 0.04, segments: 3, cell: 0.16)
            bed.add(roll.placed(Vector3(x, 0.6, 0.045)), .cloth(palette.headboard, weave: 260, contrast: 0.08))
        }
        for side: Float in [-1, 1] {
            bed.add(
                .cushion(Vector3(0.70, 0.20, 0.46), puff: 0.65), .cloth(palette.bedding, weave: 300, contrast: 0.05),
                center: Vector3(side * 0.38, 0.62, 0.30), leaning: 0.62)
        }
        bed.add(
            .cushion(Vector3(0.52, 0.15, 0.34), puff: 0.7), .cloth(palette.blanket, weave: 110, contrast: 0.2),
            center: Vector3(0, 0.66, 0.50), leaning: 0.8)
        bed.add(
            cover(from: 0.62, to: 2.13, reach: 0.26, above: 0.525, thickness: 0.05, creases: 0.014, cells: (30, 36)),
            .cloth(palette.bedding, weave: 300, contrast: 0.05))
        bed.add(
            cover(from: 1.46, to: 1.98, reach: 0.34, above: 0.582, thickness: 0.018, creases: 0.014, cells: (14, 40)),
            .stripes(
                [
                    Material.Stripe(0, palette.blanket), Material.Stripe(0.7, palette.blanket * 0.72),
                    Material.Stripe(0.8, palette.linen), Material.Stripe(0.86, palette.blanket * 0.72),
                ], period: 0.13, axis: 2))
        return bed
    }

    /// A cloth that lies across the bed and hangs down on both sides by `reach` metres.
    private static func cover(
        from: Float, to: Float, reach: Float, above top: Float, thickness: Float, creases: Float, cells: (Int, Int)
    ) -> Solid {
        // The length over one half: flat, a quarter round of this radius, then down.
        let radius: Float = 0.07
        let flat: Float = 0.825 + 1.2 * (top - 0.525) - radius
        let arc = radius * .pi / 2
        return .sheet(columns: cells.0, rows: cells.1, thickness: thickness) { u, v in
            let z = from + (to - from) * u
            let s = (2 * v - 1) * (flat + arc + reach)
            let m = s.magnitude
            var p = Vector3(m, top, z)
            if m > flat + arc {
                p = Vector3(flat + radius, top - radius - (m - flat - arc), z)
            } else if m > flat {
                let (sin, cos) = Trigonometry.sincos((m - flat) / radius)
                p = Vector3(flat + radius * sin, top - radius + radius * cos, z)
            }
            let hang = max(0, m - flat - arc) / max(reach, 0.01)
            let wave = ValueNoise.value(Vector3(p.x * (s < 0 ? -2.6 : 2.6) + 9, z * 3.4, p.y * 2)) * creases
            p.y += wave * (1 - hang)
            p.x += hang * (0.018 * Trigonometry.sin(z * 21 + (s < 0 ? 2 : 0)) + 0.012) + wave * hang
            p.x *= s < 0 ? -1 : 1
            return p
        }
    }

    /// A wardrobe with three doors, 1.55 m wide, 0.58 m deep and 2.12 m high.
    static func wardrobe(_ palette: Palette) -> FurnitureModel {
        var wardrobe = FurnitureModel()
        let (w, h, d): (Float, Float, Float) = (1.55, 2.12, 0.58)
        let body = Material.wood(palette.oak.light, palette.oak.dark, along: 1, shift: 13)
        wardrobe.add(
            .box(from: Vector3(-w / 2 + 0.03, 0, -d / 2 + 0.02), to: Vector3(w / 2 - 0.03, 0.07, d / 2 - 0.06)),
            .plain(palette.iron))
        wardrobe.add(.box(from: Vector3(-w / 2, 0.07, -d / 2), to: Vector3(w / 2, h, d / 2 - 0.02), round: 0.006, cell: 0.09), body)
        let door = (w - 0.02) / 3
        for k in 0..<3 {
            let x = (Float(k) - 1) * door
            let low = Vector3(x - door / 2 + 0.003, 0.09, d / 2 - 0.02)
            let high = Vector3(x + door / 2 - 0.003, h - 0.02, d / 2)
            wardrobe.add(.box(from: low, to: high, round: 0.004, cell: 0.09), .paint(web(0xf0ebe1)))
            // A raised frame on each door, and a panel below.
            let bar: Float = 0.07
            for (a, b) in [
                (Vector3(low.x, low.y, high.z), Vector3(low.x + bar, high.y, high.z + 0.008)),
                (Vector3(high.x - bar, low.y, high.z), Vector3(high.x, high.y, high.z + 0.008)),
                (Vector3(low.x + bar, high.y - bar, high.z), Vector3(high.x - bar, high.y, high.z + 0.008)),
                (Vector3(low.x + bar, low.y, high.z), Vector3(high.x - bar, low.y + bar, high.z + 0.008)),
                (Vector3(low.x + bar, 0.82, high.z), Vector3(high.x - bar, 0.82 + bar, high.z + 0.008)),
            ] { wardrobe.add(.box(from: a, to: b, round: 0.002, segments: 1, cell: 0.2), .paint(web(0xf0ebe1))) }
            let hand = k == 0 ? high.x - 0.035 : (k == 1 ? low.x + 0.035 : low.x + 0.035)
            wardrobe.add(
                .tube(
                    [
                        Vector3(hand, 0.98, high.z + 0.012), Vector3(hand, 0.99, high.z + 0.034),
                        Vector3(hand, 1.13, high.z + 0.034), Vector3(hand, 1.14, high.z + 0.012),
                    ], radius: 0.006, sides: 8),
                .clay(palette.brass))
        }
        return wardrobe
    }
}
