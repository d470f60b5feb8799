import CVoxels

/// The vector registers that the voxel loop works with. All give the same bytes.
public enum VectorUnit: Sendable, CaseIterable {
    case baseline
    case avx2
    case avx512

    /// Whether this machine has it.
    public var isAvailable: Bool { VoxelUnitIsThere(unit) }

    /// The widest that this machine has.
    public static let best = allCases.last { $0.isAvailable } ?? .baseline

    var unit: VoxelUnit {
        switch self {
        case .baseline: VoxelUnitBaseline
        case .avx2: VoxelUnitAVX2
        case .avx512: VoxelUnitAVX512
        }
    }
}
