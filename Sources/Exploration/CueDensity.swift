import Geometry

/// Cues in memory that stays where it is, so that a renderer can read them there.
public final class CueBuffer {
    /// Address of the first cue; fixed for the life of the buffer.
    public let base: UnsafeMutablePointer<Cue>
    /// Number of cues.
    public let count: Int
    /// Grows with every change.
    public private(set) var version: UInt32 = 0

    init(count: Int) {
        self.count = count
        base = .allocate(capacity: max(1, count))
        base.initialize(repeating: Cue(strength: 0, hue: 0, size: 0, ripple: 0), count: max(1, count))
    }

    deinit { base.deallocate() }

    /// The cue of a pin; changing it increases `version`.
    public subscript(i: Int) -> Cue {
        get {
            precondition(i >= 0 && i < count)
            return base[i]
        }
        set {
            precondition(i >= 0 && i < count)
            base[i] = newValue
            version &+= 1
        }
    }
}

/// How many memories lie around each, seen from above as the sand table is: counts in a grid, weighted by a tent two cells wide, so
/// that one pass over the pins suffices however many they are.
struct CueDensity {
    private static let cell: Float = 0.6
    private let points: [Vector3]
    private let low: Vector3
    private let size: Float
    private let width: Int
    private let depth: Int
    private var counts: [Float]

    init(_ points: [Vector3]) {
        self.points = points
        let box = Bounds(points)
        low = box.isEmpty ? Vector3(repeating: 0) : box.min
        let extent = box.size
        size = max(Self.cell, max(extent.x, extent.z) / 254)
        width = whole(extent.x / size, most: 254) + 2
        depth = whole(extent.z / size, most: 254) + 2
        counts = [Float](repeating: 0, count: width * depth)
        for p in points { spread(p) { counts[$0] += $1 } }
    }

    /// The four cells around a point with their shares.
    private func spread(_ p: Vector3, _ body: (Int, Float) -> Void) {
        let x = clamp((p.x - low.x) / size, 0, Float(width - 2))
        let z = clamp((p.z - low.z) / size, 0, Float(depth - 2))
        let i = whole(x, most: width - 2)
        let j = whole(z, most: depth - 2)
        let fx = x - Float(i)
        let fz = z - Float(j)
        body(j * width + i, (1 - fx) * (1 - fz))
        body(j * width + i + 1, fx * (1 - fz))
        body((j + 1) * width + i, (1 - fx) * fz)
        body((j + 1) * width + i + 1, fx * fz)
    }

    /// Memories around point `i`, itself not counted.
    func around(_ i: Int) -> Float {
        var sum: Float = 0
        var own: Float = 0
        spread(points[i]) {
            sum += counts[$0] * $1
            own += $1 * $1
        }
        return max(0, sum - own)
    }

    func fill(_ cues: CueBuffer) {
        for i in points.indices {
            let density = around(i)
            let crowd = density / (density + 3)
            // Where many lie each is smaller; together they are the brighter.
            cues[i] = Cue(strength: 0.45 + 0.55 * crowd, hue: crowd, size: 0.22 - 0.1 * crowd, ripple: 0)
        }
    }
}
