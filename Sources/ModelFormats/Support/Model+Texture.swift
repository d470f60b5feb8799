import Codecs
import Geometry
import Images

extension Model {
    /// Whether there is a texture, and coordinates that point into it.
    var isTextured: Bool {
        guard let texture, let mesh, mesh.triangleCount > 0 else { return false }
        return texture.width > 0 && texture.height > 0 && mesh.textureCoordinates.count == mesh.positions.count
    }

    /// The texture as JPEG of quality 92; empty where there is none.
    func encodedTexture() throws(FormatError) -> [UInt8] {
        guard let texture, isTextured else { return [] }
        do throws(ImageError) { return try JPEG.encode(texture, quality: 92) } catch { throw .unwritable(error.description) }
    }

    /// The same with colours at the vertices: their own, or where they have none those of the texture at their texture coordinates.
    var withVertexColors: Model {
        guard colors.isEmpty, let texture, var mesh, isTextured else { return self }
        let sampler = TextureSampler(image: texture, wrapU: .clamped, wrapV: .clamped)
        mesh.colors = mesh.textureCoordinates.map { sampler.linear(at: Vector2($0.x, 1 - $0.y)) }
        return with(.mesh(mesh))
    }

    /// The loss of a format that holds colours in 8 bits, where the model has finer ones.
    static func colorDepthLoss(_ colors: [Vector3]) -> Loss? {
        let coder = ColorCoder.shared
        let isCoarse = SRGB.linear.withUnsafeBufferPointer { table in
            func isCoarse(_ x: Float) -> Bool { !(abs(table[Int(coder.code(x))] - x) > 1e-6) }
            return colors.allSatisfyOnAllCores { isCoarse($0.x) && isCoarse($0.y) && isCoarse($0.z) }
        }
        return isCoarse ? nil : Loss(.colorDepth, "Colours are rounded to 8 bits.")
    }

    /// Whether all texture coordinates are in 0…1, so that the wrap mode makes no difference.
    static func isInImage(_ coordinates: [Vector2]) -> Bool {
        !coordinates.isEmpty
            && coordinates.allSatisfy { $0.x >= -0.001 && $0.x <= 1.001 && $0.y >= -0.001 && $0.y <= 1.001 }
    }

    /// The loss of a format that holds colours of vertices only.
    var textureLoss: [Loss] {
        isTextured
            ? [Loss(.texture, "The texture was converted to vertex colours; write glb, obj or usdz to keep it.")] : []
    }
}
