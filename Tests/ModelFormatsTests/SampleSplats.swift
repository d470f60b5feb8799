import ModelFormats
import Geometry
import Splats
import Support

extension Sample {
    /// Splats of every kind of size, opacity and colour.
    static func splats(_ count: Int, degree: Int, seed: UInt64 = 21) -> SplatCloud {
        var random = SplitMix64(seed: seed)
        var cloud = SplatCloud(degree: degree)
        for i in 0..<count {
            cloud.positions.append(Vector3(random.normal(), random.normal() + 2, random.normal()))
            cloud.rotations.append(Quaternion(random.normal(), random.normal(), random.normal(), random.normal()).normalized)
            cloud.scales.append(Vector3(random.unit(), random.unit(), random.unit()) * 0.08 + 0.001)
            cloud.opacities.append(i % 7 == 0 ? Float(i % 2) : random.unit())
            for k in 0..<3 * cloud.coefficientCount { cloud.harmonics.append(random.normal() * (k < 3 ? 0.5 : 0.15)) }
        }
        return cloud
    }
}

/// How far two clouds are apart at most, splat by splat.
struct SplatDistance: CustomStringConvertible {
    var position: Float = 0
    /// Of the logarithm of a size.
    var scale: Float = 0
    /// Of the tips of the axes, each a unit long.
    var rotation: Float = 0
    var opacity: Float = 0
    var base: Float = 0
    var rest: Float = 0

    init?(_ a: SplatCloud, _ b: SplatCloud) {
        guard a.count == b.count else { return nil }
        for i in 0..<a.count {
            position = max(position, (a.positions[i] - b.positions[i]).length)
            for k in 0..<3 { scale = max(scale, abs(a.scales[i][k] / b.scales[i][k] - 1)) }
            for k in 0..<3 {
                var axis = Vector3()
                axis[k] = 1
                // An axis has no head: an ellipsoid looks the same from either end.
                let p = a.rotations[i].rotate(axis)
                let q = b.rotations[i].rotate(axis)
                rotation = max(rotation, min((p - q).length, (p + q).length))
            }
            opacity = max(opacity, abs(a.opacities[i] - b.opacities[i]))
            base = max(base, (a.baseColor(i) - b.baseColor(i)).length)
            for k in 1..<max(1, min(a.coefficientCount, b.coefficientCount)) {
                rest = max(rest, (a.coefficient(i, k) - b.coefficient(i, k)).length)
            }
        }
    }

    func isWithin(
        position: Float = 0, scale: Float = 0, rotation: Float = 0, opacity: Float = 0, base: Float = 0, rest: Float = 0
    ) -> Bool {
        self.position <= position && self.scale <= scale && self.rotation <= rotation && self.opacity <= opacity
            && self.base <= base
            && self.rest <= rest
    }

    var description: String {
        "position \(position), scale \(scale), rotation \(rotation), opacity \(opacity), base \(base), rest \(rest)"
    }
}
