import Geometry
import Images
import Support

/// Images computed from functions: tileable noise, colours, and normals of heights.
enum ProceduralTexture {
    /// An image whose pixel at (u, v), each 0..<1 with v downwards, has the linear colour that `color` gives.
    static func color(_ width: Int, _ height: Int, of color: (Float, Float) -> Vector3) -> ColorImage {
        let pixels = [SIMD4<UInt8>](count: width * height) { range, out in
            for i in range {
                let u = (Float(i % width) + 0.5) / Float(width)
                let v = (Float(i / width) + 0.5) / Float(height)
                out[i] = SIMD4(SRGB.fromLinear(color(u, v)), 255)
            }
        }
        return ColorImage(width: width, height: height, pixels: pixels)
    }

    /// The tangent-space normals (+y up in the image) of a tileable height field.
    /// - Parameters:
    ///   - size: pixels of each side.
    ///   - strength: height differences of neighbouring pixels are multiplied by this.
    ///   - height: the height at (u, v).
    static func normals(_ size: Int, strength: Float, _ height: (Float, Float) -> Float) -> ColorImage {
        let heights = [Float](count: size * size) { range, out in
            for i in range {
                out[i] = height((Float(i % size) + 0.5) / Float(size), (Float(i / size) + 0.5) / Float(size))
            }
        }
        let pixels = [SIMD4<UInt8>](count: size * size) { range, out in
            for i in range {
                let x = i % size
                let y = i / size
                let dx = heights[y * size + (x + 1) % size] - heights[y * size + (x + size - 1) % size]
                let dy = heights[(y + 1) % size * size + x] - heights[(y + size - 1) % size * size + x]
                let n = Vector3(-dx * strength, dy * strength, 1).normalized
                let code = (n * 0.5 + 0.5) * 255
                out[i] = SIMD4(UInt8(code.x + 0.5), UInt8(code.y + 0.5), UInt8(code.z + 0.5), 255)
            }
        }
        return ColorImage(width: size, height: size, pixels: pixels)
    }

    /// A number in 0..<1 for a cell of a grid.
    static func hash(_ x: Int, _ y: Int, seed: UInt64) -> Float {
        var random = SplitMix64(
            seed: seed &+ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B1 &+ UInt64(bitPattern: Int64(y)) &* 0x85EB_CA77)
        _ = random.next()
        return random.unit()
    }

    /// Smooth noise in 0…1 that repeats after 1 in both directions, with `cells` cells a side.
    static func noise(_ u: Float, _ v: Float, cells: Int, seed: UInt64) -> Float {
        let x = u * Float(cells)
        let y = v * Float(cells)
        let fx = x.rounded(.down)
        let fy = y.rounded(.down)
        func at(_ dx: Int, _ dy: Int) -> Float {
            let i = ((Int(fx) + dx) % cells + cells) % cells
            let k = ((Int(fy) + dy) % cells + cells) % cells
            return hash(i, k, seed: seed)
        }
        func ease(_ t: Float) -> Float { t * t * (3 - 2 * t) }
        let s = ease(x - fx)
        let t = ease(y - fy)
        let low = at(0, 0) + (at(1, 0) - at(0, 0)) * s
        let high = at(0, 1) + (at(1, 1) - at(0, 1)) * s
        return low + (high - low) * t
    }

    /// Noise of several octaves in 0…1.
    static func fractal(_ u: Float, _ v: Float, cells: Int, octaves: Int, seed: UInt64) -> Float {
        var sum: Float = 0
        var weight: Float = 0.5
        var total: Float = 0
        for k in 0..<octaves {
            sum += weight * noise(u, v, cells: cells << k, seed: seed &+ UInt64(k))
            total += weight
            weight *= 0.5
        }
        return sum / total
    }

    /// Facets as of crumpled foil: the nearest of a point in each cell decides the slope. 0…1, tileable.
    static func facets(_ u: Float, _ v: Float, cells: Int, seed: UInt64) -> Float {
        let x = u * Float(cells)
        let y = v * Float(cells)
        let cx = Int(x.rounded(.down))
        let cy = Int(y.rounded(.down))
        var best: Float = .infinity
        var value: Float = 0
        for dy in -1...1 {
            for dx in -1...1 {
                let i = ((cx + dx) % cells + cells) % cells
                let k = ((cy + dy) % cells + cells) % cells
                let px = Float(cx + dx) + hash(i, k, seed: seed)
                let py = Float(cy + dy) + hash(i, k, seed: seed &+ 1)
                let d = (x - px) * (x - px) + (y - py) * (y - py)
                if d < best {
                    best = d
                    // A plane through the point, tilted at random.
                    value = 0.5 + (x - px) * (hash(i, k, seed: seed &+ 2) - 0.5) + (y - py) * (hash(i, k, seed: seed &+ 3) - 0.5)
                }
            }
        }
        return value
    }

    /// 1 at the lines of a grid, 0 from `width` (in cells) on.
    static func gridLine(_ u: Float, _ v: Float, columns: Float, rows: Float, width: Float) -> Float {
        func line(_ t: Float) -> Float {
            let d = abs(t - t.rounded())
            return max(0, 1 - d / width)
        }
        return max(line(u * columns), line(v * rows))
    }
}
