import Geometry
import Support

extension FurnitureModel {
    /// A framed picture, centred at the origin, hanging on a wall at z = 0.
    static func picture(_ motif: Material.Motif, _ size: Vector2, frame: (light: Vector3, dark: Vector3)) -> FurnitureModel {
        var picture = FurnitureModel()
        let bar: Float = 0.022
        let depth: Float = 0.024
        let w = size.x / 2
        let h = size.y / 2
        for side: Float in [-1, 1] {
            picture.add(
                .box(
                    from: Vector3(-w - bar, side * (h + bar / 2) - bar / 2, 0),
                    to: Vector3(w + bar, side * (h + bar / 2) + bar / 2, depth), round: 0.003, segments: 1),
                .wood(frame.light, frame.dark, along: 0))
            picture.add(
                .box(
                    from: Vector3(side * (w + bar / 2) - bar / 2, -h, 0), to: Vector3(side * (w + bar / 2) + bar / 2, h, depth),
                    round: 0.003, segments: 1),
                .wood(frame.light, frame.dark, along: 1))
        }
        picture.add(
            Solid.slab(Vector3(size.x, size.y, 0.012), axis: 2, cell: 0.015).placed(Vector3(0, 0, 0.006)), .picture(motif, size))
        return picture
    }

    /// A bowl with a thick rim.
    static func bowl(radius: Float, height: Float, color: Vector3) -> FurnitureModel {
        var bowl = FurnitureModel()
        let outside = (0...8).map { i -> Vector2 in
            let t = Float(i) / 8
            return Vector2(radius * (0.4 + 0.6 * t.squareRoot() * (1.25 - 0.25 * t)), height * t * t)
        }
        let inside = (0...8).reversed().map { i -> Vector2 in
            let t = Float(i) / 8
            return Vector2((radius - 0.007) * (0.38 + 0.62 * t.squareRoot() * (1.25 - 0.25 * t)), 0.007 + (height - 0.007) * t * t)
        }
        bowl.add(.lathe([Vector2(0, 0)] + outside + inside + [Vector2(0, 0.007)], sides: 32), .clay(color, clouds: 0.05))
        return bowl
    }

    static func fruitBowl(_ random: inout SplitMix64) -> FurnitureModel {
        var bowl = bowl(radius: 0.15, height: 0.075, color: web(0xd9cbb2))
        let colors = [web(0xd98032), web(0xc8452e), web(0x9fb04a), web(0xe0a030), web(0xb8392c), web(0x8aa03c)]
        for k in 0..<6 {
            let (s, c) = Trigonometry.sincos(Float(k) * 2 * .pi / 5 + 0.3)
            let isTop = k == 5
            let r = 0.036 + 0.005 * random.unit()
            let place = isTop ? Vector3(0.005, 0.108, 0.005) : Vector3(0.068 * c, 0.012 + r, 0.068 * s)
            bowl.add(Solid.ball(Vector3(r, r * 0.93, r), rows: 10).placed(place), .clay(colors[k], clouds: 0.18))
        }
        return bowl
    }

    static func mug(_ color: Vector3) -> FurnitureModel {
        var mug = FurnitureModel()
        mug.add(
            .lathe(
                [
                    Vector2(0, 0), Vector2(0.036, 0), Vector2(0.04, 0.005), Vector2(0.041, 0.09), Vector2(0.037, 0.09),
                    Vector2(0.036, 0.065), Vector2(0, 0.065),
                ], sides: 24), .clay(color, clouds: 0.05))
        mug.add(
            .tube(
                (0...8).map { i in
                    let (s, c) = Trigonometry.sincos(Float(i) / 8 * .pi)
                    return Vector3(0.038 + 0.026 * s, 0.048 + 0.026 * c, 0)
                }, radius: 0.0055, sides: 8), .clay(color, clouds: 0.05))
        return mug
    }

    static func laptop() -> FurnitureModel {
        var laptop = FurnitureModel()
        let metal = web(0xb9bcc0)
        laptop.add(
            .box(from: Vector3(-0.155, 0, -0.105), to: Vector3(0.155, 0.014, 0.105), round: 0.005, segments: 1, cell: 0.03),
            Material(mean: metal) { p, _ in
                p.y > 0.012 && p.x.magnitude < 0.135 && p.z > -0.085 && p.z < 0.02 ? web(0x2b2d31) : metal
            })
        // The screen leans back by 20° about the hinge.
        let lid = RigidTransform(rotation: Quaternion(angle: -0.35, axis: Vector3(1, 0, 0)), translation: Vector3(0, 0.012, -0.105))
        laptop.add(
            Solid.box(from: Vector3(-0.155, 0, -0.008), to: Vector3(0.155, 0.21, 0), round: 0.003, cell: 0.05).placed(lid),
            .clay(metal, clouds: 0))
        laptop.add(
            Solid.box(from: Vector3(-0.145, 0.012, 0), to: Vector3(0.145, 0.2, 0.002), cell: 0.02).placed(lid),
            Material(.glowing, mean: web(0x6f93b5)) { p, _ in
                // A page with lines of text on a calm blue.
                guard p.x.magnitude < 0.10, p.y > 0.03, p.y < 0.185 else { return web(0x46688a) }
                let line = p.y * 90
                let t = line - Float(ValueNoise.floor(line))
                let end = 0.03 + 0.055 * ValueNoise.hash(ValueNoise.floor(line), 3, 1)
                return t < 0.45 && p.x > -0.085 && p.x < end && p.y < 0.16 ? web(0x8b95a1) : web(0xeef1f4)
            })
        return laptop
    }

