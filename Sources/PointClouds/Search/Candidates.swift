import Geometry

/// The points near a box, copied side by side, so that each of many queries inside the box tests eight of them at once.
struct Candidates: ~Copyable {
    typealias Lanes = PointTree.Lanes

    let x: UnsafeMutablePointer<Lanes>
    let y: UnsafeMutablePointer<Lanes>
    let z: UnsafeMutablePointer<Lanes>
    /// Room for squared distances.
    let distances: UnsafeMutablePointer<Lanes>
    /// The candidates' indices in the tree.
    let indices: UnsafeMutablePointer<SIMD8<Int32>>
    private let room: Int

    init(capacity: Int) {
        let size = (capacity + 15) / 8
        room = size * 8 - 8
        let lanes = UnsafeMutablePointer<Lanes>.allocate(capacity: 4 * size)
        x = lanes
        y = lanes + size
        z = lanes + 2 * size
        distances = lanes + 3 * size
        indices = .allocate(capacity: size)
    }

    deinit {
        x.deallocate()
        indices.deallocate()
    }

    /// Copies the points within a squared distance of a box; their number, or −1 where they do not fit. The last eight are filled
    /// up with points that are infinitely far away.
    func gather(_ scan: PointScan, box: Bounds, limit: Float) -> Int {
        let low = box.min
        let high = box.max
        let x = UnsafeMutableRawPointer(x).assumingMemoryBound(to: Float.self)
        let y = UnsafeMutableRawPointer(y).assumingMemoryBound(to: Float.self)
        let z = UnsafeMutableRawPointer(z).assumingMemoryBound(to: Float.self)
        let indices = UnsafeMutableRawPointer(indices).assumingMemoryBound(to: Int32.self)
        var n = 0
        scan.search(low, high) { scan, start, end in
            guard n >= 0, n + (end - start) <= room else {
                n = -1
                return
            }
            for i in stride(from: start, to: end, by: 8) {
                let px = PointScan.lanes(scan.x, i)
                let py = PointScan.lanes(scan.y, i)
                let pz = PointScan.lanes(scan.z, i)
                let dx = PointTree.gap(px, px, from: low.x, to: high.x)
                let dy = PointTree.gap(py, py, from: low.y, to: high.y)
                let dz = PointTree.gap(pz, pz, from: low.z, to: high.z)
                var inside = ((dx * dx + dy * dy + dz * dz) .<= limit).bits
                if end - i < 8 { inside &= (1 << Int32(end - i)) - 1 }
                while inside != 0 {
                    let index = i + inside.trailingZeroBitCount
                    inside &= inside - 1
                    x[n] = scan.x[index]
                    y[n] = scan.y[index]
                    z[n] = scan.z[index]
                    indices[n] = Int32(truncatingIfNeeded: index)
                    n += 1
                }
            }
        } bound: {
            n < 0 ? 0 : limit.nextUp
        }
        guard n >= 0 else { return -1 }
        for i in n..<(n + 8) { (x[i], y[i], z[i]) = (.infinity, .infinity, .infinity) }
        return n
    }
}
