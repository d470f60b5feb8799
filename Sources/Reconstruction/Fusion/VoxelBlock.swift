/// The layout of one block of 8³ voxels: five planes of 16-bit values, 5 kB.
///
/// A 32-bit word holds the values of the voxels (x, 2j, z) in its low and (x, 2j + 1, z) in its high half, so that one vector of eight
/// words is two rows of eight voxels, and a row is taken out and put back by shifts and masks alone.
enum VoxelBlock {
    /// Voxels an edge.
    static let edge = 8
    /// Words a plane: 8 x · 4 pairs of y · 8 z.
    static let planeWords = 256
    /// Words a block.
    static let words = planeWords * 5

    /// Planes, in words from the block's start.
    static let weightPlane = 0
    static let distancePlane = planeWords
    static let redPlane = planeWords * 2
    static let greenPlane = planeWords * 3
    static let bluePlane = planeWords * 4

    /// Stored distance: 0…65534 for −1…+1 truncation distances.
    static let distanceScale: Float = 32767
    /// Stored weight: units of 1/256, saturating (then old looks slowly give way to new ones).
    static let weightScale: Float = 256
    static let weightLimit: Float = 65535
    /// Stored colour: 8-bit sRGB code times 256. Averages are taken on the encoded scale, which spends the bits as the eye does.
    static let colorScale: Float = 256

    /// The 16-bit value of voxel (x, y, z) in a plane.
    @inline(__always)
    static func value(_ plane: UnsafePointer<UInt32>, _ x: Int, _ y: Int, _ z: Int) -> UInt32 {
        let word = plane[(z * 4 + y >> 1) * 8 + x]
        return (word >> UInt32((y & 1) * 16)) & 0xFFFF
    }
}

/// Blocks in slabs that never move, so that growing copies nothing and pointers stay good.
final class BlockStore {
    private static let slabBlocks = 64
    private var slabs: [UnsafeMutablePointer<UInt32>] = []
    private(set) var count = 0

    deinit { for slab in slabs { slab.deallocate() } }

    /// Makes room for blocks up to `count`, all zero.
    func grow(to count: Int) {
        while slabs.count * Self.slabBlocks < count {
            let words = Self.slabBlocks * VoxelBlock.words
            let slab = UnsafeMutablePointer<UInt32>.allocate(capacity: words)
            slab.initialize(repeating: 0, count: words)
            slabs.append(slab)
        }
        self.count = count
    }

    @inline(__always)
    subscript(_ number: Int) -> UnsafeMutablePointer<UInt32> {
        slabs[number / Self.slabBlocks] + (number % Self.slabBlocks) * VoxelBlock.words
    }
}
