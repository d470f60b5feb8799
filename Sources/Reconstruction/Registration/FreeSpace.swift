import Geometry

/// What a capture tells of the space around its surfaces: whoever saw a surface saw it through the space in front of it, which was
/// empty.
struct FreeSpace {
    let cell: Float
    let origin: Vector3
    let size: SIMD3<Int>
    private var states: [State]

    enum State: UInt8 { case unknown, free, surface }

    /// How far in front of a surface the space is taken for seen, in metres.
    static let depth: Float = 0.6

    /// - Parameter cell: edge length in metres; larger where the cloud is so large that there were more than eight million cells.
    init(_ cloud: PointCloud, cell wanted: Float = 0.1) throws(ReconstructionError) {
        let bounds = cloud.bounds
        let extent = bounds.size + 2 * Self.depth
        let volume = Double(extent.x) * Double(extent.y) * Double(extent.z)
        var cell = wanted
        while volume / (Double(cell) * Double(cell) * Double(cell)) > 8e6 { cell *= 1.26 }
        self.cell = cell
        origin = bounds.min - Self.depth - cell
        size = SIMD3(Int(extent.x / cell) + 4, Int(extent.y / cell) + 4, Int(extent.z / cell) + 4)
        guard size.x * size.y * size.z < 64_000_000 else {
            throw .tooLarge("the capture is \(extent.max()) m long, which is too large to register")
        }
        states = Array(repeating: .unknown, count: size.x * size.y * size.z)
        for p in cloud.positions { if let i = index(p) { states[i] = .surface } }
        for (p, n) in zip(cloud.positions, cloud.normals) {
            var d = cell * 1.5
            while d <= Self.depth, let i = index(p + n * d), states[i] != .surface {
                states[i] = .free
                d += cell * 0.5
            }
        }
        // Beside a surface nothing is certain: it lies there somewhere.
        let around = [1, -1, size.x, -size.x, size.x * size.y, -size.x * size.y]
        let before = states
        for i in before.indices where before[i] == .free {
            if around.contains(where: { before.indices.contains(i + $0) && before[i + $0] == .surface }) { states[i] = .unknown }
        }
    }

    @inline(__always)
    private func index(_ p: Vector3) -> Int? {
        let q = (p - origin) / cell
        guard q.x >= 0, q.y >= 0, q.z >= 0, q.x < Float(size.x), q.y < Float(size.y), q.z < Float(size.z) else { return nil }
        return (Int(q.y) * size.z + Int(q.z)) * size.x + Int(q.x)
    }

    /// Whether a surface at `p` would stand where this capture saw nothing.
    @inline(__always)
    func isFree(_ p: Vector3) -> Bool { index(p).map { states[$0] == .free } ?? false }

    /// What is known of a cell, by its place along x, y and z.
    @inline(__always)
    func state(_ x: Int, _ y: Int, _ z: Int) -> State { states[(y * size.z + z) * size.x + x] }
}
