import Foundation
import Geometry
import Models

/// A map of texture coordinates with v upwards, as 3DS and X3D define it.
struct UpwardTextureMap {
    /// The image of the u axis.
    var u = SIMD2<Double>(1, 0)
    /// The image of the v axis.
    var v = SIMD2<Double>(0, 1)
    /// The image of the lower left corner.
    var offset = SIMD2<Double>(0, 0)

    static func scale(_ s: SIMD2<Double>) -> UpwardTextureMap {
        UpwardTextureMap(u: SIMD2(s.x, 0), v: SIMD2(0, s.y))
    }

    static func translation(_ t: SIMD2<Double>) -> UpwardTextureMap { UpwardTextureMap(offset: t) }

    /// Counter-clockwise by radians.
    static func rotation(_ angle: Double) -> UpwardTextureMap {
        UpwardTextureMap(u: SIMD2(cos(angle), sin(angle)), v: SIMD2(-sin(angle), cos(angle)))
    }

    /// `a * b` applies `b` first.
    static func * (a: UpwardTextureMap, b: UpwardTextureMap) -> UpwardTextureMap {
        UpwardTextureMap(u: a.linear(b.u), v: a.linear(b.v), offset: a.linear(b.offset) + a.offset)
    }

    private func linear(_ p: SIMD2<Double>) -> SIMD2<Double> { u * p.x + v * p.y }
}

extension TextureTransform {
    /// The same map with v downwards; nil where it changes nothing or is not finite.
    /// - Returns: the transform, and whether it is exactly the map: one that shears can't be.
    static func make(_ map: UpwardTextureMap) -> (transform: TextureTransform?, isExact: Bool) {
        let x = SIMD2(map.u.x, -map.u.y)
        let y = SIMD2(-map.v.x, map.v.y)
        let offset = SIMD2(map.v.x + map.offset.x, 1 - map.v.y - map.offset.y)
        let all = [x.x, x.y, y.x, y.y, offset.x, offset.y]
        guard all.allSatisfy({ $0.isFinite && abs($0) < 1e6 }) else { return (nil, false) }
        let width = (x * x).sum().squareRoot()
        // A mirror along u is a negative scale rather than a half turn.
        let isMirrored = x.y == 0 && x.x < 0
        let angle = isMirrored || width == 0 ? 0 : atan2(-x.y, x.x)
        var transform = TextureTransform()
        transform.rotation = Float(angle)
        transform.scale = Vector2(Float(isMirrored ? -width : width), Float(y.x * sin(angle) + y.y * cos(angle)))
        transform.offset = Vector2(Float(offset.x), Float(offset.y))
        let shear = y.x * cos(angle) - y.y * sin(angle)
        return (transform == TextureTransform() ? nil : transform, abs(shear) < 1e-6)
    }
}
