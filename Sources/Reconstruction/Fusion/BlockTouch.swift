import Geometry

/// Which blocks a frame's readings can change: those that the ray passes between truncation distance before and behind each reading.
struct BlockTouch {
    /// Rows of the depth picture that one call looks at; fixed, so that the order of blocks never depends on the number of threads.
    static let stripRows = 32

    let frame: FusionFrame
    let blockSize: Float
    let truncation: Float
    /// Which of the pixels in the sampling grid is looked at: shifts from frame to frame, so that thin things are not always missed.
    let phase: Int

    var stripCount: Int { (frame.depthIntrinsics.height + Self.stripRows - 1) / Self.stripRows }

    /// The keys of the blocks that rows `strip * 32 ..< strip * 32 + 32` touch, each once, in the order of their first touch.
    /// - Returns: nil where a reading lies beyond what keys can address.
    func keys(strip: Int) -> [UInt64]? {
        let k = frame.depthIntrinsics
        let rows = (strip * Self.stripRows)..<min(k.height, (strip + 1) * Self.stripRows)
        // Samples lie at most a third of a block apart on the farthest surface.
        let step = max(1, min(4, Int(blockSize / 3 * min(k.fx, k.fy) / max(frame.farthest, 0.1))))
        var seen = KeySet()
        let origin = frame.cameraToWorld.translation / blockSize
        let rotation = frame.cameraToWorld.rotation.matrix
        let reach = Float(BlockCoordinate.limit - 2)
        for y in rows where y % step == phase % step {
            var last: (near: SIMD3<Int32>, far: SIMD3<Int32>)?
            for x in stride(from: (phase / 2) % step, to: k.width, by: step) {
                let d = frame.depth[y * k.width + x]
                guard d > 0 else { continue }
                let look = rotation * k.unproject(Vector2(Float(x), Float(y)), depth: 1) / blockSize
                let near = origin + look * max(d - truncation, 0)
                let far = origin + look * (d + truncation)
                guard near.isFinite, far.isFinite, max(abs(near).max(), abs(far).max()) < reach else { return nil }
                let a = floor(near)
                let b = floor(far)
                if let last, last.near == a, last.far == b { continue }
                last = (a, b)
                walk(near, far, a, b, &seen)
            }
        }
        return seen.keys
    }

    /// Visits the blocks on the way from `from` to `to` (Amanatides and Woo 1987); coordinates in blocks.
    @inline(__always)
    private func walk(_ from: Vector3, _ to: Vector3, _ a: SIMD3<Int32>, _ b: SIMD3<Int32>, _ seen: inout KeySet) {
        var cell = a
        seen.insert(BlockCoordinate(cell.x, cell.y, cell.z).key)
        let d = to - from
        var next = Vector3(repeating: .infinity)
        var delta = Vector3(repeating: .infinity)
        var step = SIMD3<Int32>(repeating: 0)
        for i in 0..<3 where d[i] != 0 {
            step[i] = d[i] > 0 ? 1 : -1
            delta[i] = 1 / d[i].magnitude
            let edge = d[i] > 0 ? Float(cell[i] + 1) - from[i] : from[i] - Float(cell[i])
            next[i] = edge * delta[i]
        }
        var steps = (b &- a).wrappedSumOfMagnitudes
        while steps > 0 {
            let axis = next.x < next.y ? (next.x < next.z ? 0 : 2) : (next.y < next.z ? 1 : 2)
            cell[axis] &+= step[axis]
            next[axis] += delta[axis]
            seen.insert(BlockCoordinate(cell.x, cell.y, cell.z).key)
            steps -= 1
        }
    }

    @inline(__always)
    private func floor(_ v: Vector3) -> SIMD3<Int32> {
        SIMD3(Self.floor(v.x), Self.floor(v.y), Self.floor(v.z))
    }

    @inline(__always)
    private static func floor(_ x: Float) -> Int32 {
        let t = Int32(x)
        return Float(t) > x ? t - 1 : t
    }

    @inline(__always)
    private func abs(_ v: Vector3) -> Vector3 { Vector3(v.x.magnitude, v.y.magnitude, v.z.magnitude) }
}

extension SIMD3<Int32> {
    @inline(__always)
    fileprivate var wrappedSumOfMagnitudes: Int32 {
        Int32(truncatingIfNeeded: x.magnitude &+ y.magnitude &+ z.magnitude)
    }
}

/// A set of keys that remembers the order of their arrival.
struct KeySet {
    private(set) var keys: [UInt64] = []
    private var slots = [UInt32](repeating: 0, count: 1024)
    private var latest: UInt64 = .max

    @inline(__always)
    mutating func insert(_ key: UInt64) {
        if key == latest { return }
        latest = key
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
        while slots[slot] != 0 {
            if keys[Int(slots[slot] - 1)] == key { return }
            slot = (slot + 1) & mask
        }
        keys.append(key)
        slots[slot] = UInt32(keys.count)
        if keys.count * 2 > slots.count { grow() }
    }

    private mutating func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for (i, key) in keys.enumerated() {
            var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 40) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(i + 1)
        }
    }
}