    /// A flat television, 1.1 m wide, standing on its foot.
    static func television() -> FurnitureModel {
        var tv = FurnitureModel()
        let black = Material.plain(web(0x202226))
        tv.add(.box(from: Vector3(-0.56, 0.07, -0.018), to: Vector3(0.56, 0.71, 0.012), round: 0.006, cell: 0.08), black)
        tv.add(
            .box(from: Vector3(-0.545, 0.09, 0.012), to: Vector3(0.545, 0.695, 0.015), cell: 0.05),
            Material(mean: web(0x15181c)) { p, _ in
                // A faint mirror of the bright window.
                let glow = max(0, 1 - ((p.x + 0.2) * (p.x + 0.2) * 6 + (p.y - 0.5) * (p.y - 0.5) * 20))
                return web(0x14171b) + Vector3(0.05, 0.06, 0.07) * glow
            })
        tv.add(.box(from: Vector3(-0.04, 0.01, -0.03), to: Vector3(0.04, 0.09, -0.012), round: 0.004), black)
        tv.add(.box(from: Vector3(-0.22, 0, -0.10), to: Vector3(0.22, 0.012, 0.10), round: 0.005), black)
        return tv
    }

    /// A basket of woven willow.
    static func basket(_ palette: Palette) -> FurnitureModel {
        var basket = FurnitureModel()
        let weave = Material(mean: web(0xb98f5e)) { p, spot in
            let row = p.y * 70
            let t = row - Float(ValueNoise.floor(row))
            let wave = t < 0.5 ? t : 1 - t
            let over = ValueNoise.hash(ValueNoise.floor(row), ValueNoise.floor(p.x * 40), ValueNoise.floor(p.z * 40)) - 0.5
            return web(0xc29a68) * (0.75 + (0.6 * wave + 0.3 * over) * ValueNoise.visible(0.014, spot))
        }
        basket.add(
            Solid.box(Vector3(0.38, 0.22, 0.24), round: 0.02, cell: 0.045).bent { p in
                Vector3(p.x * (1 + 0.25 * p.y), p.y, p.z * (1 + 0.25 * p.y))
            }.placed(Vector3(0, 0.11, 0)), weave)
        for side: Float in [-1, 1] {
            basket.add(
                .tube(
                    (0...8).map { i in
                        let (s, c) = Trigonometry.sincos(Float(i) / 8 * .pi)
                        return Vector3(side * (0.196 + 0.008 * s), 0.20 + 0.05 * s, 0.05 * c)
                    }, radius: 0.007, sides: 8), weave)
        }
        return basket
    }

    /// A clock on a wall at z = 0.
    static func clock(_ palette: Palette) -> FurnitureModel {
        var clock = FurnitureModel()
        let upright = Quaternion(angle: .pi / 2, axis: Vector3(1, 0, 0))
        let face = Solid.lathe(
            [
                Vector2(0, 0), Vector2(0.16, 0), Vector2(0.165, 0.01), Vector2(0.165, 0.035), Vector2(0.155, 0.04),
                Vector2(0.15, 0.03), Vector2(0.10, 0.03),
                Vector2(0, 0.03),
            ], sides: 48)
        clock.add(
            face.placed(RigidTransform(rotation: upright)),
            Material(mean: web(0xf3eee2)) { p, _ in
                let r = (p.x * p.x + p.z * p.z).squareRoot()
                guard r < 0.148 && p.y > 0.02 else { return palette.walnut.light }
                let hour = Trigonometry.atan2(p.x, p.z) / (2 * .pi) * 12 + 12
                let off = (hour - Float(ValueNoise.floor(hour + 0.5))).magnitude * r
                return r > 0.118 && r < 0.138 && off < 0.008 ? palette.iron : web(0xf3eee2)
            })
        for (angle, length) in [(-1.0, 0.08), (0.9, 0.115)] as [(Float, Float)] {
            let hand = Solid.box(from: Vector3(-0.004, -0.015, 0.03), to: Vector3(0.004, length, 0.034))
            clock.add(
                hand.placed(RigidTransform(rotation: Quaternion(angle: -angle, axis: Vector3(0, 0, 1)))), .plain(palette.iron))
        }
        return clock
    }

    /// One half of a pair of curtains from the origin upwards, `width` metres wide.
    static func curtain(_ palette: Palette, width: Float, height: Float, shift: Float) -> FurnitureModel {
        var curtain = FurnitureModel()
        let folds = (width / 0.105).rounded()
        curtain.add(
            .sheet(columns: Int(folds) * 8, rows: 12, thickness: 0.006) { u, v in
                let (s, _) = Trigonometry.sincos(u * folds * 2 * .pi)
                let sway = ValueNoise.value(Vector3(u * 3 + shift, v * 1.5, 1))
                let deep = 0.030 + 0.014 * (1 - v)
                return Vector3((u - 0.5) * width * (1 - 0.06 * v) + 0.012 * sway * (1 - v), v * height, deep * s + 0.01 * sway)
            }, .cloth(palette.curtain, weave: 320, contrast: 0.07))
        return curtain
    }
}
