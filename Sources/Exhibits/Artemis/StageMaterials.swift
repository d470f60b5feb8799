import Geometry
import Images

/// How a surface of a stage looks.
struct StageMaterial: Sendable {
    /// Linear RGB, by which the texture is multiplied.
    var color: Vector3
    /// 0 or 1, or between.
    var metallic: Float = 0
    /// 0: mirror, 1: matt.
    var roughness: Float = 0.7
    /// Linear RGB.
    var emitted = Vector3(repeating: 0)
    /// Whether other surfaces cast shadows on it; bodies in the background are not as near as they are drawn.
    var receivesShadow = true
    var base: StageTexture?
    var normal: StageTexture?

    /// A material without textures.
    init(_ color: Vector3, metallic: Float = 0, roughness: Float = 0.7, emitted: Vector3 = Vector3(repeating: 0)) {
        self.color = color
        self.metallic = metallic
        self.roughness = roughness
        self.emitted = emitted
    }

    /// The material of a model.
    init(_ finish: ArtemisFinish, _ textures: ArtemisTextures) {
        let material = finish.material
        color = Vector3(material.baseColor.x, material.baseColor.y, material.baseColor.z)
        metallic = material.metallic
        roughness = material.roughness
        base = finish.textures.base.flatMap { textures.pixels[$0] }.map { StageTexture($0) }
        normal = finish.textures.normal.flatMap { textures.pixels[$0] }.map { StageTexture($0) }
    }
}

/// An image at its size and halved again and again.
final class StageTexture: Sendable {
    private let levels: [ColorImage]

    init(_ image: ColorImage) {
        var levels = [image]
        while let last = levels.last, last.width > 1, last.height > 1 {
            levels.append(last.resized(toWidth: last.width / 2, height: last.height / 2))
        }
        self.levels = levels
    }

    var width: Float { Float(levels[0].width) }

    /// The codes 0…255 at repeating coordinates, where neighbouring pixels are `step` texels apart.
    func codes(_ uv: Vector2, step: Float) -> Vector3 {
        var level = 0
        var reach = step
        while reach > 1.4, level + 1 < levels.count {
            level += 1
            reach *= 0.5
        }
        let image = levels[level]
        let w = image.width
        let h = image.height
        let x = (uv.x - uv.x.rounded(.down)) * Float(w) - 0.5
        let y = (uv.y - uv.y.rounded(.down)) * Float(h) - 0.5
        let fx = x.rounded(.down)
        let fy = y.rounded(.down)
        let i = Int(fx)
        let k = Int(fy)
        func at(_ dx: Int, _ dy: Int) -> Vector3 {
            let p = image.pixels[(k + dy + h) % h * w + (i + dx + w) % w]
            return Vector3(Float(p.x), Float(p.y), Float(p.z))
        }
        let top = at(0, 0) + (at(1, 0) - at(0, 0)) * (x - fx)
        let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * (x - fx)
        return top + (bottom - top) * (y - fy)
    }

    /// The linear colour there.
    func color(_ uv: Vector2, step: Float) -> Vector3 {
        let c = codes(uv, step: step)
        func linear(_ code: Float) -> Float {
            let i = min(Int(code), 254)
            return SRGB.linear[i] + (SRGB.linear[i + 1] - SRGB.linear[i]) * (code - Float(i))
        }
        return Vector3(linear(c.x), linear(c.y), linear(c.z))
    }
}

/// The light of a stage.
struct StageLight: Sendable {
    /// Towards the key light.
    var key: Vector3
    var keyColor = Vector3(3.1, 2.95, 2.7)
    /// Towards the light from behind.
    var rim: Vector3
    var rimColor = Vector3(0.75, 0.95, 1.3)
    /// Light from above and below.
    var sky = Vector3(0.34, 0.37, 0.43)
    var ground = Vector3(0.10, 0.095, 0.09)

    /// A studio for a camera that looks along `direction`: key light over the left shoulder, rim light behind at the right.
    static func studio(_ direction: Vector3, side: Float = -1) -> StageLight {
        let back = Vector3(-direction.x, 0, -direction.z).normalized
        let right = cross(Vector3(0, 1, 0), back)
        return StageLight(
            key: (back * 0.8 + right * (side * 0.75) + Vector3(0, 0.85, 0)).normalized,
            rim: (-back * 0.75 - right * (side * 0.8) + Vector3(0, 0.35, 0)).normalized)
    }

    /// The Sun in space, with a little light from a planet below.
    static func sun(_ key: Vector3, planet: Vector3 = Vector3(0.05, 0.07, 0.11)) -> StageLight {
        StageLight(
            key: key.normalized, keyColor: Vector3(4.6, 4.45, 4.2), rim: (-key + Vector3(0, 0.3, 0)).normalized,
            rimColor: Vector3(0.10, 0.13, 0.19), sky: Vector3(0.05, 0.055, 0.07), ground: planet)
    }

    /// What a mirror of some roughness sees in a direction: a gradient with soft boxes.
    func reflection(_ d: Vector3, roughness: Float) -> Vector3 {
        let t = 0.5 + 0.5 * d.y
        var light = ground * (1 - t) + sky * t
        func box(_ towards: Vector3, _ size: Float) -> Float {
            let width = size + roughness * 0.9
            let x = min(max((dot(d, towards) - 1 + width) / width, 0), 1)
            return x * x * (3 - 2 * x) / (1 + 8 * roughness)
        }
        light += keyColor * (box(key, 0.10) * 0.9) + rimColor * (box(rim, 0.16) * 1.5)
        // A strip light along the horizon at the side opposite to the key light.
        let side = Vector3(-key.z, 0.1, key.x).normalized
        light += Vector3(0.9, 0.95, 1.0) * (box(-side, 0.07) * 0.7)
        return light
    }
}

/// Operators for showing linear light.
enum ToneMapping {
    /// A filmic curve (the approximation of the ACES curve by K. Narkowicz, 2015) for each channel.
    static func filmic(_ light: Vector3) -> Vector3 {
        let x = light.lanewiseMax(Vector3(repeating: 0)) * 0.78
        let value = (x * (x * 2.51 + 0.03)) / (x * (x * 2.43 + 0.59) + 0.14)
        return value.lanewiseMin(Vector3(repeating: 1))
    }
}
