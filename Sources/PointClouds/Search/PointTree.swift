import Geometry
import Support

/// Finds the neighbours of points: a bounding volume tree of eight children a node over points sorted along the Morton curve.
///
/// A leaf holds up to 32 points that lie side by side in memory and in space, so that one distance test takes eight of them; a node
/// tests its eight boxes at once. The tree adapts to any density, and neither duplicates nor huge extents make it deep: its depth
/// is log₈ n. Answers are exact.
public struct PointTree: Sendable {
    typealias Lanes = SIMD8<Float>

    /// Boxes of eight children; a missing child is an inverted box, infinitely far from everything.
    struct Node: Sendable {
        var lowX = Lanes(repeating: .infinity)
        var lowY = Lanes(repeating: .infinity)
        var lowZ = Lanes(repeating: .infinity)
        var highX = Lanes(repeating: -.infinity)
        var highY = Lanes(repeating: -.infinity)
        var highZ = Lanes(repeating: -.infinity)

        /// Squared distances in m² of the children from a box.
        @inline(__always)
        func distanceSquared(_ low: Vector3, _ high: Vector3) -> Lanes {
            let x = PointTree.gap(lowX, highX, from: low.x, to: high.x)
            let y = PointTree.gap(lowY, highY, from: low.y, to: high.y)
            let z = PointTree.gap(lowZ, highZ, from: low.z, to: high.z)
            return x * x + y * y + z * z
        }
    }

    /// Most points of a leaf.
    static let leafSize = 32

    /// Coordinates in the order of the leaves, with eight more at the end that are infinitely far away.
    let x: [Float]
    let y: [Float]
    let z: [Float]
    /// The number of each sorted point in the cloud.
    let order: [UInt32]
    /// Where each leaf begins, and the end.
    let leaves: [UInt32]
    /// All levels' nodes, the leaves' parents first and the root last.
    let nodes: [Node]
    /// Where each level begins in `nodes`.
    let levels: [Int]

    /// How many points there are.
    public var count: Int { order.count }

    /// Sorts the points: O(n). They must be finite.
    public init(_ points: [Vector3]) {
        var builder = PointTreeBuilder(points)
        builder.build()
        x = builder.x
        y = builder.y
        z = builder.z
        order = builder.order
        leaves = builder.leaves
        nodes = builder.nodes
        levels = builder.levels
    }

    /// The numbers of points along the Morton curve, as fine as a thousandth of their extent.
    static func mortonOrder(_ points: [Vector3]) -> [UInt32] {
        RadixSort.sorted(Morton.codes(points).map { $0 &>> 16 }, bits: 32).order
    }

    @inline(__always)
    static func gap(_ low: Lanes, _ high: Lanes, from: Float, to: Float) -> Lanes {
        let below = low - to
        let above = from - high
        let larger = below.replacing(with: above, where: above .> below)
        return larger.replacing(with: 0, where: larger .< 0)
    }
}

extension SIMDMask where Storage == SIMD8<Int32> {
    /// Whether any lane is set. The library's `any` looks at one lane after the other.
    @inline(__always)
    var isAnySet: Bool {
        let words = unsafeBitCast(self, to: SIMD4<UInt64>.self)
        return (words.x | words.y | words.z | words.w) != 0
    }

    /// The lanes as the low eight bits.
    @inline(__always)
    var bits: Int32 {
        let weights = SIMD8<Int32>(1, 2, 4, 8, 16, 32, 64, 128)
        return (unsafeBitCast(self, to: SIMD8<Int32>.self) & weights).wrappedSum()
    }
}
