import CVoxels

/// The vector registers that the voxel loop works with. All give the same bytes.
public enum VectorUnit: Sendable, CaseIterable {
    /// What every CPU of the architecture has: SSE2 or NEON.
    case baseline
    /// 256-bit registers (x86-64 with AVX2).
    case avx2
    /// 512-bit registers (x86-64 with AVX-512).
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
