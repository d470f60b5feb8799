import Geometry
import Images

extension Renderer {
    /// An image of a mesh alone: sRGB, and as alpha how much of each pixel the mesh covers; the colours are not multiplied by it.
    ///
    /// The surface is drawn on black and, white without light, as a mask: the first by the second are its colours at the edges.
    /// - Parameters:
    ///   - mesh: the surface; metres.
    ///   - camera: pose and projection.
    ///   - width: width of the image in pixels.
    ///   - height: height of the image in pixels.
    ///   - style: shading; its background is not used.
    ///   - shade: the linear colour of a visible point, called from several threads.
    public static func cutout(
        _ mesh: TriangleMesh, camera: RenderCamera, width: Int, height: Int, style: RenderStyle = RenderStyle(),
        shade: (SurfacePoint) -> Vector3
    ) -> ColorImage {
        var style = style
        style.background = SIMD3(0, 0, 0)
        let mask = render(mesh, camera: camera, width: width, height: height, style: style) { _ in Vector3(repeating: 1) }
        return render(mesh, camera: camera, width: width, height: height, style: style, shade: shade).cut(by: mask)
    }
}

extension ColorImage {
    /// An image that was drawn on black, with the coverage of a mask of the same size (white on black, linear) as its alpha.
    public func cut(by mask: ColorImage) -> ColorImage {
        var result = self
        for (i, covered) in mask.pixels.enumerated() {
            let coverage = SRGB.linear[Int(covered.x)]
            guard coverage > 0 else {
                result.pixels[i] = .zero
                continue
            }
            let code = pixels[i]
            let color = SRGB.toLinear(SIMD3(code.x, code.y, code.z)) / coverage
            result.pixels[i] = SIMD4(SRGB.fromLinear(color), UInt8((255 * coverage).rounded()))
        }
        return result
    }
}
