import Geometry

extension Material {
    /// A woven rug of `size` metres around the origin: borders, and a field of nested diamonds.
    static func rug(_ size: Vector2, ground: Vector3, dark: Vector3, warm: Vector3, accent: Vector3) -> Material {
        let pattern: @Sendable (Vector3) -> Vector3 = { p in
            let x = p.x.magnitude
            let z = p.z.magnitude
            let edge = min(size.x / 2 - x, size.y / 2 - z)
            var color: Vector3
            switch edge {
            case ..<0.035: color = ground
            case ..<0.075: color = dark
            case ..<0.10: color = ground
            case ..<0.22:
                // Small diamonds along the border.
                let along = size.x / 2 - x < size.y / 2 - z ? p.z : p.x
                let t = along / 0.15 + 100
                let f = ((t - Float(ValueNoise.floor(t))) - 0.5).magnitude * 2
                let c = ((edge - 0.16) / 0.06).magnitude
                color = f + c < 0.45 ? accent : (f + c < 0.9 ? ground : warm)
            case ..<0.245: color = ground
            case ..<0.27: color = dark
            default:
                let u = p.x / 0.46 + 100.5
                let v = p.z / 0.60 + 100.5
                let a = ((u - Float(ValueNoise.floor(u))) - 0.5).magnitude * 2
                let b = ((v - Float(ValueNoise.floor(v))) - 0.5).magnitude * 2
                switch a + b {
                case ..<0.18: color = accent
                case ..<0.34: color = warm
                case ..<0.52: color = ground
                case ..<0.62: color = dark
                case ..<0.94: color = ground
                case ..<1.06: color = warm
                case ..<1.5: color = ground
                case ..<1.66: color = dark
                default: color = accent
                }
            }
            return color
        }
        return Material(mean: (ground * 2 + dark + warm) / 4) { p, spot in
            mean(at: p, over: spot, pattern)
                * (1 + 0.2 * ValueNoise.fine(p, frequency: 190, spot: spot) + 0.08 * ValueNoise.value(p * 25))
        }
    }

    /// The back of a book, 0…1 of `height` upwards: cloth with a title's band.
    static func book(_ color: Vector3, band: Vector3, height: Float, pages: Float) -> Material {
        Material(mean: color) { p, spot in
            // The pages are seen from above and from the side away from the spine (−z is towards the wall).
            if p.y > height / 2 - 0.004 && p.z < pages { return Vector3(0.72, 0.66, 0.54) }
            let t = p.y / height + 0.5
            let isBand = (t > 0.68 && t < 0.84) || (t > 0.10 && t < 0.125) || (t > 0.90 && t < 0.925)
            return (isBand ? band : color) * (1 + 0.12 * ValueNoise.fine(p, frequency: 260, spot: spot))
        }
    }

    /// What one sees through a window that stands in the x-y plane, `size` metres, around the origin: sky, hills and trees.
    static func view(_ size: Vector2) -> Material {
        Material(.pane, mean: Vector3(0.85, 0.93, 1.0)) { p, _ in
            let x = p.x
            let y = p.y / size.y + 0.5
            let sky = Vector3(0.93, 0.95, 0.96) + (Vector3(0.52, 0.74, 0.96) - Vector3(0.93, 0.95, 0.96)) * min(1, max(0, y * 1.15))
            let cloud = ValueNoise.value(Vector3(x * 1.8, y * 5, 3)) + 0.5 * ValueNoise.value(Vector3(x * 4, y * 11, 7))
            var color = sky + (Vector3(1, 1, 1) - sky) * min(0.8, max(0, cloud - 0.1))
            let far = 0.34 + 0.06 * ValueNoise.value(Vector3(x * 1.3, 0, 1)) + 0.02 * ValueNoise.value(Vector3(x * 5, 0, 1))
            let near = 0.22 + 0.07 * ValueNoise.value(Vector3(x * 2.1 + 5, 0, 2)) + 0.035 * ValueNoise.value(Vector3(x * 13, 0, 2))
            if y < far { color = Vector3(0.48, 0.60, 0.62) }
            if y < near { color = Vector3(0.26, 0.40, 0.22) * (1 + 0.25 * ValueNoise.value(Vector3(x * 16, y * 22, 5))) }
            return color
        }
    }

