extension SplatSet {
    /// The view that splats are ordered for.
    public struct View: Sendable {
        /// The depth of a point (x, y, z, 1) is its product with these four: metres in front of the camera.
        public var depth: SIMD4<Float>
        /// Splats nearer than this are left out.
        public var near: Float
        /// Whether the image shrinks with the depth: then near depths are distinguished better than far ones.
        public var isPerspective: Bool

        public init(depth: SIMD4<Float>, near: Float, isPerspective: Bool) {
            self.depth = depth
            // The bits of floats have their order only above zero.
            self.near = isPerspective ? max(near, 1e-6) : near
            self.isPerspective = isPerspective
        }
    }

    /// Puts the splats in front of the camera into `order`, the farthest first; of equal depth in the order in which they arrived,
    /// so that none change places while nothing moves.
    ///
    /// A radix sort by depths of 16 bits. Of a perspective view these are the highest bits of the floats' own bits, above the
    /// nearest: each doubling of the depth gets the same number of steps. At least 2,000 where the splats span a factor of 64,000.
    /// - Returns: how many are drawn.
    public func sort(_ view: View) -> Int {
        guard count > 0 else { return 0 }
        let (nearest, farthest) = range(view)
        guard farthest > nearest else {
            // All at one depth, or behind the camera.
            guard farthest >= view.near else { return 0 }
            for i in 0..<count { order[i] = UInt32(truncatingIfNeeded: i) }
            return count
        }
        for k in 0..<Self.binCount { bins[k] = 0 }
        let hidden: Int
        if view.isPerspective {
            let first = Int32(bitPattern: nearest.bitPattern)
            let span = UInt32(bitPattern: Int32(bitPattern: farthest.bitPattern) &- first)
            var shift: Int32 = 0
            while span >> UInt32(shift) > Self.lastKey { shift &+= 1 }
            hidden = makeKeys(view) { depth in (unsafeBitCast(depth, to: SIMD4<Int32>.self) &- first) &>> shift }
        } else {
            let scale = Float(Self.lastKey) / (farthest - nearest)
            // The integer of a float between 2²³ and 2²⁴ is in its low bits.
            let magic: Float = 8_388_608
            hidden = makeKeys(view) { depth in
                unsafeBitCast((depth - nearest) * scale + magic, to: SIMD4<Int32>.self) &- Int32(bitPattern: magic.bitPattern)
            }
        }
        scatter()
        return count &- hidden
    }

    /// The largest key of a splat that is drawn.
    private static let lastKey: UInt32 = 65_534
    /// The key of those that are not: behind all others.
    private static let hidden: Int32 = 65_535

    /// Depths between which all drawn splats are: those of the box's corners.
    private func range(_ view: View) -> (nearest: Float, farthest: Float) {
        let d = view.depth
        var nearest = d.w
        var farthest = d.w
        for k in 0..<3 {
            let a = d[k] * lower[k]
            let b = d[k] * upper[k]
            nearest += min(a, b)
            farthest += max(a, b)
        }
        // Rounded sums of other orders must not fall out.
        let margin = 1e-5 * (abs(nearest) + abs(farthest)) + 1e-6
        return (max(nearest - margin, view.near), farthest + margin)
    }

    /// Fills `keys`, and counts in `bins` how often each of their bytes occurs.
    /// - Returns: how many splats are not drawn.
    @inline(__always) private func makeKeys(_ view: View, _ key: (SIMD4<Float>) -> SIMD4<Int32>) -> Int {
        let near = SIMD4<Float>(repeating: view.near)
        let d = view.depth
        // Loaded once: the compiler can't know that the stores below don't change them.
        let x = self.x
        let y = self.y
        let z = self.z
        let keys = self.keys
        let bins = self.bins
        let count = self.count
        func store(_ key: Int32, at i: Int, lane: Int) {
            keys[i] = UInt16(truncatingIfNeeded: key)
            // Each lane has tables of its own: neighbours often have the same byte, and would wait for each other.
            bins[512 &* lane &+ Int(key & 255)] &+= 1
            bins[512 &* lane &+ 256 &+ Int(key >> 8)] &+= 1
        }
        var hidden = SIMD4<Int32>(repeating: 0)
        var i = 0
        while i &+ 4 <= count {
            let depth = load(x, i) * d.x + load(y, i) * d.y + load(z, i) * d.z + d.w
            let isHidden = depth .< near
            hidden = (hidden &+ 1).replacing(with: hidden, where: .!isHidden)
            let k = Self.turned(key(depth)).replacing(with: Self.hidden, where: isHidden)
            for lane in 0..<4 { store(k[lane], at: i &+ lane, lane: lane) }
            i &+= 4
        }
        while i < count {
            let depth = SIMD4<Float>(repeating: x[i] * d.x + y[i] * d.y + z[i] * d.z + d.w)
            let isHidden = depth.x < view.near
            hidden.x &+= isHidden ? 1 : 0
            store(isHidden ? Self.hidden : Self.turned(key(depth)).x, at: i, lane: 0)
            i &+= 1
        }
        return Int(hidden.wrappedSum())
    }

    /// The farthest first.
    @inline(__always) private static func turned(_ key: SIMD4<Int32>) -> SIMD4<Int32> {
        let last = SIMD4<Int32>(repeating: Int32(lastKey))
        return last &- pointwiseMin(pointwiseMax(key, SIMD4<Int32>(repeating: 0)), last)
    }

    @inline(__always) private func load(_ p: UnsafeMutablePointer<Float>, _ i: Int) -> SIMD4<Float> {
        UnsafeRawPointer(p + i).loadUnaligned(as: SIMD4<Float>.self)
    }

    /// Orders by the low byte of the keys, then by the high one. The high byte travels with the number of the splat.
    private func scatter() {
        let keys = self.keys
        let turns = self.turns
        let order = self.order
        let bins = self.bins
        let count = self.count
        for byte in 0..<2 {
            var next: UInt32 = 0
            for value in 0..<256 {
                let bin = bins + 256 &* byte + value
                let here = bin[0] &+ bin[512] &+ bin[1024] &+ bin[1536]
                bin[0] = next
                next &+= here
            }
        }
        for i in 0..<count {
            let key = UInt32(keys[i])
            let bin = bins + Int(truncatingIfNeeded: key & 255)
            turns[Int(truncatingIfNeeded: bin[0])] = (key >> 8) << 24 | UInt32(truncatingIfNeeded: i)
            bin[0] &+= 1
        }
        for i in 0..<count {
            let turn = turns[i]
            let bin = bins + 256 + Int(truncatingIfNeeded: turn >> 24)
            order[Int(truncatingIfNeeded: bin[0])] = turn & 0xFF_FFFF
            bin[0] &+= 1
        }
    }
}
