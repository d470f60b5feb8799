import Geometry

/// What a thing of the demo looks like: a colour for each place of its surface.
struct Material: Sendable {
    /// How light leaves the surface.
    enum Kind: Sendable, Equatable {
        /// It scatters the light that falls on it.
        case matte
        /// It shines by itself: a lamp's shade, a screen.
        case glowing
        /// A window's pane, with what one sees through it. Daylight comes from here.
        case pane
    }

    var kind: Kind
    /// Linear colour at a place in the thing's own axes, as the mean over a spot of the given size in metres.
    let color: @Sendable (_ place: Vector3, _ spot: Float) -> Vector3
    /// About what colour it has on the whole: what it reflects onto its surroundings.
    let mean: Vector3

    init(_ kind: Kind = .matte, mean: Vector3, color: @escaping @Sendable (Vector3, Float) -> Vector3) {
        self.kind = kind
        self.mean = mean
        self.color = color
    }

    /// One colour.
    static func plain(_ color: Vector3, _ kind: Kind = .matte) -> Material { Material(kind, mean: color) { _, _ in color } }

    /// The mean of a pattern over a spot, by four places of it; small spots are taken as one place.
    @inline(__always)
    static func mean(at p: Vector3, over spot: Float, _ pattern: (Vector3) -> Vector3) -> Vector3 {
        guard spot > 0.012 else { return pattern(p) }
        let r = 0.3 * spot
        return
            (pattern(p + Vector3(r, r, r)) + pattern(p + Vector3(r, -r, -r)) + pattern(p + Vector3(-r, r, -r))
            + pattern(p + Vector3(-r, -r, r)))
            * 0.25
    }

    /// Painted plaster: nearly one colour.
    static func paint(_ color: Vector3) -> Material {
        Material(mean: color) { p, spot in
            color * (1 + 0.025 * ValueNoise.value(p * 1.7) + 0.02 * ValueNoise.fine(p, frequency: 150, spot: spot))
        }
    }

    /// Wood whose fibres run along axis `along` (0 x, 1 y, 2 z), shifted by `shift` to show another piece of the tree.
    static func wood(_ light: Vector3, _ dark: Vector3, along axis: Int, shift: Float = 0) -> Material {
        Material(mean: (light * 2 + dark) / 3) { p, spot in
            var q = p
            q[axis] *= 0.06
            q += Vector3(repeating: shift)
            let wave = ValueNoise.value(q * 5)
            let rings = ValueNoise.value(Vector3(q.x + wave * 0.05, q.y, q.z + wave * 0.04) * 38)
            let fibre = ValueNoise.fine(q, frequency: 240, spot: spot)
            let t = 0.36 + 0.16 * wave + 0.26 * rings * ValueNoise.visible(1 / 38, spot) + 0.14 * fibre
            return light + (dark - light) * min(max(t, 0), 1)
        }
    }

    /// Woven cloth: `weave` threads a metre.
    static func cloth(_ color: Vector3, weave: Float = 180, contrast: Float = 0.16) -> Material {
        Material(mean: color) { p, spot in
            let threads = ValueNoise.fine(p, frequency: weave, spot: spot)
            return color * (1 + contrast * threads + 0.06 * ValueNoise.value(p * 9))
        }
    }

    /// A stripe of a striped cloth: where it begins, as a share of the period, and its colour.
    struct Stripe: Sendable {
        let from: Float
        let color: Vector3

        init(_ from: Float, _ color: Vector3) {
            self.from = from
            self.color = color
        }
    }

    /// Cloth with stripes across axis `axis`, which repeat after `period` metres.
    static func stripes(_ stripes: [Stripe], period: Float, axis: Int) -> Material {
        let mean = stripes.reduce(Vector3(repeating: 0)) { $0 + $1.color } / Float(stripes.count)
        return Material(mean: mean) { p, spot in
            let color = Self.mean(at: p, over: spot) { p in
                let x = p[axis] / period
                let t = x - Float(ValueNoise.floor(x))
                return stripes.last { $0.from <= t }?.color ?? mean
            }
            return color * (1 + 0.14 * ValueNoise.fine(p, frequency: 200, spot: spot))
        }
    }

    /// Baked clay, stone, glaze: one colour with soft clouds.
    static func clay(_ color: Vector3, clouds: Float = 0.12) -> Material {
        Material(mean: color) { p, spot in
            color * (1 + clouds * ValueNoise.value(p * 22) + 0.06 * ValueNoise.fine(p, frequency: 160, spot: spot))
        }
    }

    /// A leaf whose midrib runs along x.
    static func leaf(_ color: Vector3) -> Material {
        Material(mean: color) { p, spot in
            let rib = max(0, 1 - p.z.magnitude / 0.004) * ValueNoise.visible(0.008, spot)
            let veins = p.x * 90 - p.z.magnitude * 70
            let t = veins - Float(ValueNoise.floor(veins))
            let vein = (t < 0.12 ? 0.3 : 0) * ValueNoise.visible(0.011, spot)
            return color * (1 + 0.15 * ValueNoise.value(p * 40)) + Vector3(0.10, 0.14, 0.05) * max(rib, vein)
        }
    }
}

/// The linear colour of a web colour 0xRRGGBB.
func web(_ code: UInt32) -> Vector3 {
    SRGB.toLinear(SIMD3(UInt8(code >> 16 & 255), UInt8(code >> 8 & 255), UInt8(code & 255)))
}
