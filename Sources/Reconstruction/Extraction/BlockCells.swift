import Geometry

/// The 9³ corner values around one block's 8³ cells: its own voxels and the first layer of its seven neighbours above.
struct BlockCells {
    static let edge = 9
    static let count = 729
    /// What stands for a voxel that nothing was seen of.
    static let unseen = UInt32.max

    /// Stored distance 0…65534 of each corner, or `unseen`; index (z · 9 + y) · 9 + x. The surface lies at 32767.
    var values: [UInt32]

    /// Fills the corners of block `number`.
    /// - Returns: false where no cell of this block can hold surface: all corners that were seen lie on one side.
    mutating func load(_ number: Int, _ volume: TSDFVolume, minimumWeight: UInt32) -> Bool {
        let at = volume.coordinates[number]
        var low = UInt32.max
        var high: UInt32 = 0
        for part in 0..<8 {
            let (dx, dy, dz) = (part & 1, part >> 1 & 1, part >> 2 & 1)
            let key = BlockCoordinate(at.x + Int32(dx), at.y + Int32(dy), at.z + Int32(dz)).key
            let source = part == 0 ? number : volume.table.find(key)
            let xs = dx == 0 ? 0..<8 : 8..<9
            let ys = dy == 0 ? 0..<8 : 8..<9
            let zs = dz == 0 ? 0..<8 : 8..<9
            guard let source else {
                for z in zs { for y in ys { for x in xs { values[(z * 9 + y) * 9 + x] = Self.unseen } } }
                continue
            }
            let block = UnsafePointer(volume.shapes[source])
            for z in zs {
                for y in ys {
                    for x in xs {
                        let weight = VoxelBlock.value(block + VoxelBlock.weightPlane, x & 7, y & 7, z & 7)
                        guard weight >= minimumWeight else {
                            values[(z * 9 + y) * 9 + x] = Self.unseen
                            continue
                        }
                        let d = VoxelBlock.value(block + VoxelBlock.distancePlane, x & 7, y & 7, z & 7)
                        values[(z * 9 + y) * 9 + x] = d
                        low = min(low, d)
                        high = max(high, d)
                    }
                }
            }
        }
        return low < Self.surface && high >= Self.surface
    }

    /// Stored distances below this lie behind the surface.
    static let surface: UInt32 = 32767

    init() { values = Array(repeating: Self.unseen, count: Self.count) }
}

/// Which of a block's 8³ · 3 edges carry a vertex, with the vertices' numbers by counting bits.
struct EdgeBits {
    private var words = (0..<24).map { _ in UInt64(0) }
    /// Bits set in the words before.
    private var before = [UInt16](repeating: 0, count: 24)
    private(set) var count = 0
    /// Number of this block's first vertex in the mesh.
    var first: UInt32 = 0

    @inline(__always)
    mutating func insert(_ edge: Int) { words[edge >> 6] |= 1 << UInt64(edge & 63) }

    /// Call once after the last `insert`.
    mutating func seal() {
        count = 0
        for i in 0..<24 {
            before[i] = UInt16(count)
            count += words[i].nonzeroBitCount
        }
    }

    /// The number of the edge's vertex in the mesh.
    @inline(__always)
    func vertex(_ edge: Int) -> UInt32 {
        let below = words[edge >> 6] & ((1 << UInt64(edge & 63)) - 1)
        return first + UInt32(before[edge >> 6]) + UInt32(below.nonzeroBitCount)
    }

    /// Calls `body` with each edge in ascending order.
    func forEach(_ body: (Int) -> Void) {
        for i in 0..<24 {
            var word = words[i]
            while word != 0 {
                body(i * 64 + word.trailingZeroBitCount)
                word &= word - 1
            }
        }
    }
}
