/// A ray that looks for splats.
public struct SplatRay: Sendable {
    /// Metres.
    public var origin: SIMD3<Float>
    /// Of unit length.
    public var direction: SIMD3<Float>
    /// The width of a pixel, in metres per metre of depth: the image blurs splats by half a pixel. 0: no blur.
    public var pixel: Float
    /// Splats above this height are not met.
    public var cut: Float

    public init(origin: SIMD3<Float>, direction: SIMD3<Float>, pixel: Float, cut: Float) {
        self.origin = origin
        self.direction = direction
        self.pixel = pixel
        self.cut = cut
    }
}

/// Where a ray meets the surface that splats show.
public struct SplatHit: Sendable, Equatable {
    public var point: SIMD3<Float>
    /// The shortest axis of the splat there, towards the origin of the ray.
    public var normal: SIMD3<Float>
    /// Metres from the origin of the ray.
    public var distance: Float
    /// The number of the splat.
    public var splat: Int

    public init(point: SIMD3<Float>, normal: SIMD3<Float>, distance: Float, splat: Int) {
        self.point = point
        self.normal = normal
        self.distance = distance
        self.splat = splat
    }
}

extension SplatSet {
    /// The point where less than half of the light behind comes through: of the splats along the ray, the nearest first, the one
    /// that brings the transmittance below one half.
    ///
    /// A splat counts with its largest opacity along the ray, and at the point where it has it.
    /// - Returns: nil where all splats together let more than half of the light through.
    public func pick(_ ray: SplatRay) -> SplatHit? {
        var found: [Candidate] = []
        for i in 0..<count {
            guard let candidate = meet(i, ray) else { continue }
            found.append(candidate)
        }
        found.sort { ($0.distance, $0.splat) < ($1.distance, $1.splat) }
        var transmittance: Float = 1
        for candidate in found {
            transmittance *= 1 - candidate.alpha
            guard transmittance < 0.5 else { continue }
            let i = candidate.splat
            let axes = Self.axes(rotations[i])
            let size = self.size(i)
            var normal = axes.2
            if size.x <= size.y, size.x <= size.z { normal = axes.0 } else if size.y <= size.z { normal = axes.1 }
            if (normal * ray.direction).sum() > 0 { normal = -normal }
            return SplatHit(
                point: ray.origin + ray.direction * candidate.distance, normal: normal, distance: candidate.distance, splat: i)
        }
        return nil
    }

    private struct Candidate {
        var distance: Float
        var alpha: Float
        var splat: Int
    }

    /// Beyond this many standard deviations no splat has an opacity of 1/255.
    private static let reach: Float = 3.33
    private static let leastDistance: Float = 0.01

    @inline(__always) private func meet(_ i: Int, _ ray: SplatRay) -> Candidate? {
        let center = SIMD3(x[i], y[i], z[i])
        let offset = center - ray.origin
        let along = (offset * ray.direction).sum()
        let square = (offset * offset).sum() - along * along
        let bytes = scales[i]
        let blur = 0.55 * ray.pixel * max(along, 0)
        let largest = sizes[Int(max(bytes & 255, bytes >> 8 & 255, bytes >> 16 & 255))] + blur
        let limit = Self.reach * largest
        guard square < limit * limit, along > Self.leastDistance - limit, center.y <= ray.cut else { return nil }
        return response(i, ray, offset: offset, blur: blur)
    }

    /// The largest opacity of a splat along the ray, with sizes that are widened as the image does.
    private func response(_ i: Int, _ ray: SplatRay, offset: SIMD3<Float>, blur: Float) -> Candidate? {
        let (a, b, c) = Self.axes(rotations[i])
        let exact = size(i)
        let size = (exact * exact + blur * blur).squareRoot()
        let o = SIMD3((a * offset).sum(), (b * offset).sum(), (c * offset).sum()) / size
        let d = SIMD3((a * ray.direction).sum(), (b * ray.direction).sum(), (c * ray.direction).sum()) / size
        let speed = (d * d).sum()
        let distance = (o * d).sum() / speed
        let away = max(0, (o * o).sum() - distance * distance * speed)
        let alpha = min(0.99, Float(colors[i] >> 24) / 255 * Self.gaussian(away))
        guard distance > Self.leastDistance, alpha >= 1 / 255 else { return nil }
        return Candidate(distance: distance, alpha: alpha, splat: i)
    }

    /// e^(−x/2) for x ≥ 0: the series of e^(−x/512) to its third power, to the power of 256. Within 1e-5 where it matters.
    private static func gaussian(_ x: Float) -> Float {
        guard x < 12 else { return 0 }
        let t = -x / 512
        var value = 1 + t * (1 + t * (0.5 + t / 6))
        for _ in 0..<8 { value *= value }
        return value
    }

    private func size(_ i: Int) -> SIMD3<Float> {
        let bytes = scales[i]
        return SIMD3(sizes[Int(bytes & 255)], sizes[Int(bytes >> 8 & 255)], sizes[Int(bytes >> 16 & 255)])
    }

    /// The columns of a rotation as SPZ packs it: the number of the largest of x, y, z, w in two bits, the others as a sign and
    /// nine bits of ±√½, the first in the highest bits.
    static func axes(_ bits: UInt32) -> (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
        let root: Float = 0.707_106_77
        func part(_ shift: UInt32) -> Float {
            let size = Float(bits >> shift & 511) / 511 * root
            return bits >> shift & 512 == 0 ? size : -size
        }
        let rest = SIMD3(part(20), part(10), part(0))
        let largest = max(0, 1 - (rest * rest).sum()).squareRoot()
        let q: SIMD4<Float> =
            switch bits >> 30 {
            case 0: SIMD4(largest, rest.x, rest.y, rest.z)
            case 1: SIMD4(rest.x, largest, rest.y, rest.z)
            case 2: SIMD4(rest.x, rest.y, largest, rest.z)
            default: SIMD4(rest.x, rest.y, rest.z, largest)
            }
        let x = q.x
        let y = q.y
        let z = q.z
        let w = q.w
        return (
            SIMD3(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            SIMD3(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            SIMD3(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
        )
    }
}
