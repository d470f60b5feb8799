import CVoxels

/// The layout of one block of 8³ voxels: planes of 16-bit values. A block's shape is two planes (weight and distance, 2 kB); its
/// colour is three more (3 kB), which only blocks near the surface have.
///
/// A 32-bit word holds the values of the voxels (x, 2j, z) in its low and (x, 2j + 1, z) in its high half, so that one vector of
/// eight words is two rows of eight voxels, and rows are taken out and put back by shifts and masks alone.
enum VoxelBlock {
    /// Voxels an edge.
    static let edge = 8
    /// Words a plane: 8 x · 4 pairs of y · 8 z.
    static let planeWords = 256

    /// Planes of the shape, in words from its start.
    static let weightPlane = 0
    static let distancePlane = planeWords
    static let shapeWords = VoxelShapeWords

    /// Planes of the colour, in words from its start: red, green, blue.
    static let colorWords = VoxelColorWords

    /// Stored distance: 0…65534 for −1…+1 of the range; the surface lies here.
    static let surface: Float = 32767
    /// Stored colour: 8-bit sRGB code times 256. Averages are taken on the encoded scale, which spends the bits as the eye does.
    static let colorScale: Float = 256

    /// A weight as it is stored: the upper half of a Float, so that weights of any size keep their first eight bits. Sums stop
    /// growing at some 256 times the last observation; from then on old observations slowly give way to new ones.
    static func storedWeight(_ weight: Float) -> UInt32 { weight.bitPattern >> 16 }
}