    /// Motifs of the framed pictures.
    enum Motif: Sendable { case sun, circles, leaves, sea, arches }

    /// A picture of `size` metres around the origin, in the x-y plane.
    static func picture(_ motif: Motif, _ size: Vector2) -> Material {
        let paper = web(0xefe7d8)
        return Material(mean: paper * 0.8) { p, spot in
            let grain = 1 + 0.05 * ValueNoise.fine(p, frequency: 220, spot: spot)
            // A mat of paper all around; inside it −1…1 upwards, and as much to the sides as the picture is wide.
            let mat = 0.13 * min(size.x, size.y)
            guard p.x.magnitude < size.x / 2 - mat, p.y.magnitude < size.y / 2 - mat else { return paper * grain }
            let h = size.y / 2 - mat
            return mean(at: p, over: spot) { paint(motif, x: $0.x / h, y: $0.y / h) } * grain
        }
    }

    private static func paint(_ motif: Motif, x: Float, y: Float) -> Vector3 {
        func disc(_ cx: Float, cy: Float, r: Float) -> Bool { (x - cx) * (x - cx) + (y - cy) * (y - cy) < r * r }
        func ridge(_ height: Float, scale: Float, seed: Float) -> Bool {
            y < height + 0.28 * ValueNoise.value(Vector3(x * scale + seed, seed, 0.5))
        }
        switch motif {
        case .sun:
            if ridge(-0.62, scale: 1.4, seed: 3) { return web(0x2e4a52) }
            if ridge(-0.30, scale: 1.2, seed: 9) { return web(0x5f7f7a) }
            if ridge(0.0, scale: 1.0, seed: 17) { return web(0xd08c5f) }
            return disc(0.28, cy: 0.42, r: 0.36) ? web(0xe2603f) : web(0xf1d3a8)
        case .circles:
            if disc(-0.2, cy: 0.3, r: 0.34) && y > 0.3 { return web(0xd9a441) }
            if disc(-0.2, cy: 0.3, r: 0.62) && y > 0.3 { return web(0xb9502f) }
            if disc(0.25, cy: -0.25, r: 0.55) && x > 0.25 { return web(0x22384a) }
            if disc(0.25, cy: -0.25, r: 0.30) && x <= 0.25 { return web(0x7d9a8c) }
            if (y + 0.82).magnitude < 0.015 || (x + 0.55).magnitude < 0.012 { return web(0x2a2a2a) }
            return web(0xe9dcc3)
        case .leaves:
            let stem = x - 0.12 * y * y
            if stem.magnitude < 0.018 && y > -0.9 && y < 0.8 { return web(0x3d5a3a) }
            for k in 0..<6 {
                let base = -0.65 + 0.26 * Float(k)
                let side: Float = k % 2 == 0 ? 1 : -1
                let u = (x - 0.12 * base * base) * side
                let v = y - base - 0.45 * u
                let reach = 0.52 - 0.05 * Float(k)
                if u > 0 && u < reach && v.magnitude < 0.55 * u * (reach - u) / reach * 1.4 {
                    return k % 3 == 0 ? web(0x4f7350) : web(0x7fa078)
                }
            }
            return web(0xf0eadb)
        case .sea:
            if y < -0.55 + 0.05 * ValueNoise.value(Vector3(x * 3, 0, 4)) { return web(0xdcc7a0) }
            if y < 0.05 {
                let wave = ValueNoise.value(Vector3(x * 2.5, y * 16, 2))
                return web(0x3c7282) + (web(0xcfe0dd) - web(0x3c7282)) * max(0, wave * 0.8 - 0.15)
            }
            return web(0xe9c9ac) + (web(0x9fbfc9) - web(0xe9c9ac)) * min(1, max(0, y))
        case .arches:
            let r = (x * x + max(0, y + 0.35) * max(0, y + 0.35)).squareRoot()
            if y < -0.9 { return web(0xe8d9c4) }
            switch r {
            case ..<0.2: return web(0xe7b98f)
            case ..<0.38: return web(0xc7784f)
            case ..<0.42: return web(0xe8d9c4)
            case ..<0.6: return web(0x9a4b34)
            case ..<0.64: return web(0xe8d9c4)
            case ..<0.82: return web(0x5e6f64)
            default: return web(0xe8d9c4)
            }
        }
    }
}
